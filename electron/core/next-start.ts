/**
 * Which data the next start opens, if nobody names it. An updater starts the new version without the arguments of the old one
 * (NSIS, AppImage, Squirrel), so a Closeout that was started with `--data` leaves a note in the usual data folder. It counts for one
 * start, soon after: whoever starts Closeout later without an argument means the usual data.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../database/sync-file.ts';

const NAME = 'next-start.json';
/** An installer that asks for an administrator's password takes a while. */
const COUNTS_FOR_MS = 30 * 60_000;
const schema = z.object({ dataDir: z.string().min(1), atMs: z.number() });

export function nameForNextStart(usual: string, dataDir: string, nowMs: number): void {
  mkdirSync(usual, { recursive: true, mode: 0o700 });
  writeDurably(join(usual, NAME), JSON.stringify({ dataDir, atMs: nowMs }));
}

/** The folder that was named, once; null if none was, or too long ago. The note is gone afterwards. */
export function namedByLastRun(usual: string, nowMs: number): string | null {
  const path = join(usual, NAME);
  try {
    const { dataDir, atMs } = schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return nowMs >= atMs && nowMs - atMs < COUNTS_FOR_MS ? dataDir : null;
  } catch {
    // No note, or not ours: the usual data.
    return null;
  } finally {
    rmSync(path, { force: true });
  }
}
