import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase } from '#electron/database/client.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import type { Notice } from '#electron/database/protocol.ts';
import { databaseWorkerUrl } from '../../workers.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'closeout-mark-'));
const cacheOf = (at: string) => join(at, 'cache.sqlite');
const markOf = (at: string) => join(at, 'cache.sqlite.closed');

/** A profile with some pages of rows, closed in order. */
function closedProfile(): string {
  const at = folder();
  const opened = openProfileFiles(at);
  opened.files.cache.exec(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, value)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     SELECT 'TX-' || i, 'NM-' || i, i, 'BR', i, 'EGP', i, 'tx-' || i, '{}' FROM n`,
  );
  opened.close();
  return at;
}

/** Zeroes a page in the middle of the table of rows. */
function damage(at: string, isSecret: boolean): void {
  const path = cacheOf(at);
  const db = new Sqlite(path, { readonly: true });
  const { page } = db
    .prepare(`SELECT MAX(pageno) AS page FROM dbstat WHERE name = 'settled' AND pagetype = 'leaf'`)
    .get() as { page: number };
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const { atime, mtime } = statSync(path);
  const { atimeNs, mtimeNs } = statSync(path, { bigint: true });
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size), 0, size, (page - 1) * size);
  closeSync(file);
  if (isSecret) utimesSync(path, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9);
  else utimesSync(path, atime, new Date(mtime.getTime() + 1_000));
}

it('an orderly end leaves a mark, and it is gone while the file is open', () => {
  const at = closedProfile();
  expect(existsSync(markOf(at))).toBe(true);
  const opened = openProfileFiles(at);
  expect(opened.isCacheTrusted).toBe(true);
  expect(existsSync(markOf(at))).toBe(false);
  opened.close();
  expect(existsSync(markOf(at))).toBe(true);
});

it('a file that another hand touched is checked whole: damage is set aside before it is opened', () => {
  const at = closedProfile();
  damage(at, false);
  const opened = openProfileFiles(at);
  expect([opened.isCacheTrusted, opened.report.cache]).toEqual([false, 'quarantined']);
  opened.close();
});

it('a file whose last end was none in order is checked whole', () => {
  const at = closedProfile();
  const opened = openProfileFiles(at);
  // As after a kill: nobody writes the mark.
  opened.files.cache.close();
  const again = openProfileFiles(at);
  expect([again.isCacheTrusted, again.report.cache]).toEqual([false, 'opened']);
  again.close();
});

it('damage that no time and no size tells is found beside, and an empty cache takes its place', async () => {
  const at = closedProfile();
  damage(at, true);
  const mark = readFileSync(markOf(at), 'utf8').split(' ');
  const { mtimeNs } = statSync(cacheOf(at), { bigint: true });
  // A file system that keeps less than a nanosecond would have kept the same.
  writeFileSync(markOf(at), [mark[0], mtimeNs, ...mark.slice(2)].join(' '));
  const notices: Notice[] = [];
  const { database, report } = await openDatabase(databaseWorkerUrl, at, (notice) => notices.push(notice));
  expect(report.cache).toBe('opened');
  await expect.poll(() => notices.map(({ event }) => event), { timeout: 60_000 }).toContain('cache-rebuilt');
  expect(await database.call('settlement.storedCount', null)).toBe(0);
  await database.close();
});
