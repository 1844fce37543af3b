import { describe, expect, it } from 'vitest';
import { evidenceFromRequests, evidenceFromTerminal } from '#electron/journal/read-evidence.ts';
import type { GatewayInstantRequest } from '#electron/gateway/gateway.ts';
import type { OperationRecord } from '#electron/journal/operation-record.ts';
import type { PosTransaction } from '#shared/domain/pos-transaction.ts';
import { negativeRead, record, row, SENT_AT_MS } from './record.ts';

const judge = (
  rows: PosTransaction[],
  of: OperationRecord = record(),
  more: {
    unreadable?: number;
    serverAtMs?: number | null;
    field?: 'merchant_order_id' | 'ref_number';
    others?: OperationRecord[];
  } = {},
) =>
  evidenceFromTerminal(of, {
    listLagMs: 15 * 60_000,
    others: more.others ?? [],
    reversalIds: new Set(
      rows.flatMap(({ rowId, paymentType }) => (paymentType === 'REVERSAL' ? [rowId] : [])),
    ),
    reading: {
      terminalId: '30410001',
      rows,
      unreadable: Array.from({ length: more.unreadable ?? 0 }, (_, index) => ({
        rowId: `unreadable:${index}`,
        index,
        field: 'amount',
        problem: 'not-a-decimal',
        raw: '{}',
      })),
    },
    atMs: 2_000_000,
    serverAtMs: more.serverAtMs ?? null,
    sameAccess: true,
    orderIdField: more.field ?? 'merchant_order_id',
  });
const reversalRow = (changes: Partial<PosTransaction> = {}) =>
  row({ rowId: 'reversal', paymentType: 'REVERSAL', ...changes });

describe('a reading, for a reversal that is not known', () => {
  it('proves it by a reversal row of the order that was not there before', () => {
    expect(judge([row(), reversalRow()]).result).toBe('positive');
  });
  it('proves it by the same amount with a minus sign, too', () => {
    const amount = { minor: -12_050n, currency: 'EGP' };
    expect(judge([row(), reversalRow({ amount })]).result).toBe('positive');
  });
  it('proves it even when the sale itself has left the list', () => {
    expect(judge([reversalRow()]).result).toBe('positive');
  });
  it('does not prove it by a reversal row that was there before the send', () => {
    const before = { ...record().evidenceBefore, listedRowIds: ['sale', 'reversal'] };
    expect(judge([row(), reversalRow()], record({ evidenceBefore: before })).result).toBe('negative');
  });
  it.each([
    ['another order', { merchantOrderId: 'order-2' }],
    ['another reference', { refNumber: 'ref-2' }],
    ['another type', { paymentType: 'REFUND' }],
  ])('does not prove it by a row of %s', (_, changes) => {
    expect(judge([row(), reversalRow(changes)]).result).toBe('negative');
  });
  it.each([
    ['amount', { minor: 12_051n, currency: 'EGP' }],
    ['currency', { minor: 12_050n, currency: 'USD' }],
  ])(
    'proves nothing by its reversal of another %s: neither that it happened nor that it did not',
    (_, amount) => {
      expect(judge([row(), reversalRow({ amount })]).result).toBe('inconclusive');
      const other = record({ opId: 'other', state: 'SUCCEEDED' });
      expect(judge([row(), reversalRow({ amount })], record(), { others: [other] }).result).toBe('negative');
    },
  );
  it('proves nothing when the sale is not listed and no reversal is', () => {
    expect(judge([]).result).toBe('inconclusive');
  });
  it('compares the reference where that is what was sent', () => {
    const sent = record({ orderId: 'ref-1' });
    expect(judge([row(), reversalRow({ merchantOrderId: null })], sent, { field: 'ref_number' }).result).toBe(
      'positive',
    );
  });
  it('is not complete while a row of it cannot be read', () => {
    expect(judge([row()], record(), { unreadable: 1 }).complete).toBe(false);
  });
  it('holds newer data when a row is new', () => {
    expect(judge([row()]).newerData).toBe(false);
    expect(judge([row(), row({ rowId: 'new' })]).newerData).toBe(true);
  });
  it('holds newer data when the server dates it a settle window past its own date at the first read', () => {
    // Our own clock is a day behind the server's.
    const firstAtMs = SENT_AT_MS + 86_400_000;
    const read = record({ reads: [negativeRead(0), negativeRead(1, { serverAtMs: firstAtMs })] });
    expect(judge([row()], read, { serverAtMs: firstAtMs + 900_000 }).newerData).toBe(false);
    expect(judge([row()], read, { serverAtMs: firstAtMs + 900_001 }).newerData).toBe(true);
    expect(judge([row()], record(), { serverAtMs: firstAtMs }).newerData).toBe(false);
  });
  it('proves one reversal by one row: another that was done has made it', () => {
    const other = record({ opId: 'other', state: 'SUCCEEDED_BY_READ' });
    expect(judge([row(), reversalRow()], record(), { others: [other] }).result).toBe('negative');
    const two = [row(), reversalRow(), reversalRow({ rowId: 'second' })];
    expect(judge(two, record(), { others: [other] }).result).toBe('positive');
    const notDone = { ...other, state: 'RESOLVED_NOT_DONE' as const };
    expect(judge([row(), reversalRow()], record(), { others: [notDone] }).result).toBe('positive');
  });
});

