/**
 * Profiles with many settled transactions, made inside SQLite from a seed. Each is made once and kept; whoever writes into one
 * copies it.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openDatabase, type ProfileDatabase } from '../../electron/database/client.ts';
import type { ProfileFiles, WritableFiles } from '../../electron/database/db.ts';
import { settledFillProcedures } from '../../electron/database/repositories/settled-fill.ts';
import { openProfileFiles } from '../../electron/database/open-profile-files.ts';
import { cacheMigrations } from '../../electron/database/migrations/index.ts';
import { databaseWorkerUrl } from './workers.ts';

const sizes = { '0': 0, '10k': 10_000, '100k': 100_000, '1M': 1_000_000, '10M': 10_000_000 } as const;
export type Size = keyof typeof sizes;
export const isSize = (name: string): name is Size => Object.hasOwn(sizes, name);

const SEED = 20_261_124;
/** Rows are spread over the two years before this day; each day is settled on the next morning. */
const LAST_DAY_MS = Date.UTC(2026, 9, 31, 9);
const DAYS = 730;
const BRANCHES = 12;

const kept = join(import.meta.dirname, '../../node_modules/.cache/closeout/bench');

/** A number that looks random, the same one for the same row: `salt` makes another. */
const chance = (salt: number, below: number) =>
  `((((n + ${SEED % 9_973}) * 2654435761 + ${salt} * 40503) & 4294967295) >> 7) % ${below}`;

/** A transaction's rows: the log of ten million would be searched for each page. */
const AT_ONCE = 200_000;

/** The columns and the wire JSON of the rows `first` to `last` of so many, as the download of a gateway would have stored them. */
const rowsSql = (rows: number, first: number, last: number) => `
  WITH RECURSIVE number(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM number WHERE n < ${last}),
  facts AS (
    SELECT n, printf('TX-%08d', n) AS id, printf('NM-%07d', n) AS order_id, CAST(630000000000 + n AS TEXT) AS reference,
      printf('304100%02d', ${chance(1, 40)}) AS terminal, printf('BR-%02d', 1 + ${chance(1, BRANCHES)}) AS branch,
      CASE WHEN ${chance(2, 100)} < 96 THEN 'SALE' ELSE 'REFUND' END AS type,
      500 + ${chance(3, 250_000)} AS amount, n * ${DAYS} / ${rows + 1} AS day, ${chance(4, 50_400_000)} AS in_day
    FROM number WHERE n <= ${last}),
  money AS (
    SELECT *, CASE type WHEN 'SALE' THEN amount * 22 / 1000 ELSE 0 END AS fee, CASE type WHEN 'SALE' THEN amount * 22 / 1000 * 14 / 100 ELSE 0 END AS vat,
      ${LAST_DAY_MS} - (${DAYS} - day) * 86400000 AS at_ms,
      CASE type WHEN 'SALE' THEN amount ELSE -amount END AS adds FROM facts),
  words AS (
    SELECT *, adds - fee - vat AS net, strftime('%Y-%m-%d %H:%M:%S.000000+00:00', at_ms / 1000, 'unixepoch') AS at,
      strftime('%Y-%m-%d', at_ms / 1000 - 86400, 'unixepoch') AS date,
      at_ms - 90000000 + in_day AS created_ms,
      strftime('%Y-%m-%d %H:%M:%S', (at_ms - 90000000 + in_day) / 1000, 'unixepoch') || printf('.%03d000+00:00', (at_ms - 90000000 + in_day) % 1000) AS created,
      CASE n % 3 WHEN 0 THEN 'CHIP' WHEN 1 THEN 'CONTACTLESS' ELSE 'MAGSTRIPE' END AS mode FROM money),
  raw AS (
    SELECT *, printf('{"transactionId":"%s","merchantOrderId":"%s","refNumber":"%s","terminalId":"%s","branchId":"%s","channel":"pos","method":"card","paymentType":"%s","entryMode":"%s","amount":%.2f,"feeAmount":%.2f,"vatAmount":%.2f,"netAmount":%.2f,"currency":"EGP","settlementDate":"%s","windowId":"SW-%s","batchId":"SB-%s-%s","createdAt":"%s"}',
      id, order_id, reference, terminal, branch, type, mode, amount / 100.0, fee / 100.0, vat / 100.0, net / 100.0, at, date, date, branch, created) AS raw FROM words)
  SELECT id, order_id, reference, terminal, branch, amount, fee, vat, net, 'EGP', at_ms, 'SW-' || date, type, 'card', lower(type),
    lower(id || ' ' || order_id || ' ' || reference || ' ' || terminal),
    json_object('transactionId', id, 'merchantOrderId', order_id, 'refNumber', reference, 'terminalId', terminal, 'branchId', branch,
      'branchName', NULL, 'channel', 'pos', 'method', 'card', 'paymentType', type, 'entryMode', mode,
      'amount', json_object('minor', CAST(amount AS TEXT), 'currency', 'EGP'), 'fee', json_object('minor', CAST(fee AS TEXT), 'currency', 'EGP'),
      'vat', json_object('minor', CAST(vat AS TEXT), 'currency', 'EGP'), 'net', json_object('minor', CAST(net AS TEXT), 'currency', 'EGP'),
      'settlementDate', json_object('kind', 'instant', 'atMs', at_ms, 'raw', at), 'createdAt', json_object('kind', 'instant', 'atMs', created_ms, 'raw', created),
      'windowId', 'SW-' || date, 'batchId', 'SB-' || date || '-' || branch, 'raw', raw)
  FROM raw`;

