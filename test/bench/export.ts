/**
 * P13: a million settled transactions as a file beside the bare loop that reads and writes the same columns and beside the `sqlite3`
 * command line, and what it costs the main loop and memory.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDeflateRaw } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { encodeSettled } from '../../electron/database/repositories/settled-value.ts';
import { createReportService } from '../../electron/services/reports/index.ts';
import { exportColumns, exportSchema, headWords } from '../../shared/contract/exports.ts';
import { money } from '../../shared/money/money.ts';
import { ok } from '../../shared/errors/result.ts';
import { hasCommand } from '../tooling/machine.ts';
import { figure, ratio, ratiosOf, timed } from './measure.ts';
import { databaseWorkerUrl, exportWorkerUrl } from './workers.ts';

/** Fewer while something else uses the machine. */
const ROWS = Number(process.env['CLOSEOUT_BENCH_ROWS'] ?? 1_000_000);
const PAIRS = 3;
const COLUMNS = exportColumns.settled.filter((id) => id !== 'raw').slice(0, 12);

const row = (index: number) => ({
  transactionId: `TX-${String(index).padStart(7, '0')}`,
  merchantOrderId: `NM-${index}`,
  refNumber: String(600_000_000_000 + index),
  terminalId: `304100${index % 12}`,
  branchId: `BR-0${index % 3}`,
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: 'CHIP',
  amount: money(BigInt(index % 999_999), 'EGP'),
  fee: money(125n, 'EGP'),
  vat: money(18n, 'EGP'),
  net: money(BigInt(index % 999_999) - 143n, 'EGP'),
  settlementDate: {
    kind: 'instant' as const,
    atMs: Date.UTC(2025, 0, 1) + index * 60_000,
    raw: String(index),
  },
  createdAt: null,
  windowId: `W-${Math.floor(index / 5_000)}`,
  batchId: null,
  raw: JSON.stringify({ transaction_id: index, note: 'x'.repeat(120) }),
});

/** By plain SQL: the sync has its own tests, and would take minutes. */
function fill(path: string): void {
  const db = new Sqlite(path);
  const insert = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, vat_minor, net_minor, currency, settled_at_ms, window_id, payment_type, search, value)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    for (let index = 0; index < ROWS; index += 1) {
      const one = row(index);
      const { transactionId, merchantOrderId, refNumber, terminalId, branchId, settlementDate } = one;
      insert.run(
        transactionId,
        merchantOrderId,
        refNumber,
        terminalId,
        branchId,
        one.amount.minor,
        one.fee.minor,
        one.vat.minor,
        one.net.minor,
        'EGP',
        settlementDate.atMs,
        one.windowId,
        'SALE',
        transactionId.toLowerCase(),
        encodeSettled(one),
      );
    }
  })();
  db.close();
}

type Bare = Record<
  'ref_number' | 'branch_id' | 'merchant_order_id' | 'window_id' | 'terminal_id' | 'payment_type' | 'value',
  string
> &
  Record<'settled_at_ms' | 'amount_minor' | 'fee_minor' | 'vat_minor' | 'net_minor', number>;