describe('a reading, for an acknowledgement that is not known', () => {
  const ack = record({
    kind: 'acknowledgement',
    evidenceBefore: { ...record().evidenceBefore, listedRowIds: ['a', 'b'], saleRowId: null },
  });
  const rows = (...ids: string[]) => ids.map((rowId) => row({ rowId }));

  it('proves it when every row it covered is gone, whatever arrived since', () => {
    expect(judge(rows('c'), ack).result).toBe('positive');
    expect(judge([], ack).result).toBe('positive');
  });
  it('shows that it did not happen while every row is there', () => {
    expect(judge(rows('a', 'b', 'c'), ack).result).toBe('negative');
  });
  it('proves nothing when some of the rows are gone', () => {
    expect(judge(rows('a'), ack).result).toBe('inconclusive');
  });
  it('proves nothing when a row cannot be read: the missing one may be it', () => {
    expect(judge([], ack, { unreadable: 1 }).result).toBe('inconclusive');
  });

  const over = (...listedRowIds: string[]) =>
    record({ kind: 'acknowledgement', evidenceBefore: { ...ack.evidenceBefore, listedRowIds } });
  it('shows that it did not happen while every row is there, also those that a person decided on', () => {
    const read = judge(rows('a'), over('a', 'unreadable:0'), { unreadable: 1 });
    expect(read).toMatchObject({ result: 'negative', complete: true, originalListed: true });
    expect(judge(rows('a'), over('a', 'unreadable:0'), { unreadable: 2 }).complete).toBe(false);
  });
  it('proves it when those are gone, too', () => {
    expect(judge(rows('c'), over('a', 'unreadable:0')).result).toBe('positive');
    expect(judge([], over('unreadable:0')).result).toBe('positive');
  });
  it('proves nothing by a row that is gone under its text and may be listed under another', () => {
    expect(judge(rows('c'), over('unreadable:0')).result).toBe('inconclusive');
    expect(judge(rows('a', 'c'), over('a', 'unreadable:0')).result).toBe('inconclusive');
  });
});

describe('the request list, for an early payout that is not known', () => {
  const EGP_300 = { minor: 30_000n, currency: 'EGP' };
  const instant = record({
    kind: 'instant-settlement',
    totals: [{ count: 2, amount: EGP_300 }],
    evidenceBefore: { ...record().evidenceBefore, requestIds: ['old'] },
  });
  const request = (changes: Partial<GatewayInstantRequest> = {}): GatewayInstantRequest => ({
    requestId: 'new',
    status: { kind: 'known', value: 'PENDING' },
    total: EGP_300,
    totalFees: null,
    vat: null,
    netTransfer: null,
    totalNet: null,
    rateFee: null,
    flatFee: null,
    count: 2,
    transactionIds: null,
    createdAt: { kind: 'instant', atMs: SENT_AT_MS + 1_000, raw: '' },
    history: [],
    declineReason: null,
    raw: '{}',
    ...changes,
  });
  const result = (
    changes: Partial<GatewayInstantRequest>,
    others: Parameters<typeof evidenceFromRequests>[3] = [],
  ) =>
    evidenceFromRequests(instant, [request(changes)], ['t2', 't1'], others, 2_000_000, true).evidence.result;
  const other = (changes: Partial<OperationRecord>, rowIds: string[]) => ({
    ...instant,
    opId: 'other',
    ...changes,
    rowIds,
  });

  it('proves nothing by a request that another operation has made', () => {
    const made = other({ state: 'SUCCEEDED', requestId: 'new' }, ['t1', 't2']);
    expect(result({ transactionIds: ['t1', 't2'] }, [made])).toBe('inconclusive');
    expect(result({}, [made])).toBe('inconclusive');
  });
  it('proves nothing by an equal request where another operation may have made it', () => {
    const unknown = other({ state: 'UNKNOWN' }, ['t8', 't9']);
    expect(result({}, [unknown])).toBe('inconclusive');
    expect(result({ transactionIds: ['t1', 't2'] }, [unknown])).toBe('positive');
    expect(result({}, [other({ state: 'REFUSED' }, ['t8', 't9'])])).toBe('positive');
  });

  it('proves it by a new request with the same members in any order', () => {
    expect(result({ transactionIds: ['t1', 't2'], total: null, createdAt: null })).toBe('positive');
  });
  it('proves it by a new request of the same total and count made since', () => {
    expect(result({})).toBe('positive');
  });
  it.each([
    ['that was there before', { requestId: 'old' }],
    ['with other members', { transactionIds: ['t1', 't3'] }],
    ['of another total', { total: { minor: 30_001n, currency: 'EGP' } }],
    ['of another count', { count: 3 }],
    [
      'made three minutes before the send',
      { createdAt: { kind: 'instant', atMs: SENT_AT_MS - 180_000, raw: '' } },
    ],
    ['without a date', { createdAt: null }],
  ] as const)('proves nothing by a request %s', (_, changes) => {
    expect(result(changes as Partial<GatewayInstantRequest>)).toBe('inconclusive');
  });
});
