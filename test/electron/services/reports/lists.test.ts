import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import readXlsx from 'read-excel-file/node';
import { exportColumns, MOST_PDF_ROWS } from '#shared/contract/exports.ts';
import { openBench, orderOf, settledRow, store } from './list-bench.ts';
import { parseCsv } from './parse-csv.ts';

const ROWS = MOST_PDF_ROWS + 100;
const filter = { text: '', branchIds: [], paymentTypes: [], windowId: null, fromMs: null, toMs: null };
const everything = { filter, sort: { by: 'settlementDate', direction: 'asc' } };
const reference = (index: number) => String(index).padStart(12, '0');

let bench: Awaited<ReturnType<typeof openBench>>;
beforeAll(async () => {
  bench = await openBench();
  const rows = Array.from({ length: ROWS }, (_, index) => settledRow(index + 1));
  rows[0] = settledRow(1, {
    merchantOrderId: '=cmd|1',
    terminalId: 'مدينة نصر',
    vat: { minor: 7n, currency: 'USD' },
  });
  await store(bench.database, rows);
});
afterAll(() => bench.close());

const pathOf = async (order: Parameters<typeof bench.run>[0]) => {
  const ended = await bench.run(order);
  if (ended.kind !== 'saved') throw new Error(JSON.stringify(ended));
  return ended.saved.path;
};
/** The lines of the head, and those of the list with its columns first. */
function partsOf(text: string): { head: string[][]; rows: string[][] } {
  const lines = parseCsv(text);
  const end = lines.findIndex((line) => line.length === 1 && line[0] === '');
  return { head: lines.slice(0, end), rows: lines.slice(end + 1) };
}

