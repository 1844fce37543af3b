import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackupSchedule, OPERATIONS_BEHIND } from '#electron/database/backup-schedule.ts';
import {
  backupsFolder,
  backupsToKeep,
  listBackups,
  nextBackupName,
  pruneBackups,
} from '#electron/database/kept-backups.ts';
import { openProfileFiles, type OpenedFiles } from '#electron/database/open-profile-files.ts';
import type { Notice } from '#electron/database/protocol.ts';
import { chainHead, verifyJournal, withReadOnly } from '#electron/database/verify-journal.ts';
import { become, create, newFolder } from './profile-folder.ts';

let folder: string;
let opened: OpenedFiles;
let notices: Notice[];
beforeEach(() => {
  vi.useFakeTimers();
  folder = newFolder('backups');
  opened = openProfileFiles(folder);
  notices = [];
});
afterEach(() => {
  opened.close();
  vi.useRealTimers();
});
const schedule = () => createBackupSchedule(opened.files.journal, folder, (notice) => notices.push(notice));
const newest = () => join(backupsFolder(folder), listBackups(folder)[0]?.file ?? 'none');
const made = () => notices.filter(({ event }) => event === 'backup-made').length;
const dayMs = 86_400_000;

describe('backups of the journal', () => {
  it('are never more than 20 operations behind', () => {
    const backups = schedule();
    let worst = 0;
    for (let n = 1; n <= 90; n += 1) {
      create(opened, n);
      backups.written();
      become(opened, n, 'SENDING');
      backups.written();
      const held = withReadOnly(newest(), (db) => db.prepare('SELECT COUNT(*) AS n FROM operation').get());
      worst = Math.max(worst, n - (held as { n: number }).n);
    }
    console.info(`at worst ${worst} operations behind, ${made()} copies for 90 operations`);
    expect(worst).toBeLessThanOrEqual(OPERATIONS_BEHIND);
  });

  it('are never more than a minute old when something was written', () => {
    const backups = schedule();
    create(opened, 1);
    backups.written();
    expect(made()).toBe(1);
    become(opened, 1, 'SENDING');
    backups.written();
    expect(made()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(made()).toBe(2);
    expect(verifyJournal(newest())).toEqual(chainHead(opened.files.journal));
    vi.advanceTimersByTime(600_000);
    expect(made()).toBe(2);
  });

  it('that fail are told, tried again, and stop nothing', () => {
    writeFileSync(backupsFolder(folder), 'a file where the folder should be');
    const backups = schedule();
    create(opened, 1);
    backups.written();
    expect(notices).toMatchObject([{ event: 'backup-failed', failures: 1 }]);
    create(opened, 2);
    backups.written();
    expect(notices).toHaveLength(1);
    rmSync(backupsFolder(folder));
    vi.advanceTimersByTime(60_000);
    expect(notices.at(-1)?.event).toBe('backup-made');
    expect(verifyJournal(newest())).toEqual(chainHead(opened.files.journal));
  });

  it('of a journal whose chain is broken are not made', () => {
    create(opened, 1);
    opened.files.journal.exec(
      `DROP TRIGGER operation_event_no_update; UPDATE operation_event SET at_ms = at_ms + 1`,
    );
    schedule().written();
    expect(notices).toMatchObject([{ event: 'backup-failed' }]);
    expect(listBackups(folder)).toEqual([]);
  });

  it('are made when the profile closes, so that the last operations are in one', () => {
    const backups = schedule();
    create(opened, 1);
    backups.written();
    create(opened, 2);
    backups.written();
    backups.stop();
    expect(verifyJournal(newest())).toEqual(chainHead(opened.files.journal));
  });

  it('kept are the newest 20 and the newest of each of 60 days', () => {
    const start = Date.UTC(2026, 0, 1);
    const all = Array.from({ length: 100 * 4 }, (_, n) => ({
      file: `${n}`,
      takenAtMs: start + n * (dayMs / 4),
    }));
    const newestFirst = all.toReversed();
    const keep = backupsToKeep(newestFirst);
    expect([...keep].filter((file) => Number(file) >= 380)).toHaveLength(20);
    // The newest 20 span five days; the other 55 days have one each, the last of their day.
    expect(keep.size).toBe(20 + 55);
    expect([...keep].every((file) => Number(file) >= 380 || Number(file) % 4 === 3)).toBe(true);
  });

  it('nothing but what was made here is ever deleted', () => {
    const at = backupsFolder(folder);
    mkdirSync(at);
    const others = ['journal-old.sqlite', 'notes.txt', 'journal-2020-01-01T00-00-00.000Z.sqlite.bak'];
    for (const name of others) writeFileSync(join(at, name), '');
    for (let n = 0; n < 30; n += 1) writeFileSync(join(at, nextBackupName(folder, 1_000)), '');
    pruneBackups(folder);
    expect(others.every((name) => existsSync(join(at, name)))).toBe(true);
    expect(readdirSync(at)).toHaveLength(others.length + 20);
  });

  it('a clock that was set back does not make an older copy the newest', () => {
    const at = backupsFolder(folder);
    mkdirSync(at);
    const late = nextBackupName(folder, Date.UTC(2030, 0, 1));
    writeFileSync(join(at, late), '');
    expect(nextBackupName(folder, Date.UTC(2026, 0, 1)) > late).toBe(true);
  });
});