function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The least that writes these columns: one statement, JSON.parse of what is packed, joined, written, synced. */
function* bareLines(db: Sqlite.Database): Generator<string> {
  const rows = db
    .prepare(
      `SELECT ref_number, settled_at_ms, branch_id, merchant_order_id, amount_minor, fee_minor, vat_minor, net_minor, window_id, terminal_id, payment_type, value
       FROM settled ORDER BY settled_at_ms, transaction_id`,
    )
    .iterate() as IterableIterator<Bare>;
  let piece = '';
  for (const one of rows) {
    const [, , , , , batchId] = JSON.parse(one.value) as (string | null)[];
    piece += `${one.ref_number},${new Date(one.settled_at_ms).toISOString()},${one.branch_id},${one.merchant_order_id},${decimal(one.amount_minor)},${decimal(-one.fee_minor)},${decimal(-one.vat_minor)},${decimal(one.net_minor)},EGP,${batchId ?? one.window_id},${one.terminal_id},${one.payment_type}\r\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function bareCsv(db: Sqlite.Database, path: string): void {
  const file = openSync(path, 'w');
  for (const piece of bareLines(db)) writeSync(file, piece);
  fsyncSync(file);
  closeSync(file);
}

/** The same as cells of a sheet, deflated: what a zip of it must at least do. */
async function bareXlsx(db: Sqlite.Database, path: string): Promise<void> {
  const file = openSync(path, 'w');
  const deflate = createDeflateRaw({ level: 1 });
  const written = (async () => {
    for await (const bytes of deflate) writeSync(file, bytes as Uint8Array);
  })();
  for (const piece of bareLines(db)) {
    const xml = piece.replace(/[^,\r\n]+/g, (cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
    if (!deflate.write(xml)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await written;
  fsyncSync(file);
  closeSync(file);
}

/** As the `sqlite3` command line writes these columns: amounts stay minor units, and times milliseconds. */
const COMMAND_LINE = `SELECT ref_number, settled_at_ms, branch_id, merchant_order_id, amount_minor, fee_minor, vat_minor, net_minor,
  currency, window_id, terminal_id, payment_type FROM settled ORDER BY settled_at_ms, transaction_id`;

function commandLineCsv(cache: string, path: string): void {
  const file = openSync(path, 'w');
  const { status, stderr } = spawnSync('sqlite3', ['-readonly', '-csv', cache, COMMAND_LINE], {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
  });
  fsyncSync(file);
  closeSync(file);
  if (status !== 0) throw new Error(stderr);
}

const MIB = 1_048_576;
type Format = 'csv' | 'xlsx' | 'parquet';

type Exported = { bareMs: number; againMs: number; oursMs: number; extraMib: number; heldMs: number };

async function pairOf(bare: () => unknown, ours: () => Promise<string>): Promise<Exported> {
  const bareMs = await timed(bare);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  let path = '';
  const oursMs = await timed(async () => (path = await ours()));
  loop.disable();
  clearInterval(watch);
  // To take away a file of a hundred megabytes holds the loop itself.
  rmSync(path);
  const againMs = await timed(bare);
  return { bareMs, againMs, oursMs, extraMib: (most - before) / MIB, heldMs: loop.max / 1_000_000 };
}

/** The rows of a format, as ratio and figures. */
function tellPairs(format: Format, measured: readonly Exported[]): void {
  const file = `${ROWS.toLocaleString('en')} rows as ${format}`;
  // A bare Parquet would be a library's: it is set beside the bare CSV.
  const bare = format === 'parquet' ? 'the same read and written as CSV' : 'bare read and write';
  ratiosOf(
    { id: 'P13', name: `${file} ÷ ${bare}`, ...(format === 'xlsx' ? { atMost: 1.5 } : {}) },
    measured.map((pair) => ({ baseline: pair.bareMs, again: pair.againMs, product: pair.oursMs })),
  );
  figure(
    { id: 'P13', name: `extra memory of ${file}`, atMost: 50 },
    'MiB',
    measured.map(({ extraMib }) => extraMib),
  );
  figure(
    { id: 'P13', name: `the main loop held by ${file}`, atMost: 50 },
    'ms',
    measured.map(({ heldMs }) => heldMs),
  );
}

export async function exportLists(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const dataFolder = join(root, 'profile');
  const opened = await openDatabase(databaseWorkerUrl, dataFolder);
  await opened.database.close();
  fill(join(dataFolder, 'cache.sqlite'));
  const { database } = await openDatabase(databaseWorkerUrl, dataFolder);
  let finish: (ended: unknown) => void = () => {};
  const reports = createReportService({
    defaultFolder: join(root, 'files'),
    folder: { get: () => null, set: () => {} },
    byteOrderMark: () => true,
    printToPdf: async () => ok(new Uint8Array()),
    exportWorkerUrl,
    showInFolder: null,
  });
  async function ours(format: Format): Promise<string> {
    const ended = new Promise<unknown>((resolve) => (finish = resolve));
    const input = exportSchema.parse({
      list: 'settled',
      filter: {},
      sort: { by: 'settlementDate', direction: 'asc' },
      format,
      columns: COLUMNS.map((id) => ({ id, header: id })),
      language: 'en',
      timeZone: 'Africa/Cairo',
      fileName: ['bench'],
      head: {
        title: 'Settled',
        filter: [],
        words: Object.fromEntries(headWords.map((word) => [word, word])),
      },
    });
    await reports.exportList(input, {
      dataFolder,
      origin: () => ({ environment: 'practice', merchantId: 'M', by: 'bench', atMs: 0, seesContacts: true }),
      emit: (_event, payload) => {
        const end = (payload as { ended?: unknown }).ended;
        if (end) finish(end);
      },
      nowMs: () => 0,
      record: async () => null,
    });
    const end = (await ended) as { kind: string; saved?: { path: string } };
    if (end.kind !== 'saved' || !end.saved) throw new Error(JSON.stringify(end));
    return end.saved.path;
  }
  const cache = join(dataFolder, 'cache.sqlite');
  const raw = new Sqlite(cache, { readonly: true });
  for (const format of ['csv', 'xlsx', 'parquet'] as const) {
    const path = join(root, `bare.${format}`);
    const bare = () => (format === 'xlsx' ? bareXlsx(raw, path) : bareCsv(raw, path));
    const measured: Exported[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) measured.push(await pairOf(bare, () => ours(format)));
    tellPairs(format, measured);
  }
  if (hasCommand('sqlite3')) {
    const path = join(root, 'command-line.csv');
    const name = `${ROWS.toLocaleString('en')} rows as csv ÷ the sqlite3 command line`;
    const theirs = () => commandLineCsv(cache, path);
    await ratio({ id: 'P13', name, atMost: 3 }, theirs, async () => rmSync(await ours('csv')), PAIRS);
  } else console.log('P13: beside the sqlite3 command line is left out, as it is not installed');
  raw.close();
  await database.close();
  rmSync(root, { recursive: true, force: true });
}