describe('settled transactions as a file', () => {
  it('are all there once in CSV, in the order of the screen, under a head that says what they are', async () => {
    const text = readFileSync(await pathOf(orderOf('settled', everything)), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const { head, rows } = partsOf(text);
    expect(head.slice(0, 2)).toEqual([
      ['<about>'],
      ['<fact>', '<value>', '<time>', '<count>', '<amount>', '<currency>'],
    ]);
    const gross = ((ROWS * (ROWS + 1)) / 2) * 100 + ROWS * 5;
    expect(head.slice(2)).toEqual([
      ['<list>', 'The list', '', '', '', ''],
      ['<filter>', '<noFilter>', '', '', '', ''],
      ['<environment>', '<test>', '', '', '', ''],
      ['<merchant>', 'M-1', '', '', '', ''],
      ['<timeZone>', 'Africa/Cairo', '', '', '', ''],
      ['<dataAge>', '<never>', '', '', '', ''],
      ['<rows>', '', '', String(ROWS), '', ''],
      [
        'gross',
        '',
        '',
        String(ROWS),
        `${Math.floor(gross / 100)}.${String(gross % 100).padStart(2, '0')}`,
        'EGP',
      ],
      [
        'fees',
        '',
        '',
        '',
        `-${Math.floor((ROWS * 125) / 100)}.${String((ROWS * 125) % 100).padStart(2, '0')}`,
        'EGP',
      ],
      ['vat', '', '', '', '-0.07', 'EGP'],
      ['net', '', '', '', head.at(-2)?.[4] ?? '', 'EGP'],
      ['<madeBy>', 'Mona', '2026-11-21T02:00:00+02:00', '', '', ''],
    ]);
    expect(rows[0]).toEqual(['The list']);
    expect(rows[1]).toEqual([...exportColumns.settled]);
    const body = rows.slice(2);
    expect(body).toHaveLength(ROWS);
    expect(body.map(([first]) => first)).toEqual(
      Array.from({ length: ROWS }, (_, index) => reference(index + 1)),
    );
    expect(body[0]).toEqual([
      reference(1),
      '2026-11-01T02:01:00+02:00',
      'BR-01',
      "'=cmd|1",
      '1.05',
      '-1.25',
      'USD -0.07',
      '-0.20',
      'EGP',
      'W-1',
      'مدينة نصر',
      'SALE',
      'CHIP',
      'pos',
      'card',
      'yesterday',
      'TX-0000001',
      'BR-01',
      'W-1',
      '',
      '{"n":1}',
    ]);
  });

  it('are narrowed, sorted and named as on screen', async () => {
    const text = readFileSync(
      await pathOf(
        orderOf('settled', {
          filter: { ...filter, branchIds: ['BR-02'] },
          sort: { by: 'amount', direction: 'desc' },
          columns: [
            { id: 'paymentType', header: 'النوع', words: { SALE: 'بيع' } },
            { id: 'refNumber', header: 'الرقم المرجعي' },
          ],
        }),
      ),
      'utf8',
    );
    const [, head, ...rows] = partsOf(text).rows;
    expect(head).toEqual(['النوع', 'الرقم المرجعي']);
    expect(rows[0]).toEqual(['بيع', reference(ROWS - ((ROWS - 2) % 3))]);
    expect(rows).toHaveLength(Math.floor((ROWS - 2) / 3) + 1);
  });

  it('are typed cells in an Excel sheet, right to left where the screen is', async () => {
    const path = await pathOf(orderOf('settled', { ...everything, format: 'xlsx', language: 'ar' }));
    const [head, list] = await readXlsx(readFileSync(path));
    expect(head?.sheet).toBe('<about>');
    expect(list?.sheet).toBe('The list');
    expect(list?.data).toHaveLength(ROWS + 1);
    expect(list?.data[2]?.slice(0, 9)).toEqual([
      reference(2),
      new Date('2026-11-01T02:02:00Z'),
      'BR-02',
      'NM-2',
      2.05,
      -1.25,
      null,
      0.8,
      'EGP',
    ]);
  });

  it('are a Parquet file of typed columns, with the head as its metadata', async () => {
    const bytes = readFileSync(await pathOf(orderOf('settled', { ...everything, format: 'parquet' })));
    const file = Uint8Array.from(bytes).buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(ROWS);
    expect(Object.values(rows[1] ?? {}).slice(0, 9)).toEqual([
      reference(2),
      // A moment; a sheet has the wall time of Cairo.
      new Date('2026-11-01T00:02:00Z'),
      'BR-02',
      'NM-2',
      2.05,
      -1.25,
      null,
      0.8,
      'EGP',
    ]);
    const facts = parquetMetadata(file).key_value_metadata ?? [];
    expect(facts[0]).toEqual({ key: '<list>', value: 'The list' });
  });

  it('are a PDF where they are few enough, and say so where they are not', async () => {
    const pdf = { sort: everything.sort, format: 'pdf', styles: 'body{color:#000}' };
    expect(await bench.run(orderOf('settled', { ...pdf, filter }))).toEqual({
      kind: 'failed',
      error: {
        kind: 'storage',
        code: 'export-too-long',
        params: { rows: ROWS, most: MOST_PDF_ROWS },
      },
    });
    const path = await pathOf(orderOf('settled', { ...pdf, filter: { ...filter, text: '000000000001' } }));
    expect(path.endsWith('.pdf')).toBe(true);
    expect(bench.documents).toHaveLength(1);
    expect(bench.documents[0]).toContain('<bdi>=cmd|1</bdi>');
    expect(bench.documents[0]).toContain('<bdi dir="ltr">1.05</bdi>');
    const loading = { ...pdf, filter: { ...filter, text: '000000000001' }, styles: '@import "x"' };
    expect(await bench.run(orderOf('settled', loading))).toMatchObject({
      kind: 'failed',
      error: { code: 'invalid' },
    });
  });

  it('are in the record with what was asked for and what the file holds', async () => {
    const path = await pathOf(orderOf('settled', everything));
    const entry = bench.entries.at(-1);
    expect(entry).toMatchObject({ action: 'report.saved', target: path, outcome: 'ok' });
    expect(entry?.params).toMatchObject({ format: 'csv', rows: ROWS });
    expect(JSON.parse(entry?.params['list'] as string)).toMatchObject({ list: 'settled', filter });
  });

  it('are those of one moment: what is stored while they are written is not among them', async () => {
    const started = await bench.start(orderOf('settled', everything));
    const exportId = started.ok ? started.value.exportId : '';
    await store(bench.database, [settledRow(900_000)]);
    const ended = await bench.endOf(exportId);
    const path = ended.kind === 'saved' ? ended.saved.path : '';
    const { head, rows } = partsOf(readFileSync(path, 'utf8'));
    const counted = Number(head.find(([name]) => name === '<rows>')?.[3]);
    expect(rows.length - 2).toBe(counted);
  });
});

it('amounts that a number cannot hold are written once each, and a row that is not ours ends it without a file', async () => {
  const other = await openBench();
  try {
    const amount = { minor: 9_999_999_999_999_999n, currency: 'EGP' };
    await store(
      other.database,
      Array.from({ length: 450 }, (_, index) => settledRow(index, { amount })),
    );
    const columns = [
      { id: 'transactionId', header: 'id' },
      { id: 'amount', header: 'amount' },
    ];
    const sort = { by: 'amount', direction: 'desc' };
    const ended = await other.run(orderOf('settled', { filter, sort, columns }));
    if (ended.kind !== 'saved') throw new Error(JSON.stringify(ended));
    const [, , ...rows] = partsOf(readFileSync(ended.saved.path, 'utf8')).rows;
    expect(new Set(rows.map(([id]) => id)).size).toBe(450);
    expect(rows).toHaveLength(450);
    expect(rows[0]).toEqual(['TX-0000449', '99999999999999.99']);

    const cache = new Sqlite(join(other.root, 'profile', 'cache.sqlite'));
    cache
      .prepare("UPDATE settled SET value = json_set(value, '$.amount.minor', '1e3') WHERE transaction_id = ?")
      .run('TX-0000200');
    cache.close();
    const before = readdirSync(other.files);
    expect(await other.run(orderOf('settled', { filter, sort, columns }))).toMatchObject({
      kind: 'failed',
      error: { kind: 'storage', code: 'export-failed' },
    });
    expect(readdirSync(other.files)).toEqual(before);
  } finally {
    await other.close();
  }
});

it('money that goes back has a minus in the file as on screen, and the gateway’s own amount stays as it was', async () => {
  const other = await openBench();
  try {
    const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
    const names = { merchantOrderId: 'NM-1', refNumber: 'R-1' };
    await store(other.database, [
      settledRow(1, { ...names, amount: egp(10_000n) }),
      settledRow(2, { ...names, amount: egp(2_500n), paymentType: 'REFUND', raw: '{"amount":25}' }),
      settledRow(3, { amount: egp(-1_000n), paymentType: 'REFUND', raw: '{"amount":-10}' }),
    ]);
    const ended = await other.run(orderOf('settled', everything));
    if (ended.kind !== 'saved') throw new Error(JSON.stringify(ended));
    const { head, rows } = partsOf(readFileSync(ended.saved.path, 'utf8'));
    const columnOf = (id: (typeof exportColumns.settled)[number]) =>
      rows.slice(2).map((line) => line[exportColumns.settled.indexOf(id)]);
    expect(columnOf('amount')).toEqual(['100.00', '-25.00', '-10.00']);
    expect(columnOf('raw')).toEqual(['{"n":1}', '{"amount":25}', '{"amount":-10}']);
    expect(head.find(([name]) => name === 'gross')?.[4]).toBe('65.00');
  } finally {
    await other.close();
  }
});

describe('an export that is stopped', () => {
  it('leaves no file behind, and tells', async () => {
    const before = readdirSync(bench.files);
    const entries = bench.entries.length;
    const [first, second] = await Promise.all([
      bench.start(orderOf('settled', everything)),
      bench.start(orderOf('settled', everything)),
    ]);
    for (const started of [first, second]) if (started.ok) await bench.reports.cancelExport(started.value);
    for (const started of [first, second])
      expect(started.ok && (await bench.endOf(started.value.exportId))).toEqual({ kind: 'cancelled' });
    expect(readdirSync(bench.files)).toEqual(before);
    expect(bench.entries).toHaveLength(entries);
  });

  it('is refused for a list that is not there, and for a zone nobody knows', async () => {
    expect(await bench.run(orderOf('bridge', { subject: 'nowhere' }))).toMatchObject({
      kind: 'failed',
      error: { code: 'invalid' },
    });
    expect(await bench.start(orderOf('windows', { timeZone: 'Mars/Base' }))).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    });
  });
});

