/** How often a secret stands in the memory of live processes, as Linux shows it to whoever may debug them. */
import { closeSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';

const PIECE = 8 * 1024 * 1024;

/** As bytes of one and of two each, and in the usual codings. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const plain = [bytes, Buffer.from(secret, 'utf16le')];
  const coded = [bytes.toString('hex'), encodeURIComponent(secret)].filter((one) => one !== secret);
  // Base64 of a text with the secret in it depends on where it begins: the middle is the same in one of three.
  const shifted = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [...plain, ...[...coded, ...shifted].map((text) => Buffer.from(text))];
}

function countIn(haystack: Buffer, needles: readonly Buffer[]): number {
  let count = 0;
  for (const needle of needles)
    for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length))
      count += 1;
  return count;
}

const writableParts = (pid: number): [from: bigint, to: bigint][] =>
  readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^([0-9a-f]+)-([0-9a-f]+) rw.. .* (?!.*\/dev\/)/.exec(line);
      return match
        ? [[BigInt(`0x${match[1] ?? '0'}`), BigInt(`0x${match[2] ?? '0'}`)] as [bigint, bigint]]
        : [];
    });

export function hitsInMemory(pid: number, secrets: readonly string[]): number {
  const needles = secrets.flatMap(formsOf);
  let hits = 0;
  let memory: number;
  try {
    memory = openSync(`/proc/${pid}/mem`, 'r');
  } catch {
    // It has ended: there is no memory of it.
    return 0;
  }
  const buffer = Buffer.alloc(PIECE);
  try {
    for (const [from, to] of writableParts(pid))
      for (let at = from; at < to; at += BigInt(PIECE)) {
        const wanted = Math.min(PIECE, Number(to - at));
        try {
          hits += countIn(buffer.subarray(0, readSync(memory, buffer, 0, wanted, at)), needles);
        } catch {
          // Reserved and not there: no page of it is in memory.
        }
      }
  } finally {
    closeSync(memory);
    buffer.fill(0);
  }
  return hits;
}

/** The command and its arguments; empty for a process that has ended. */
export function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** A process and everything it started that still lives. */
export function withDescendants(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name): [pid: number, parent: number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return [[Number(name), Number(fields[1])]];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const found = [pid];
  for (const known of found)
    found.push(...parents.filter(([, parent]) => parent === known).map(([child]) => child));
  return found;
}
