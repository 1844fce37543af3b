/** A sum has one meaning: a file has the sign that the screen shows, and a list that is ordered by it follows that sign. */
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import i18next from 'i18next';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import { paymentsList } from '#electron/services/reports/lists/payments.ts';
import { settledList } from '#electron/services/reports/lists/settled.ts';
import { windowsList } from '#electron/services/reports/lists/windows.ts';
import type { ListColumn } from '#electron/services/reports/lists/list.ts';
import type { GridColumn } from '#renderer/components/grid-columns.ts';
import { paymentFilterSchema, type Payment } from '#shared/contract/payments.ts';
import { listedSettled } from '#electron/database/repositories/settled-listed.ts';
import {
  settledFilterSchema,
  type ListedSettled,
  type ListedWindow,
  type SettledTransaction,
} from '#shared/contract/settlement.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { preparedWorkerUrl } from '../workers.ts';
import { settledRow, store } from '../electron/services/reports/list-bench.ts';

Object.assign(globalThis, {
  location: { hash: '#/today' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { paymentColumns } = await import('#renderer/features/payments/columns.tsx');
const { settledColumns } = await import('#renderer/features/settlement/settled-columns.tsx');
const { windowColumns } = await import('#renderer/features/settlement/window-columns.tsx');

const egp = (minor: bigint) => money(minor, 'EGP');
const settled = { ...settledRow(1), fee: egp(125n), vat: egp(17n), kind: 'sale' } as ListedSettled &
  SettledTransaction;
const window = {
  windowId: 'W-1',
  gross: egp(9_000n),
  fees: egp(180n),
  vat: egp(25n),
  adjustments: egp(-50n),
  net: egp(8_745n),
  batches: [],
  bridge: { state: 'unexplained', deposited: egp(8_700n), unexplained: egp(-45n) },
} as unknown as ListedWindow;
const payment = {
  amount: egp(9_000n),
  captured: egp(9_000n),
  returned: egp(2_000n),
  left: egp(7_000n),
} as Payment;

/** By column: what the screen shows of the row, and what a file has of it. */
function amounts<Shown, Row extends Shown>(
  screen: readonly GridColumn<Shown>[],
  file: Record<string, ListColumn<Row>>,
  row: Row,
) {
  const both = screen.flatMap(({ id, amounts: of }) => {
    const column = file[id];
    const shown = of?.(row)[0];
    return column && shown ? [{ id, shown: toDecimal(shown), written: column.value(row) }] : [];
  });
  return {
    shown: Object.fromEntries(both.map(({ id, shown }) => [id, shown])),
    written: Object.fromEntries(both.map(({ id, written }) => [id, written])),
  };
}

describe('what is taken off has its minus on screen and in a file', () => {
  const t = i18next.t;
  it('of settled transactions', () => {
    const { shown, written } = amounts(settledColumns(t, false), settledList.columns, settled);
    expect(written).toEqual(shown);
    expect(written).toMatchObject({ amount: '1.05', fee: '-1.25', vat: '-0.17' });
  });
  it('of settlement windows', () => {
    const screen = windowColumns(t, { language: 'en', digits: 'latin' }, [window], true);
    const { shown, written } = amounts(screen, windowsList.columns, window);
    expect(written).toEqual(shown);
    expect(written).toMatchObject({ gross: '90.00', fees: '-1.80', vat: '-0.25', net: '87.45' });
    const fees = screen.find(({ id }) => id === 'fees');
    expect(fees?.sortValue?.(window)).toBe(-180n);
  });
  it('of payments', () => {
    const { shown, written } = amounts(paymentColumns(t), paymentsList.columns, payment);
    expect(written).toEqual(shown);
    expect(written).toEqual({ amount: '90.00', captured: '90.00', returned: '-20.00', left: '70.00' });
  });
});

describe('a list that is ordered by what is taken off begins with the smallest that is shown', () => {
  let folder = '';
  let db: ProfileDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'closeout-one-sign-'));
    ({ database: db } = await openDatabase(preparedWorkerUrl, folder));
  });
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const directions = { asc: [-300n, -200n, -100n], desc: [-100n, -200n, -300n] } as const;

  it('settled transactions by fee, over several pages', async () => {
    await store(
      db,
      [100n, 300n, 200n].map((fee, at) => settledRow(at + 1, { fee: egp(fee) })),
    );
    for (const direction of ['asc', 'desc'] as const) {
      const filter = settledFilterSchema.parse({});
      const asked = { filter, sort: { by: 'fee' as const, direction }, limit: 2 };
      const first = await db.call('settlement.settledPage', { ...asked, after: null });
      const second = await db.call('settlement.settledPage', { ...asked, after: first.next });
      const fees = [first, second].flatMap(listedSettled).map(({ fee }) => -(fee?.minor ?? 0n));
      expect(fees).toEqual(directions[direction]);
    }
  });

  it('payments by what was given back, over several pages', async () => {
    const rows = [100n, 300n, 200n].flatMap((back, at) =>
      ['pay', 'partial_refund'].map((operation) => ({
        transactionId: `TX-${at}-${operation}`,
        orderId: `ORD-${at}`,
        merchantOrderId: null,
        refNumber: null,
        terminalId: null,
        channel: 'online',
        method: 'card',
        operation,
        status: 'SUCCESS',
        amount: operation === 'pay' ? egp(1_000n) : egp(back),
        createdAt: null,
        raw: '{}',
      })),
    );
    await db.call('payments.storeOrder', { rows });
    for (const direction of ['asc', 'desc'] as const) {
      const filter = paymentFilterSchema.parse({});
      const asked = { filter, sort: { by: 'returned' as const, direction }, nowMs: 0, limit: 2 };
      const first = await db.call('payments.page', { ...asked, after: null });
      const second = await db.call('payments.page', { ...asked, after: first.next });
      const back = [...first.rows, ...second.rows].map(({ returned }) => -(returned?.minor ?? 0n));
      expect(back).toEqual(directions[direction]);
    }
  });
});