describe('the other lists', () => {
  it.each(['windows', 'eligible'] as const)('%s is a file also while it is empty', async (list) => {
    const { rows } = partsOf(readFileSync(await pathOf(orderOf(list, {})), 'utf8'));
    expect(rows).toEqual([['The list'], [...exportColumns[list]]]);
  });

  it('a terminal’s transactions have their head and no rows while none was read', async () => {
    const order = orderOf('transactions', {
      terminalId: '30410001',
      filter: {},
      sort: { by: 'firstSeen', direction: 'asc' },
    });
    const { rows } = partsOf(readFileSync(await pathOf(order), 'utf8'));
    expect(rows).toHaveLength(2);
  });
});

it('the head of a terminal’s list says what its rows come to, and what is in no sum', async () => {
  const other = await openBench();
  try {
    const row = (index: number, paymentType: string, order: number, minor: bigint, currency = 'EGP') => ({
      rowId: `row-${index}`,
      terminalId: 'T1',
      merchantOrderId: `W-${order}`,
      refNumber: `R-${order}`,
      amount: { minor, currency },
      paymentType,
      entryMode: 'CHIP',
      isNoisy: false,
      raw: '{}',
    });
    const rows = [
      row(1, 'SALE', 1, 28_395n),
      row(2, 'REVERSAL', 1, 28_395n),
      row(3, 'SALE', 2, 10_000n),
      row(4, 'REFUND', 2, 2_500n),
      row(5, 'TOPUP', 3, 12_000n),
      row(6, 'SALE', 4, 1_234n, 'KWD'),
    ];
    const reading = { terminalId: 'T1', rows, unreadable: [] };
    await other.database.call('transactions.storeReading', { reading, readAtMs: 1, serverAtMs: null });
    const filter = { text: '', listing: 'outstanding', paymentTypes: [], entryModes: [] };
    const limits = { minAmount: null, maxAmount: null, minAgeMs: null };
    const sort = { by: 'firstSeen', direction: 'asc' };
    const order = orderOf('transactions', { terminalId: 'T1', filter: { ...filter, ...limits }, sort });
    const ended = await other.run(order);
    if (ended.kind !== 'saved') throw new Error(JSON.stringify(ended));
    const { head, rows: lines } = partsOf(readFileSync(ended.saved.path, 'utf8'));
    const amountAt = exportColumns.transactions.indexOf('amount');
    expect(lines.slice(2).map((line) => line[amountAt])).toEqual([
      ...['283.95', '-283.95', '100.00', '-25.00', '120.00', '1.234'],
    ]);
    const totals = head.filter(([name]) => ['sales', 'returns', 'net', 'notSummed'].includes(name ?? ''));
    expect(totals.map(([name, , , count, amount, currency]) => [name, count, amount, currency])).toEqual([
      ['sales', '2', '383.95', 'EGP'],
      ['sales', '1', '1.234', 'KWD'],
      ['returns', '2', '-308.95', 'EGP'],
      ['net', '5', '75.00', 'EGP'],
      ['net', '1', '1.234', 'KWD'],
      ['notSummed', '1', '120.00', 'EGP'],
    ]);
  } finally {
    await other.close();
  }
});
