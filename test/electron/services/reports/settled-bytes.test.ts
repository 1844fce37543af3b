/** A file of settled transactions, byte by byte beside the same rows written the plain way: whatever a row holds, no short cut shows. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { SETTLED_COLUMNS_SQL, type SettledColumns } from '#electron/database/repositories/settled-compact.ts';
import { decodeSettled } from '#electron/database/repositories/settled-value.ts';
import { isoIn, wallDate } from '#electron/services/reports/wall-time.ts';
import { exportColumns } from '#shared/contract/exports.ts';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { openBench, orderOf, settledRow, store } from './list-bench.ts';

const CAIRO = 'Africa/Cairo';
const HOUR = 3_600_000;
/** The clocks of Cairo go forward and back at these moments. */
const TURNS = [Date.UTC(2026, 3, 23, 22), Date.UTC(2026, 9, 29, 21), Date.UTC(2010, 7, 10, 22)];
const zoned = (atMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);

it('a moment in a file is the wall time of the place, also around every change of its clocks', () => {
  const near = fc.tuple(fc.constantFrom(...TURNS, 0, Date.UTC(1973, 0, 1)), fc.integer({ min: -3, max: 3 }));
  const moment = fc.oneof(
    near.map(([turn, step]) => turn + step),
    near.map(([turn, step]) => turn + step * HOUR),
    fc.integer({ min: Date.UTC(1800, 0, 1), max: Date.UTC(2200, 0, 1) }),
    fc.constantFrom(-62_135_596_800_000, 253_402_300_799_999),
  );
  const zones = [CAIRO, 'UTC', 'Africa/Casablanca', 'Australia/Lord_Howe', '+03:30', 'Africa/Monrovia'];
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (atMs, zone) => {
      const there = zoned(atMs, zone);
      const wallMs = atMs + there.offsetNanoseconds / 1_000_000;
      expect(isoIn(zone, atMs)).toBe(new Date(wallMs).toISOString().replace(/\.\d{3}Z$/, '') + there.offset);
      expect(wallDate(zone, atMs).getTime()).toBe(Math.floor(wallMs / 1_000) * 1_000);
    }),
    { numRuns: 1_500, seed: 20_261_128 },
  );
});

