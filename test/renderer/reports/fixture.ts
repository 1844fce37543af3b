/** A Z with everything that one can have, and the X of the same day. */
import type { ZContent, ZDocument } from '#shared/contract/closing-z.ts';
import { money } from '#shared/money/money.ts';
import type { PaperReport, XReport } from '#renderer/features/reports/report.ts';

const AT = (hour: number, minute: number, day = 21) => Date.UTC(2026, 10, day, hour - 2, minute);
const egp = (minor: bigint) => money(minor, 'EGP');

const body = {
  branchKey: 'br-1',
  branchName: 'مدينة نصر · Nasr City',
  businessDate: '2026-11-20',
  timeZone: 'Africa/Cairo',
  cutOff: '04:00',
  endsAtMs: AT(4, 0),
  appVersion: '0.1.0',
  terminals: [
    {
      terminalId: '31000001',
      label: 'Front till',
      lastReadAtMs: AT(23, 40, 20),
      leftOut: null,
      left: [],
      leftNotSummed: [],
      outstandingLeft: null,
    },
    {
      terminalId: '31000002',
      label: 'الكاشير الثاني',
      lastReadAtMs: AT(23, 41, 20),
      leftOut: null,
      left: [],
      leftNotSummed: [],
      outstandingLeft: { reason: 'disputed' as const, note: 'Customer calls back', count: 2 },
    },
    {
      terminalId: '31000003',
      label: 'Delivery',
      lastReadAtMs: AT(9, 5, 20),
      leftOut: { reason: 'unreachable' as const, note: '' },
      left: [{ count: 3, amount: egp(45_050n) }],
      leftNotSummed: [],
      outstandingLeft: null,
    },
  ],
  totals: [
    {
      currency: 'EGP',
      paymentType: 'SALE',
      kind: null,
      adds: null,
      entryMode: 'CHIP',
      count: 41,
      amount: egp(1_243_050n),
    },
    {
      currency: 'EGP',
      paymentType: 'SALE',
      kind: null,
      adds: null,
      entryMode: 'CONTACTLESS',
      count: 1_204,
      amount: egp(987_654_321n),
    },
    {
      currency: 'EGP',
      paymentType: 'REVERSAL',
      kind: null,
      adds: null,
      entryMode: 'CHIP',
      count: 2,
      amount: egp(24_100n),
    },
    {
      currency: 'EGP',
      paymentType: null,
      kind: null,
      adds: null,
      entryMode: null,
      count: 1,
      amount: egp(-1_500n),
    },
    {
      currency: 'USD',
      paymentType: 'SALE',
      kind: null,
      adds: null,
      entryMode: 'MANUAL',
      count: 1,
      amount: money(12_000n, 'USD'),
    },
  ],
  sales: [
    { count: 1_245, amount: egp(988_897_371n) },
    { count: 1, amount: money(12_000n, 'USD') },
  ],
  reversals: [{ count: 2, amount: egp(24_100n) }],
  late: [{ count: 4, amount: egp(80_000n) }],
  unread: [],
  sums: null,
} satisfies Partial<ZContent>;

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    rowId: `r${n}`,
    terminalId: '31000001',
    refNumber: `5123${String(n).padStart(8, '0')}`,
    merchantOrderId: n % 5 === 0 ? null : `ORD-2026-11-20-${n}`,
    paymentType: 'SALE',
    amount: egp(12_050n + BigInt(n) * 1_375n),
  }));

export const unreadRow = {
  rowId: 'unreadable:a',
  index: 3,
  field: 'amount',
  problem: 'too-many-decimals',
  raw: '{"amount":1234.5678}',
  opId: '0199c2f4-7b1e-7cc0-9d52-0242ac120003',
  terminalId: '31000001',
  by: 'Mona',
  note: 'The portal shows EGP 1,234.57',
  atMs: AT(20, 0, 20),
} satisfies ZContent['unread'][number];

export const xReport: PaperReport = {
  kind: 'x',
  x: { ...body, atMs: AT(23, 45, 20), by: 'Mona', begun: null } satisfies XReport,
  environment: 'live',
  merchantId: 'MID-1234-567',
};

export const content: ZContent = {
  ...body,
  number: 123,
  revision: 2,
  kind: 'final',
  environment: 'practice',
  merchantId: 'MID-1234-567',
  begun: { atMs: AT(23, 30, 20), by: 'منى' },
  closed: { atMs: AT(0, 10), by: 'Mona' },
  approvedBy: 'Karim',
  verdict: 'differ',
  counts: 2,
  lines: [
    {
      currency: 'EGP',
      paymentType: 'SALE',
      terminalId: null,
      side: null,
      slips: null,
      kind: 'sale',
      count: 1_245,
      expected: egp(988_897_371n),
      counted: egp(988_885_371n),
      difference: egp(-12_000n),
      explanation: { reason: 'slip-missing', note: 'الإيصال رقم 17 مفقود', by: 'Mona' },
    },
    {
      currency: 'EGP',
      paymentType: 'REVERSAL',
      terminalId: null,
      side: null,
      slips: null,
      kind: 'reversal',
      count: 2,
      expected: egp(24_100n),
      counted: egp(24_100n),
      difference: egp(0n),
      explanation: null,
    },
  ],
  carried: [
    {
      opId: '0199c2f4-7b1e-7cc0-9d52-0242ac120002',
      kind: 'reversal',
      state: 'CHECKING',
      note: 'Asked the bank',
      approvedBy: 'Karim',
    },
  ],
  skipped: null,
  provisionalNote: 'No internet since 22:00',
  changes: {
    number: 123,
    revision: 1,
    reopenReason: null,
    added: rows(40),
    removed: rows(2).map((row) => ({ ...row, rowId: `x${row.rowId}` })),
    acknowledgedSince: 37,
  },
};

export const zDocument: ZDocument = {
  closingId: 'c1',
  content,
  sha256: '3fa209bc6d1e4f7780aa5511c3d9e2b4806f1d2c9b7a6e5d4c3b2a1908f7e6d5',
  sealedSeq: 412,
  issuedAtMs: AT(0, 10),
  reopened: null,
  netNow: null,
  prints: 3,
};
export const zReport: PaperReport = { kind: 'z', z: zDocument, copy: 2 };
/** Every mark that a Z can carry at once. */
export const markedReport: PaperReport = {
  kind: 'z',
  z: {
    ...zDocument,
    content: { ...content, kind: 'provisional' },
    reopened: { atMs: AT(9, 30), by: 'Mona', reason: 'ظهر إيصال مفقود', approvedBy: 'Karim' },
  },
  copy: 3,
};
