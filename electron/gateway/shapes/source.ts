/** Rows that were put into our words, and what the gateway had sent for them. */
import type { Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';

const sources = new WeakMap<Obj, Obj>();

/** Answers `ours`, remembered as a reading of `theirs`. */
export function readFrom(theirs: Obj, ours: Obj): Obj {
  sources.set(ours, theirs);
  return ours;
}

/** The row as the gateway sent it. */
export const rawOf = (row: Obj): string => writeLossless(sources.get(row) ?? row);
