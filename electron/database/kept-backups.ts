/** The verified copies of a journal: their names, their order, and which of them are kept. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileSha256Of } from './journal-anchor.ts';
import { writeDurably } from './sync-file.ts';

const NEWEST = 20;
const DAYS = 60;
const DAY_MS = 86_400_000;
const NAME = /^journal-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.sqlite$/;

export type KeptBackup = { readonly file: string; readonly takenAtMs: number };
export const backupsFolder = (folder: string) => join(folder, 'backups');

const nameOf = (atMs: number) => `journal-${new Date(atMs).toISOString().replaceAll(':', '-')}.sqlite`;

/** Newest first. Files of any other name are not ours to count. */
export function listBackups(folder: string): KeptBackup[] {
  const backups = backupsFolder(folder);
  if (!statSync(backups, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(backups)
    .flatMap((file) => {
      const [, date, hour, minute, rest] = NAME.exec(file) ?? [];
      const takenAtMs = date === undefined ? NaN : Date.parse(`${date}${hour}:${minute}:${rest}`);
      return Number.isNaN(takenAtMs) ? [] : [{ file, takenAtMs }];
    })
    .sort((a, b) => b.takenAtMs - a.takenAtMs);
}

/** Later than every other, even when the clock was set back: the newest name is the newest copy. */
export function nextBackupName(folder: string, nowMs: number): string {
  const newest = listBackups(folder)[0];
  return nameOf(newest ? Math.max(nowMs, newest.takenAtMs + 1) : nowMs);
}

/** The newest 20, and the newest of each of the 60 days before the last one. */
export function backupsToKeep(newestFirst: readonly KeptBackup[]): Set<string> {
  const keep = new Set(newestFirst.slice(0, NEWEST).map(({ file }) => file));
  const dayOf = ({ takenAtMs }: KeptBackup) => Math.floor(takenAtMs / DAY_MS);
  const newest = newestFirst[0];
  const seen = new Set<number>();
  for (const backup of newestFirst) {
    const day = dayOf(backup);
    if (newest && dayOf(newest) - day < DAYS && !seen.has(day)) keep.add(backup.file);
    seen.add(day);
  }
  return keep;
}

const hashPath = (path: string) => `${path}.sha256`;

/** Written before the copy has its name. */
export const noteHash = (path: string, sha256: string) => writeDurably(hashPath(path), `${sha256}\n`);

/** True if every byte of the copy is as it was made. A copy without a noted hash relies on its own checks. */
export function hashAgrees(path: string): boolean {
  if (!existsSync(hashPath(path))) return true;
  return readFileSync(hashPath(path), 'utf8').trim() === fileSha256Of(path);
}

/** Deletes the copies that nothing asks to keep; no other file is looked at. */
export function pruneBackups(folder: string): void {
  const all = listBackups(folder);
  const keep = backupsToKeep(all);
  for (const { file } of all) {
    if (keep.has(file)) continue;
    const path = join(backupsFolder(folder), file);
    for (const name of [path, hashPath(path)]) rmSync(name, { force: true });
  }
}
