/** Names a line among all files of its source, so that overlapping statements bring nothing twice. */
import { hash } from 'node:crypto';
import type { ParsedLine } from './read-line.ts';

/** Lines that are equal in everything are told apart by which of them they are; a Map, so that it lives one file only. */
export function createLineKeys(): (line: ParsedLine) => string {
  const times = new Map<string, number>();
  return ({ account, bookedOn, currency, minor, reference, description }) => {
    const facts = JSON.stringify([account, bookedOn, currency, minor.toString(), reference, description]);
    const name = hash('sha256', facts, 'hex').slice(0, 32);
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    return `${name}-${nth}`;
  };
}
