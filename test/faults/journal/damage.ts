/** What can happen to a file on a disk, by a seed: a failing case can be run again alone. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export type Random = () => number;

/** Mulberry32: small, and the same on every computer. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const below = (random: Random, limit: number) => Math.floor(random() * limit);
const PAGE = 4096;

function flip(path: string, random: Random): void {
  const bytes = readFileSync(path);
  for (let n = 1 + below(random, 16); n > 0; n -= 1) {
    const at = below(random, bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
  }
  writeFileSync(path, bytes);
}
const zero = (path: string, from: number) =>
  writeFileSync(path, readFileSync(path).fill(0, from, from + PAGE));

const damages: Record<string, (path: string, random: Random) => void> = {
  flips: flip,
  'flips in the header': (path, random) => {
    const bytes = readFileSync(path);
    const at = below(random, 100);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
    writeFileSync(path, bytes);
  },
  truncated: (path, random) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, below(random, bytes.length)));
  },
  'truncated at a page': (path, random) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, PAGE * below(random, bytes.length / PAGE)));
  },
  empty: (path) => writeFileSync(path, ''),
  'a page of zeros': (path, random) => zero(path, PAGE * below(random, readFileSync(path).length / PAGE)),
  'a first page of zeros': (path) => zero(path, 0),
  'no database': (path) => writeFileSync(path, 'this is no database at all, whatever it was before'),
  'log missing': (path) => rmSync(`${path}-wal`, { force: true }),
  'log flipped': (path, random) =>
    existsSync(`${path}-wal`) ? flip(`${path}-wal`, random) : flip(path, random),
};
const names = Object.keys(damages);

/** Damages one file; the name says how. */
export function damage(path: string, seed: number): string {
  const name = names[seed % names.length] ?? '';
  damages[name]?.(path, seeded(seed));
  return name;
}

/** 40 cases in every run; 500, as the measure asks, in the full one. */
export const CASES = process.env['CLOSEOUT_FULL'] === '1' ? 500 : 40;
