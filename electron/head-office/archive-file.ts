/**
 * A file of archived entries: lines of JSON, gzipped. The first line names the PCs, with their keys and the entry after which each of
 * them begins. Then comes one entry a line, by PC and number. The last line says how many entries there are. The file can be verified
 * without the server: a PC's id is made of its key.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, pipeline as piped } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { entrySchema, noHead, verifyEntries, type Entry, type Head, type Tampered } from './entry.ts';

const FORMAT = 'closeout-head-office-archive-1';
const headSchema = z.object({ seq: z.number().int().nonnegative(), hash: z.string() });
const headerSchema = z.object({
  format: z.literal(FORMAT),
  epoch: z.string(),
  /** The first moment that is not in it, as ISO text. */
  before: z.string(),
  pcs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      branch: z.string(),
      publicKey: z.string(),
      /** The entry that the first of these follows. */
      after: headSchema,
    }),
  ),
});
export type ArchiveHeader = Omit<z.output<typeof headerSchema>, 'format'>;
const endSchema = z.object({ entries: z.number().int() });

/** The file is not an archive, or it was cut or damaged. */
export class SpoiledArchive extends Error {}

async function sha256Of(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/** Rejects if there is a file. It has its name once it is whole and on the disk. */
export async function writeArchive(
  path: string,
  header: ArchiveHeader,
  pages: AsyncIterable<readonly Entry[]>,
): Promise<void> {
  async function* lines() {
    yield `${JSON.stringify({ format: FORMAT, ...header })}\n`;
    let entries = 0;
    for await (const page of pages) {
      entries += page.length;
      yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    }
    yield `${JSON.stringify({ entries })}\n`;
  }
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600 }));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  const file = await open(part, 'r+');
  await file.sync();
  await file.close();
  await rename(part, path);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  // Whoever reads the lines gets the error of the file as well.
  const text = piped(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** `ends`: the last entry of each PC in the file. `found`: the first of each PC that does not fit. */
export type VerifiedArchive = {
  readonly path: string;
  readonly header: ArchiveHeader;
  readonly entries: number;
  readonly sha256: string;
  readonly ends: ReadonlyMap<string, Head>;
  readonly found: readonly Tampered[];
};

/**
 * Verifies each entry by its own signature. `kept`: heads of earlier verifications; an entry in such a place must be the same. Rejects
 * with `SpoiledArchive`.
 */
export async function verifyArchive(path: string, kept: ReadonlyMap<string, Head>): Promise<VerifiedArchive> {
  try {
    return await verifyLines(path, kept);
  } catch (error) {
    const isSystems = error instanceof Error && 'syscall' in error;
    if (isSystems) throw error;
    throw new SpoiledArchive(`${path} is no archive of head office, or it was cut or damaged.`, {
      cause: error,
    });
  }
}

async function verifyLines(path: string, kept: ReadonlyMap<string, Head>): Promise<VerifiedArchive> {
  const lines = linesOf(path);
  const first = await lines.next();
  const header = headerSchema.parse(JSON.parse(String(first.value)));
  const pcs = new Map(header.pcs.map((pc) => [pc.id, pc]));
  const ends = new Map<string, Head>(header.pcs.map(({ id, after }) => [id, after]));
  const found = new Map<string, Tampered>();
  let entries = 0;
  let end: number | null = null;
  // To the end of the file: a checksum comes last.
  for await (const line of lines) {
    if (end !== null) throw new SpoiledArchive('something follows the end');
    const value: unknown = JSON.parse(line);
    const said = endSchema.safeParse(value);
    if (said.success) {
      end = said.data.entries;
      continue;
    }
    const entry = entrySchema.parse(value);
    entries += 1;
    if (found.has(entry.pc)) continue;
    const pc = pcs.get(entry.pc) ?? { id: entry.pc, publicKey: '' };
    const one = verifyEntries(pc, null, ends.get(entry.pc) ?? noHead, [entry]);
    const before = kept.get(entry.pc);
    if (!one.ok) found.set(entry.pc, one);
    else if (before?.seq === entry.seq && before.hash !== entry.hash)
      found.set(entry.pc, { ok: false, pc: entry.pc, seq: entry.seq, problem: 'changed' });
    else ends.set(entry.pc, one.head);
  }
  if (end !== entries) throw new SpoiledArchive('entries are missing');
  return { path, header, entries, sha256: await sha256Of(path), ends, found: [...found.values()] };
}