const pieces = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', "'", '"', ',', ';', ' ', '\u00A0', '＝', '＠'];
const text = fc
  .array(fc.constantFrom(...pieces, 'a', '0', 'مدينة', '\uD800', '\uDC00', '😀', '\uFEFF', '1e5', '.', ':'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const textOrNull = fc.option(fc.oneof(text, fc.constantFrom('NM-1', 'R.2', '-', ' ')));
const minor = fc.oneof(
  fc.bigInt({ min: -200n, max: 200n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.constantFrom(2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 12_345_678_901_234_567n),
);
const currency = fc.constantFrom('EGP', 'JPY', 'KWD', 'USD_VIRTUAL');
const DECIMALS: Readonly<Record<string, number>> = { EGP: 2, JPY: 0, KWD: 3, USD_VIRTUAL: 2 };
const DAYS = 86_400_000;
const time = fc.option(
  fc.oneof(
    fc
      .integer({ min: -2, max: 2 })
      .chain((step) =>
        fc.constantFrom(...TURNS).map((turn) => ({ kind: 'instant' as const, atMs: turn + step, raw: 'x' })),
      ),
    text.map((raw) => ({ kind: 'text' as const, raw })),
  ),
);
const amountIn = (main: string) =>
  fc.option(
    fc.tuple(minor, fc.oneof(fc.constant(main), currency)).map(([m, c]) => ({ minor: m, currency: c })),
  );

const anyRow = currency.chain((main) =>
  fc.record({
    merchantOrderId: textOrNull,
    refNumber: textOrNull,
    terminalId: textOrNull,
    branchId: textOrNull,
    channel: textOrNull,
    method: textOrNull,
    paymentType: fc.constantFrom('SALE', 'REFUND', 'زيارة', null),
    entryMode: textOrNull,
    amount: minor.map((m) => ({ minor: m, currency: main })),
    fee: amountIn(main),
    vat: amountIn(main),
    net: amountIn(main),
    createdAt: time,
    windowId: textOrNull,
    batchId: textOrNull,
    raw: fc.constantFrom('{}', '{"a":"=1"}', ' {"n": 1}'),
  }),
);

const cell = (value: string | null): string => {
  if (value === null || value === '') return '';
  const well = value.toWellFormed();
  const inert = /^'*[=+\-@\t\r\n\0＝＋－＠]/.test(well) ? `'${well}` : well;
  return /[,;\t\r\n"'\0]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
function decimal({ minor: value, currency: code }: Money): string {
  const scale = DECIMALS[code] ?? 0;
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
const amountCell = (money: Money | null, code: string) =>
  money === null ? '' : money.currency === code ? decimal(money) : `${money.currency} ${decimal(money)}`;
const off = (money: Money | null) => money && { ...money, minor: -money.minor };
function timeCell(at: SettledTransaction['createdAt']): string {
  if (at === null) return '';
  if (at.kind === 'text') return cell(at.raw);
  const there = zoned(at.atMs, CAIRO);
  return `${there.toPlainDateTime().toString({ smallestUnit: 'second' })}${there.offset}`;
}
function lineOf(row: SettledTransaction): string {
  const { amount } = row;
  const size = amount.minor < 0n ? -amount.minor : amount.minor;
  const shown = row.paymentType === 'REFUND' ? { ...amount, minor: -size } : amount;
  const values: Record<(typeof exportColumns.settled)[number], string> = {
    refNumber: cell(row.refNumber),
    settlementDate: timeCell(row.settlementDate),
    branchId: cell(row.branchName ?? row.branchId),
    merchantOrderId: cell(row.merchantOrderId),
    amount: amountCell(shown, amount.currency),
    fee: amountCell(off(row.fee), amount.currency),
    vat: amountCell(off(row.vat), amount.currency),
    net: amountCell(row.net, amount.currency),
    currency: cell(amount.currency),
    batch: cell(row.batchId ?? row.windowId),
    terminal: cell(row.terminalId),
    paymentType: cell(row.paymentType),
    entryMode: cell(row.entryMode),
    channel: cell(row.channel),
    method: cell(row.method),
    createdAt: timeCell(row.createdAt),
    transactionId: cell(row.transactionId),
    branchCode: cell(row.branchId),
    windowId: cell(row.windowId),
    batchId: cell(row.batchId),
    raw: cell(row.raw),
  };
  return `${exportColumns.settled.map((id) => values[id]).join(',')}\r\n`;
}

it('any rows become the same bytes as by hand, and one that cannot be read ends the file', async () => {
  const rows = fc.sample(anyRow, { numRuns: 250, seed: 20_261_128 }).map((more, index) =>
    settledRow(index, {
      ...more,
      // Each on a day of its own, so that the order is plain.
      settlementDate: { kind: 'instant', atMs: Date.UTC(2026, 0, 1, 21, 59, 59) + index * DAYS, raw: '' },
    }),
  );
  const bench = await openBench();
  try {
    await store(bench.database, rows);
    const cache = new Sqlite(join(bench.root, 'profile', 'cache.sqlite'));
    // As they are stored, read whole and with every digit.
    const stored = cache
      .prepare(`SELECT ${SETTLED_COLUMNS_SQL} FROM settled ORDER BY settled_at_ms`)
      .safeIntegers()
      .all()
      .map((columns) => decodeSettled(columns as SettledColumns));
    expect(stored.map((row) => row.amount)).toEqual(rows.map((row) => row.amount));
    const sort = { by: 'settlementDate', direction: 'asc' };
    const asked = async (left: readonly string[]) => {
      const columns = exportColumns.settled.filter((id) => !left.includes(id));
      const order = orderOf('settled', {
        filter: {},
        sort,
        columns: columns.map((id) => ({ id, header: id })),
      });
      const ended = await bench.run(order);
      return ended.kind === 'saved' ? readFileSync(ended.saved.path, 'utf8') : JSON.stringify(ended);
    };
    const whole = await asked([]);
    const head = `\r\nThe list\r\n${exportColumns.settled.join(',')}\r\n`;
    expect(whole.slice(whole.indexOf(head) + head.length)).toBe(stored.map(lineOf).join(''));
    // Without what was sent, rows are read in a shorter way.
    const short = await asked(['raw']);
    const shortHead = head.replace(',raw\r\n', '\r\n');
    expect(short.slice(short.indexOf(shortHead) + shortHead.length)).toBe(
      stored.map((row) => `${lineOf(row).slice(0, -`,${cell(row.raw)}\r\n`.length)}\r\n`).join(''),
    );

    const spoil = cache.prepare('UPDATE settled SET value = ? WHERE transaction_id = ?');
    const before = readdirSync(bench.files);
    for (const value of ['["pos"]', '{}', '[1,null,0,null,null,null,0]', 'no JSON']) {
      spoil.run(value, 'TX-0000200');
      expect(await asked(['raw'])).toContain('export-failed');
    }
    cache.close();
    expect(readdirSync(bench.files)).toEqual(before);
  } finally {
    await bench.close();
  }
});
