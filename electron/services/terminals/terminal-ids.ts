/** Terminal ids as a person types or pastes them. */
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';

const VALID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** Splits at white space, commas (also ، ) and semicolons; ids keep their order, once each. */
export function parseTerminalIds(text: string): { ids: string[]; rejected: string[] } {
  const parts = toAsciiDigits(stripDirectionMarks(text))
    .split(/[\s,;،؛]+/)
    .filter((part) => part !== '');
  const unique = [...new Set(parts)];
  return {
    ids: unique.filter((part) => VALID.test(part)),
    rejected: unique.filter((part) => !VALID.test(part)).map((part) => part.slice(0, 80)),
  };
}
