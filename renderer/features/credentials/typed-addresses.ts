/** Addresses as people type or paste them. */
import { toAsciiDigits } from '#shared/text/digits.ts';

/** Several a line or one: with plain digits, each once, in the order in which they were typed. */
export const addressesIn = (typed: string): string[] => [
  ...new Set(
    toAsciiDigits(typed)
      .split(/[\s,;،]+/)
      .filter((entry) => entry !== ''),
  ),
];
