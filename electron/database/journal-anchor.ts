/**
 * What the journal must at least hold, kept outside it: a journal cut at a whole page or a lost end of its log still has a
 * perfect chain, only a shorter one. `fileSha256` is set while nothing has the file open, and finds every flipped bit.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from './sync-file.ts';
import type { ChainHead } from './verify-journal.ts';

const anchorSchema = z.object({ seq: z.number(), hash: z.string(), fileSha256: z.string().nullable() });
type Anchor = z.output<typeof anchorSchema>;

/** Less than a sector and always the same length: overwriting it in place is one write of the disk. */
const LENGTH = 256;
export const anchorPath = (folder: string) => join(folder, 'journal-anchor.json');

/** Null if there is none or it cannot be read: then it proves nothing and accuses nobody. */
export function readAnchor(folder: string): Anchor | null {
  if (!existsSync(anchorPath(folder))) return null;
  try {
    return anchorSchema.parse(JSON.parse(readFileSync(anchorPath(folder), 'utf8')));
  } catch {
    return null;
  }
}

function write(folder: string, anchor: Anchor, durable: boolean): void {
  const existed = existsSync(anchorPath(folder));
  const handle = openSync(anchorPath(folder), existed ? 'r+' : 'w');
  try {
    writeSync(handle, JSON.stringify(anchor).padEnd(LENGTH), 0);
    if (durable) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (!existed) syncFolder(folder);
}

/** Before the first write of a session: from here on the file's hash says nothing. */
export const openAnchor = (folder: string, head: ChainHead) =>
  write(folder, { ...head, fileSha256: null }, true);

/** After a commit, unsynced: an anchor that lags is still true, and a commit stays at one sync. */
export const moveAnchor = (folder: string, head: ChainHead) =>
  write(folder, { ...head, fileSha256: null }, false);

export const fileSha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

export const hasLog = (path: string) => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;

/** After closing; a log that stays means that someone else has the file open, and its hash would be half the truth. */
export function closeAnchor(folder: string, head: ChainHead): void {
  const path = join(folder, 'journal.sqlite');
  write(folder, { ...head, fileSha256: hasLog(path) ? null : fileSha256Of(path) }, true);
}