/** Indexes are made after the rows: that is many times faster. */
function withoutIndexes(cache: Database, fill: () => void): void {
  const indexes = cache
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'settled' AND sql IS NOT NULL`,
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) cache.exec(`DROP INDEX ${name}`);
  fill();
  for (const { sql } of indexes) cache.exec(sql);
}

function fill(opened: ProfileFiles, rows: number): void {
  const { cache } = opened;
  cache.pragma('cache_size = -400000');
  // As an earlier Closeout would have left them: they are taken into sums and search afterwards, which is faster.
  cache.exec('UPDATE settled_filled SET through = 0');
  withoutIndexes(cache, () => {
    for (let before = 0; before < rows; before += AT_ONCE)
      cache.exec(
        `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, vat_minor,
         net_minor, currency, settled_at_ms, window_id, payment_type, method, kind, search, value) ${rowsSql(rows, before + 1, Math.min(before + AT_ONCE, rows))}`,
      );
  });
  for (let before = 0; before < rows; before += AT_ONCE)
    cache.exec(
      `INSERT INTO settled_met (run, transaction_id) SELECT 1, transaction_id FROM settled WHERE rowid > ${before} AND rowid <= ${before + AT_ONCE}`,
    );
  cache.exec(`
    INSERT INTO settled_sync (run, branch_ids, started_at_ms, pages_done, passed, swept, total, sums_agree, ended)
      VALUES (1, '[]', ${Date.now()}, ${Math.ceil(rows / 500)}, 1, 1, ${rows}, 1, 'whole');
    INSERT INTO settled_sync_sum (run, currency, count, minor) SELECT 1, currency, COUNT(*), SUM(amount_minor) FROM settled GROUP BY currency;
    INSERT INTO window_stale SELECT DISTINCT window_id FROM settled;
    INSERT INTO list_read (name, read_at_ms, note) VALUES ('settled', ${Date.now()}, '0');`);
  const files = opened as unknown as WritableFiles;
  const fillSome = cache.transaction(() =>
    settledFillProcedures['settlement.fillSome'].run(files, { most: 5_000 }),
  );
  while (fillSome.immediate());
}

function make(folder: string, rows: number): void {
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  const opened = openProfileFiles(making);
  fill(opened.files, rows);
  // Rows are written long at first, and their shortening leaves pages half empty.
  opened.files.cache.exec('VACUUM');
  opened.files.cache.pragma('wal_checkpoint(TRUNCATE)');
  opened.close();
  renameSync(making, folder);
}

/** A profile's folder with so many rows, to be read only. */
function keptFolder(size: Size): string {
  const folder = join(kept, `${size}-${cacheMigrations.length}`);
  if (existsSync(folder)) return folder;
  mkdirSync(kept, { recursive: true });
  const begunMs = performance.now();
  make(folder, sizes[size]);
  console.log(`  ${size}: made in ${((performance.now() - begunMs) / 1_000).toFixed(0)} s`);
  return folder;
}

const named = process.env['CLOSEOUT_BENCH_FOLDER'] ?? '1M';
/** The size that CLOSEOUT_BENCH_FOLDER names. */
export function chosenSize(): Size {
  if (isSize(named)) return named;
  throw new Error(`CLOSEOUT_BENCH_FOLDER is ${named}; there are: ${Object.keys(sizes).join(', ')}`);
}

/** A copy that may be written into. */
export function copyFolder(size: Size, to: string): string {
  cpSync(keptFolder(size), to, { recursive: true });
  return to;
}

/** Gives a profile that is closed the settled transactions of a folder, in place of all that its cache holds. */
export function giveRows(size: Size, profile: string): void {
  for (const name of readdirSync(profile)) if (name.startsWith('cache.')) rmSync(join(profile, name));
  for (const name of readdirSync(keptFolder(size)))
    if (name.startsWith('cache.')) cpSync(join(keptFolder(size), name), join(profile, name));
}

type Opened = {
  readonly folder: string;
  readonly database: ProfileDatabase;
  readonly size: Size;
  readonly rows: number;
};

/** A folder of its own, open while it is used and removed afterwards. */
export async function withFolder(use: (opened: Opened) => Promise<void>, size = chosenSize()): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  try {
    const folder = copyFolder(size, join(root, 'profile'));
    const { database } = await openDatabase(databaseWorkerUrl, folder);
    await use({ folder, database, size, rows: sizes[size] });
    await database.close();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
