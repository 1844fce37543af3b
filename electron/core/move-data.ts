/**
 * Moving the data folder. A person asks for it; it happens at the next start, before any file is open: everything is copied, every
 * copy compared, and only then the old folder says where its data went. The old files stay where they were.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { storageError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { writeDurably } from '../database/sync-file.ts';
import { holdDataFolder, type FolderLock } from './data-folder.ts';

const ASKED = 'move.json';
const MOVED = 'moved.json';
/** Files that belong to this computer or this process: they are made anew instead of moved. */
const STAYS = new Set([
  ASKED,
  MOVED,
  'instance.json',
  'instance.sqlite',
  'instance.sqlite-journal',
  'window',
]);
const placeSchema = z.object({ to: z.string() });

function placeIn(dataDir: string, name: string): string | null {
  try {
    return placeSchema.parse(JSON.parse(readFileSync(join(dataDir, name), 'utf8'))).to;
  } catch {
    // No such file, or not ours: nothing was moved.
    return null;
  }
}

/** Where this folder's data is now; at most a few moves are followed. */
export function whereMoved(dataDir: string): string {
  let at = dataDir;
  for (let moves = 0; moves < 10; moves += 1) {
    const next = placeIn(at, MOVED);
    if (next === null || !existsSync(next)) return at;
    at = next;
  }
  return at;
}

const isInside = (folder: string, of: string): boolean => {
  const way = relative(of, folder);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
};

/** Notes the move for the next start; refused where the folder is not empty, or one of the two is in the other. */
export function askToMove(dataDir: string, typed: string): Result<{ to: string }, StorageError> {
  const to = resolve(typed);
  const wrong = (why: string) => err(storageError('move-folder-invalid', { folder: to, why }));
  if (!isAbsolute(typed)) return wrong('not-whole');
  if (isInside(to, dataDir) || isInside(dataDir, to)) return wrong('inside');
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    if (readdirSync(to).length > 0) return wrong('not-empty');
    writeFileSync(join(to, 'probe'), '');
    rmSync(join(to, 'probe'));
    writeDurably(join(dataDir, ASKED), JSON.stringify({ to }));
    return ok({ to });
  } catch (error) {
    return wrong((error as NodeJS.ErrnoException).code ?? 'unknown');
  }
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

function copyAll(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(from, path);
    if (STAYS.has(name.split(/[\\/]/)[0] ?? '') || !lstatSync(path).isFile()) continue;
    const target = join(to, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(path, target);
    if (hashOf(path) !== hashOf(target)) throw new Error(`${name} was not copied whole`);
  }
}

/** Moves a data folder that this process holds. Null if nobody asked for it; a move that fails changes nothing. */
function moveIfAsked(dataDir: string): Result<string, StorageError> | null {
  const to = placeIn(dataDir, ASKED);
  if (to === null) return null;
  rmSync(join(dataDir, ASKED), { force: true });
  try {
    if (existsSync(to) && readdirSync(to).length > 0)
      return err(storageError('move-folder-invalid', { folder: to, why: 'not-empty' }));
    mkdirSync(to, { recursive: true, mode: 0o700 });
    copyAll(dataDir, to);
    writeDurably(join(dataDir, MOVED), JSON.stringify({ to }));
    return ok(to);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : 'unknown');
    for (const name of existsSync(to) ? readdirSync(to) : [])
      rmSync(join(to, name), { recursive: true, force: true });
    return err(storageError('move-folder-invalid', { folder: to, why }));
  }
}

type Opened =
  | { ok: true; lock: FolderLock; problems: StorageError[] }
  | { ok: false; message: string; error: StorageError };

/** Holds the folder where the data is now, after a move that was asked for. */
export function openDataFolder(named: string): Opened {
  const dataDir = whereMoved(named);
  const held = holdDataFolder(dataDir);
  if (!held.ok) return held;
  const moved = moveIfAsked(dataDir);
  if (moved === null) return { ...held, problems: [] };
  if (!moved.ok) return { ...held, problems: [moved.error] };
  held.lock.release();
  const there = holdDataFolder(moved.value);
  return there.ok ? { ...there, problems: [] } : there;
}
