import { openSync, readFileSync, writeFileSync, writeSync, closeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import { backupsFolder, listBackups } from '#electron/database/kept-backups.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import type { Notice, OpenReport } from '#electron/database/protocol.ts';
import { verifyJournal } from '#electron/database/verify-journal.ts';
import {
  copyOf,
  idOf,
  makeTemplate,
  newFolder,
  newOperation,
  shaOf,
} from '../../faults/journal/profile-folder.ts';
import { databaseWorkerUrl } from '../../workers.ts';

let folder: string;
let db: ProfileDatabase;
let report: OpenReport;
let notices: Notice[];

const open = async () => {
  notices = [];
  ({ database: db, report } = await openDatabase(databaseWorkerUrl, folder, (notice) =>
    notices.push(notice),
  ));
};
beforeEach(async () => {
  folder = newFolder('worker');
  await open();
});
afterEach(() => db.close());

const newestHead = () => verifyJournal(join(backupsFolder(folder), listBackups(folder)[0]?.file ?? 'none'));
const sending = (n: number) =>
  db.call('journal.change', {
    opId: idOf(n),
    code: 'sending',
    to: 'SENDING',
    params: {},
    patch: {},
    atMs: 1,
  });

describe('the database worker', () => {
  it('says how long a call held it, before it is answered', async () => {
    const told: string[] = [];
    const onHeld = (heldMs: number) => void told.push(heldMs >= 0 ? 'held' : 'not known');
    await db.call('lists.get', 'windows', onHeld).then(() => told.push('answered'));
    expect(told).toEqual(['held', 'answered']);
  });

  it('restores the newest copy, to the event, and sends nothing until a person has confirmed', async () => {
    for (let n = 1; n <= 45; n += 1) await db.call('journal.create', newOperation(n));
    expect(notices.filter(({ event }) => event === 'backup-made').length).toBeGreaterThanOrEqual(3);
    await db.close();
    const head = newestHead();
    expect(head?.seq).toBe(45);
    writeFileSync(join(folder, 'journal.sqlite'), 'damaged');
    await open();
    expect(report.journal).toBe('restored');
    expect(await db.call('journal.get', idOf(45))).not.toBeNull();
    expect(await db.call('journal.gate', null)).toBe('unconfirmed');
    const blocked = { sqliteCode: 'JOURNAL_UNCONFIRMED' };
    await expect(db.call('journal.create', newOperation(99))).rejects.toMatchObject(blocked);
    await expect(sending(1)).rejects.toMatchObject(blocked);
    await expect(db.confirmCheckByHand({ who: 'mona', note: '', atMs: 5 })).rejects.toThrow();
    await expect(sending(1)).rejects.toMatchObject(blocked);

    expect((await db.checkByHand())?.incidents[0]?.backup).toMatchObject(head ?? {});
    const list = await db.confirmCheckByHand({ who: 'mona', note: 'looked at the portal', atMs: 5 });
    expect(list.incidents[0]?.confirmed).toEqual({ who: 'mona', note: 'looked at the portal', atMs: 5 });
    expect(await db.checkByHand()).toBeNull();
    expect(await db.call('journal.gate', null)).toBe('open');
    expect((await sending(1)).state).toBe('SENDING');
    await db.close();
    await open();
    expect(report).toMatchObject({ journal: 'opened', checkByHand: null });
  });

  it('a cache damaged in use fails one call, is set aside, and the next call finds an empty one', async () => {
    await db.close();
    folder = copyOf(makeTemplate().closed);
    await open();
    const path = join(folder, 'cache.sqlite');
    const journal = shaOf(join(folder, 'journal.sqlite'));
    const handle = openSync(path, 'r+');
    const junk = Buffer.alloc(statSync(path).size - 4096, 0xa5);
    writeSync(handle, junk, 0, junk.length, 4096);
    closeSync(handle);
    const damaged = readFileSync(path);
    const read = () => db.call('terminals.list', null);
    await expect(read()).rejects.toMatchObject({
      sqliteCode: expect.stringMatching(/CORRUPT|NOTADB/) as string,
    });
    await read();
    const rebuilt = notices.find((notice) => notice.event === 'cache-rebuilt');
    expect(readFileSync(join(rebuilt?.quarantinedTo ?? '', 'cache.sqlite')).equals(damaged)).toBe(true);
    expect(shaOf(join(folder, 'journal.sqlite'))).toBe(journal);
    await db.close();
    openProfileFiles(folder).close();
  });

  it('imports damaged in use are set aside, and journal and cache stay as they are', async () => {
    await db.close();
    folder = copyOf(makeTemplate().closed);
    await open();
    const path = join(folder, 'imports.sqlite');
    const others = ['journal.sqlite', 'cache.sqlite'].map((name) => shaOf(join(folder, name)));
    const handle = openSync(path, 'r+');
    const junk = Buffer.alloc(statSync(path).size - 4096, 0xa5);
    writeSync(handle, junk, 0, junk.length, 4096);
    closeSync(handle);
    const damaged = readFileSync(path);
    const read = () => db.call('imports.lines', { importId: 'import-1', after: 0, limit: 10, text: '' });
    await expect(read()).rejects.toMatchObject({
      sqliteCode: expect.stringMatching(/CORRUPT|NOTADB/) as string,
    });
    expect(await read()).toEqual({ rows: [], next: null });
    const rebuilt = notices.find((notice) => notice.event === 'imports-rebuilt');
    expect(readFileSync(join(rebuilt?.quarantinedTo ?? '', 'imports.sqlite')).equals(damaged)).toBe(true);
    expect(notices.some((notice) => notice.event === 'cache-rebuilt')).toBe(false);
    expect(['journal.sqlite', 'cache.sqlite'].map((name) => shaOf(join(folder, name)))).toEqual(others);
  });
});

it('files whose thread ends before they are open are told as closed, and never waited for', async () => {
  const ending = new URL('data:text/javascript,process.exit()');
  await expect(openDatabase(ending, newFolder('worker-ends'))).rejects.toMatchObject({
    sqliteCode: 'CLOSED',
  });
});
