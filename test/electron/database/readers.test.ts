import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import type { Notice } from '#electron/database/protocol.ts';
import { createReaders } from '#electron/database/readers.ts';
import { watchQuestions, whileAsked } from '#electron/database/still-asked.ts';
import type { ReadableDb } from '#electron/database/db.ts';
import { settledFilterSchema } from '#shared/contract/settlement.ts';
import { newFolder } from '../../faults/journal/profile-folder.ts';
import { databaseWorkerUrl } from '../../workers.ts';

const all = settledFilterSchema.parse({});
const ROWS = 3_000;

let folder: string;
let db: ProfileDatabase;
let notices: Notice[];

beforeEach(async () => {
  folder = newFolder('readers');
  const opened = openProfileFiles(folder);
  opened.files.cache.exec(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, payment_type, search, value)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
     SELECT 'TX-' || i, 'NM-' || i, i, 'BR', i, 'EGP', i, 'SALE', 'tx-' || i, '{}' FROM n`,
  );
  opened.close();
  // The database is checked when it opens, so that no check runs during the test.
  rmSync(join(folder, 'cache.sqlite.closed'));
  notices = [];
  ({ database: db } = await openDatabase(databaseWorkerUrl, folder, (notice) => notices.push(notice)));
});
afterEach(() => db.close());

const sums = (text: string, asker?: string) =>
  db.ask('settlement.settledSummary', { ...all, text }, { for: 'sums', asker });
const countOf = async (text: string) => (await sums(text)).recount.count;
const markWindows = (readAtMs: number) => db.call('settlement.replaceWindows', { windows: [], readAtMs });
const readAtMs = async () => (await db.ask('lists.get', 'windows', { for: 'rows' })).readAtMs;

describe('a list that is read beside the worker', () => {
  it('is answered while a write waits, and as the files were before it', async () => {
    expect(await readAtMs()).toBeNull();
    const other = new Sqlite(join(folder, 'cache.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const write = markWindows(5).then(() => (isWritten = true));
    expect([await readAtMs(), await countOf('tx-2999'), isWritten]).toEqual([null, 1, false]);
    other.exec('ROLLBACK');
    other.close();
    await write;
    expect(await readAtMs()).toBe(5);
  });

  it('has every write in it that was answered before', async () => {
    for (let atMs = 1; atMs <= 200; atMs += 1) {
      await markWindows(atMs);
      expect(await readAtMs()).toBe(atMs);
    }
  });

  it('has the kinds that follow from what the journal was told before', async () => {
    const gross = async () => (await sums('')).recount.gross.map(({ amount }) => amount.minor);
    const total = BigInt((ROWS * (ROWS + 1)) / 2);
    const say = (kind: 'sale' | 'refund', atMs: number) =>
      db.call('words.say', {
        words: [{ word: 'SALE', folded: 'sale', sign: 'plus', kind }],
        by: 'mona',
        machine: 'till',
        atMs,
      });
    expect(await gross()).toEqual([total]);
    await say('refund', 1);
    expect(await gross()).toEqual([-total]);
    await say('sale', 2);
    expect(await gross()).toEqual([total]);
  });

  it('refuses what writes', async () => {
    // A caller without types could ask this.
    const writing: string = 'lists.failed';
    await expect(db.ask(writing as 'lists.get', 'windows', { for: 'rows' })).rejects.toThrow(
      'does not only read',
    );
  });
});

describe('a question that a newer one has replaced', () => {
  it('is refused, also while it waits, and that of another asker is not', async () => {
    const asked = [sums('tx-1', 'list'), sums('tx-2', 'list'), sums('tx-22', 'other'), sums('tx-29', 'list')];
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
    expect(ends[0]).toMatchObject({ reason: { sqliteCode: 'REPLACED' } });
    expect(ends[3]).toMatchObject({ value: { recount: { count: 111 } } });
  });

  it('is refused, also when its answer is on its way', async () => {
    await sums('tx-1');
    const asked = [sums('tx-2', 'list')];
    // The answer is there before this thread hears of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    asked.push(sums('tx-29', 'list'));
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('ends inside a statement, at one of every 1,024 rows that it looks at', () => {
    const cache = new Sqlite(':memory:');
    cache.exec(
      `CREATE TABLE row (text TEXT);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT INTO row SELECT 'x' || i FROM n`,
    );
    let looked = 0;
    watchQuestions(cache, () => (looked += 1) < 4);
    const [condition = ''] = whileAsked(cache as unknown as ReadableDb, 'row');
    const scan = cache.prepare(`SELECT COUNT(*) AS n FROM row WHERE ${condition} AND text = 'none'`);
    expect(() => scan.get()).toThrow('a newer question');
    expect(looked).toBe(4);
    looked = Number.NEGATIVE_INFINITY;
    expect(scan.get()).toEqual({ n: 0 });
    cache.close();
  });
});

describe('the files that readers have open', () => {
  it('are closed before the worker closes its own: the logs are folded away, and the cache is marked', async () => {
    await Promise.all([readAtMs(), countOf('tx-1')]);
    await db.close();
    expect(existsSync(join(folder, 'cache.sqlite.closed'))).toBe(true);
    expect(existsSync(join(folder, 'cache.sqlite-wal'))).toBe(false);
    expect(existsSync(join(folder, 'journal.sqlite-wal'))).toBe(false);
  });

  it('are put aside when a reader is told that they are damaged, and the next question finds an empty list', async () => {
    const path = join(folder, 'cache.sqlite');
    const handle = openSync(path, 'r+');
    const junk = Buffer.alloc(statSync(path).size - 4096, 0xa5);
    writeSync(handle, junk, 0, junk.length, 4096);
    closeSync(handle);
    const damaged = readFileSync(path);
    await expect(countOf('tx-2999')).rejects.toMatchObject({
      sqliteCode: expect.stringMatching(/CORRUPT|NOTADB/) as string,
    });
    const rebuilt = notices.find((notice) => notice.event === 'cache-rebuilt');
    expect(readFileSync(join(rebuilt?.quarantinedTo ?? '', 'cache.sqlite')).equals(damaged)).toBe(true);
    expect(await Promise.all([countOf('tx-2999'), readAtMs()])).toEqual([0, null]);
    await markWindows(7);
    expect(await readAtMs()).toBe(7);
  });

  it('are closed while they are held, and what was asked is asked again afterwards', async () => {
    const openReaders = new Int32Array(new SharedArrayBuffer(4));
    const readers = createReaders({ workerUrl: databaseWorkerUrl, folder, openReaders });
    const count = (text: string) =>
      readers.ask('settlement.settledSummary', { ...all, text }, { for: 'sums' });
    const asked = [count('tx-1'), count('tx-2')];
    expect(openReaders[0]).toBe(1);
    await readers.hold();
    expect(openReaders[0]).toBe(0);
    readers.resume();
    expect(await Promise.all(asked)).toMatchObject([
      { recount: { count: 1_111 } },
      { recount: { count: 1_111 } },
    ]);
    await readers.hold();
  });
});

describe('the log of the cache', () => {
  const logOf = (cache: Sqlite.Database) => {
    const [state] = cache.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    return { log: state?.log ?? 0, folded: state?.checkpointed ?? 0 };
  };
  /** More than SQLite lets a log have by itself, 4 MB. */
  const MUCH = 'n'.repeat(6_000_000);

  it('is not folded by the thread that writes', async () => {
    await db.close();
    const opened = openProfileFiles(folder);
    const { files } = opened;
    const before = logOf(files.cache).folded;
    files.cache.prepare(`INSERT INTO list_read (name, read_at_ms, note) VALUES ('much', 1, ?)`).run(MUCH);
    files.cache.exec(`UPDATE list_read SET read_at_ms = 2 WHERE name = 'much'`);
    expect(logOf(files.cache).log).toBeGreaterThan(1_400);
    expect(logOf(files.cache).folded).toBe(before);
    opened.close();
    ({ database: db } = await openDatabase(databaseWorkerUrl, folder));
  });

  it('is folded beside it when it is long, and not before', async () => {
    const cache = new Sqlite(join(folder, 'cache.sqlite'));
    for (let atMs = 1; atMs <= 50; atMs += 1) await markWindows(atMs);
    expect(await readAtMs()).toBe(50);
    const short = logOf(cache);
    expect(short.log).toBeGreaterThan(50);
    expect(short.folded).toBeLessThan(short.log);
    const summary = { total: null, count: null };
    const branchIds = [MUCH];
    const { run } = await db.call('settlement.beginSync', {
      ...{ branchIds, anew: true, atMs: 0, anewAfterMs: 1 },
    });
    const ended = { run, branchIds, ending: 'moving' as const, summary, sumsAgree: null };
    await db.call('settlement.endSync', { ...ended, readAtMs: 1 });
    while (logOf(cache).folded < 1_400) await new Promise((resolve) => setImmediate(resolve));
    cache.close();
  });
});
