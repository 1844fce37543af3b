import { expect, it } from 'vitest';
import type { OperationRecord } from '#electron/journal/operation-record.ts';
import { leftOf, withUnlisted } from '#electron/services/operations/movements/order/left.ts';
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import { money } from '#shared/money/money.ts';

const egp = (minor: number) => money(BigInt(minor), 'EGP');
const row = (transactionId: string, operation: string, minor: number, status: string | null = 'SUCCESS') => ({
  transactionId,
  operation,
  status,
  amount: egp(minor),
  terminalId: null as string | null,
  refNumber: null as string | null,
});
const seenBefore = (...listedRowIds: string[]) => ({
  evidenceBefore: { readAtMs: 0, listedRowIds, saleRowId: null, snapshotId: null, requestIds: [] },
});
/** What is read of an operation. */
const done = (kind: OrderMovementKind | 'reversal', minor: number, facts: Partial<OperationRecord> = {}) =>
  ({
    kind,
    totals: [{ count: 1, amount: egp(minor) }],
    ...seenBefore('pay'),
    requestId: null,
    terminalId: null,
    refNumber: null,
    ...facts,
  }) as OperationRecord;
const paid = row('pay', 'pay', 10_000);

it.each([
  ['a refund that may still happen', [row('r', 'refund', 4_000, 'PENDING')], 6_000, null],
  ['a failed refund', [row('r', 'refund', 4_000, 'FAILED')], 10_000, 10_000],
  ['a rejected void', [row('v', 'void', 10_000, 'REJECTED')], 10_000, 10_000],
  ['a refund listed below zero', [row('r', 'refund', -4_000)], 6_000, null],
  ['a void that may still happen', [row('v', 'void', 10_000, 'PENDING')], null, null],
  ['a reversal', [row('v', 'reversal', 10_000)], null, null],
  ['another currency', [{ ...row('r', 'refund', 1), amount: money(1n, 'USD') }], null, null],
])('what is left of a paid order after %s', (_what, rows, refund, voided) => {
  const left = (kind: OrderMovementKind) => leftOf(kind, [paid, ...rows]);
  expect(left('refund')).toEqual(refund === null ? null : egp(refund));
  expect(left('void')).toEqual(voided === null ? null : egp(voided));
  expect(left('capture')).toBe(null);
});

it('a capture that may still happen lessens what can be captured, and nobody can say what a void would take', () => {
  const rows = [row('auth', 'authorize', 10_000), row('c', 'capture', 2_500, 'PENDING')];
  expect(leftOf('capture', rows)).toEqual(egp(7_500));
  expect(leftOf('void', rows)).toBe(null);
  expect(leftOf('refund', rows)).toBe(null);
});

it('what was done and is not listed counts; what is listed counts once', () => {
  const left = (listed: ReturnType<typeof row>[], ...ours: OperationRecord[]) =>
    leftOf('refund', withUnlisted([paid, ...listed], ours))?.minor ?? 0n;
  const refund = row('r1', 'partial_refund', 2_500);
  expect(left([], done('refund', 2_500))).toBe(7_500n);
  expect(left([refund], done('refund', 2_500))).toBe(7_500n);
  expect(left([refund], done('refund', 2_500, { requestId: 'r1' }))).toBe(7_500n);
  // Of another amount, and of another computer: it was there before.
  expect(left([refund], done('refund', 3_000))).toBe(4_500n);
  expect(left([refund], done('refund', 2_500, seenBefore('pay', 'r1')))).toBe(5_000n);
  // The answer named something else than what is listed.
  expect(left([refund], done('refund', 2_500, { requestId: 'pay' }))).toBe(7_500n);
  expect(left([row('r1', 'refund', -2_500)], done('refund', 2_500))).toBe(7_500n);
  expect(left([], done('void', 10_000))).toBe(0n);
  // One that failed is not the one that was made; by its own name it says that ours failed.
  const failed = row('f1', 'refund', 2_500, 'FAILED');
  expect(left([failed], done('refund', 2_500, { requestId: 'r1' }))).toBe(7_500n);
  expect(left([failed], done('refund', 2_500, { requestId: 'f1' }))).toBe(10_000n);
});

it('what was done to another order of the same name does not count', () => {
  const onIt = { ...paid, terminalId: 'T1' };
  const left = (listed: typeof paid, one: OperationRecord) => leftOf('refund', withUnlisted([listed], [one]));
  expect(left(paid, done('void', 10_000, seenBefore('earlier-pay')))).toEqual(egp(10_000));
  expect(left(paid, done('reversal', 500, { terminalId: 'T1' }))).toEqual(egp(10_000));
  expect(left(onIt, done('reversal', 10_000, { terminalId: 'T1' }))).toBe(null);
  const named = { ...onIt, refNumber: '17' };
  const reversal = (refNumber: string) => done('reversal', 500, { terminalId: 'T1', refNumber });
  expect(left(named, reversal('18'))).toEqual(egp(10_000));
  expect(left(named, reversal('17'))).toBe(null);
});

it('a capture that is not listed lessens what can be captured, and adds nothing that could be given back', () => {
  const ours = done('capture', 10_000, seenBefore('auth'));
  const left = (kind: OrderMovementKind, ...more: ReturnType<typeof row>[]) =>
    leftOf(kind, withUnlisted([row('auth', 'authorize', 10_000), ...more], [ours]));
  expect(left('refund')).toBe(null);
  expect(left('capture')).toBe(null);
  expect(left('void')).toBe(null);
  expect(left('refund', row('c', 'capture', 6_000))).toEqual(egp(6_000));
});

it('equal refunds each stand for their own, in whatever order they are listed', () => {
  const rows = [row('r2', 'partial_refund', 1_000), row('r1', 'partial_refund', 1_000), paid];
  const first = done('refund', 1_000);
  const second = done('refund', 1_000, seenBefore('pay', 'r1'));
  for (const listed of [rows, rows.toReversed()]) {
    expect(withUnlisted(listed, [first, second])).toHaveLength(3);
    expect(withUnlisted(listed, [{ ...first, requestId: 'r1' }, second])).toHaveLength(3);
    expect(withUnlisted(listed, [first, { ...second, requestId: 'r2' }])).toHaveLength(3);
    expect(withUnlisted(listed, [first, second, done('refund', 1_000)])).toHaveLength(4);
  }
});
