/** A chain with two weeks of history: four branches, each with a PC of its own, published as Closeout publishes. */
import type { Connection } from '#electron/head-office/connection.ts';
import { makeEntries, noHead, type Fact } from '#electron/head-office/entry.ts';
import { publish } from '#electron/head-office/pc.ts';
import { closeFacts, readingFact, type PublishedReading } from '#electron/head-office/published.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';
import { addMoney, money, negated, type Money } from '#shared/money/money.ts';
import { zContentSchema, type ZContent } from '#shared/contract/closing-z.ts';
import { content } from '../renderer/reports/fixture.ts';
import type { Cluster } from '../electron/head-office/cluster.ts';
import { enrolPc, place, type Pc } from '../electron/head-office/record.ts';

const CAIRO = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
const DAYS = 14;
const egp = (minor: bigint) => money(minor, 'EGP');

type Branch = {
  name: string;
  outstanding: number;
  oldestHours: number | null;
  unknown: number;
  /** Days ago: what is unlike a day that was closed in time. */
  provisional?: number;
  reopened?: number;
  open?: number;
  differs?: number;
};
const BRANCHES: readonly Branch[] = [
  { name: 'Maadi', outstanding: 41, oldestHours: 5, unknown: 0, differs: 6 },
  { name: 'مدينة نصر', outstanding: 0, oldestHours: null, unknown: 0, provisional: 3 },
  { name: 'Zamalek', outstanding: 7, oldestHours: 49, unknown: 2, open: 2, differs: 9 },
  { name: 'Heliopolis', outstanding: 18, oldestHours: 3, unknown: 0, reopened: 4 },
];

/** A terminal is of the branch that told of it last: each branch has its own. */
const terminalOf = (branch: Branch, at: number) => `3041${BRANCHES.indexOf(branch)}00${at + 1}`;

/** In Cairo, in winter. */
const inEvening = (businessDate: string, minute: number) => Date.parse(`${businessDate}T21:${minute}:00Z`);

type Sum = { readonly count: number; readonly amount: Money };

const totalOf = (paymentType: string, kind: Kind, sum: Sum, adds: Money): ZContent['totals'][number] => ({
  ...{ currency: 'EGP', paymentType, kind, entryMode: 'CHIP', adds },
  ...sum,
});

/** Both agree, but for what the sales are counted short. */
function linesOf(sold: Sum, refunded: Sum, short: Money): ZContent['lines'] {
  const [sale] = content.lines;
  if (!sale) throw new Error('the fixture has no line of sales');
  const agreed = { ...sale, difference: egp(0n), explanation: null };
  const expected = sold.amount;
  return [
    {
      ...(short.minor === 0n ? agreed : sale),
      ...{ count: sold.count, expected, counted: addMoney(expected, short), difference: short },
    },
    {
      ...agreed,
      ...{ paymentType: 'REFUND', kind: 'refund', count: refunded.count },
      ...{ expected: refunded.amount, counted: refunded.amount },
    },
  ];
}

/** An ordinary day: what was sold and refunded. On one day the sales are counted short. */
function zOf(branch: Branch, key: string, businessDate: string, ago: number): ZContent {
  const varied = (ago * 37 + BRANCHES.indexOf(branch) * 101) % 60;
  const sold = { count: 96 + varied, amount: egp(5_214_075n + BigInt(varied) * 61_350n) };
  const refunded = { count: 2, amount: egp(48_500n + BigInt(varied) * 1_025n) };
  const back = { count: 2, amount: negated(refunded.amount) };
  const net = { count: sold.count + back.count, amount: addMoney(sold.amount, back.amount) };
  const isShort = ago === branch.differs;
  return {
    ...content,
    ...{ branchKey: key, branchName: branch.name, businessDate, number: 100 + DAYS - ago, revision: 1 },
    endsAtMs: Date.parse(`${addDays(businessDate, 1)}T02:00:00Z`),
    begun: { atMs: inEvening(businessDate, 30), by: 'Omar' },
    closed: { atMs: inEvening(businessDate, 42), by: 'Omar' },
    approvedBy: isShort ? 'Karim' : null,
    verdict: isShort ? 'differ' : 'agree',
    terminals: content.terminals.map((terminal, at) => ({
      ...{ ...terminal, terminalId: terminalOf(branch, at), leftOut: null, left: [] },
      ...{ lastReadAtMs: inEvening(businessDate, 40), outstandingLeft: null },
    })),
    totals: [totalOf('SALE', 'sale', sold, sold.amount), totalOf('REFUND', 'refund', refunded, back.amount)],
    sums: {
      ...{ net: [net], sales: [sold], returns: [back], refunds: [back] },
      ...{ undone: [], notSummed: [], voids: [], reversals: [] },
    },
    lines: linesOf(sold, refunded, egp(isShort ? -12_000n : 0n)),
    ...{ sales: [sold], reversals: [], late: [], carried: [], provisionalNote: null, changes: null },
  };
}

function closesOf(branch: Branch, key: string, today: string): Fact[] {
  return Array.from({ length: DAYS }, (_, at) => DAYS - at).flatMap((ago) => {
    if (ago === branch.open) return [];
    const businessDate = addDays(today, -ago);
    const z = zOf(branch, key, businessDate, ago);
    const close = {
      origin: { seq: 100 - ago, hash: 'ab'.repeat(32) },
      atMs: z.closed.atMs,
      closingId: `${key}-${businessDate}`,
      branchKey: key,
      branchName: branch.name,
      businessDate,
      number: z.number,
      revision: 1,
      by: z.closed.by,
      approvedBy: z.approvedBy,
      reason: null,
      reopenedBefore: null,
      leftForNext: 0,
      rows: [],
      sha256: content.changes ? 'cd'.repeat(32) : '',
      z: canonicalJson(zContentSchema.encode(z)),
      state: ago === branch.provisional ? ('provisional' as const) : ('closed' as const),
    };
    const again = { ...close, z: null, sha256: null, state: 'reopened' as const, reason: 'A slip turned up' };
    return [...closeFacts(close), ...(ago === branch.reopened ? closeFacts(again) : [])];
  });
}

function readingOf(branch: Branch, key: string, today: string, nowMs: number): PublishedReading {
  const { outstanding: count, oldestHours, unknown } = branch;
  const terminal = (at: number) => terminalOf(branch, at);
  const outstanding = count > 0 ? [{ count, amount: egp(BigInt(count) * 30_318n) }] : [];
  const oldestAtMs = oldestHours === null ? null : nowMs - oldestHours * 3_600_000;
  return {
    branchKey: key,
    branchName: branch.name,
    businessDate: today,
    ...CAIRO,
    terminalCount: 3,
    notRead: unknown > 0 ? 1 : 0,
    outstandingCount: count,
    outstanding,
    notSummed: [],
    oldestAtMs,
    unknownCount: unknown,
    terminals: ['Front till', 'الكاشير الثاني', 'Delivery'].map((label, at) => ({
      terminalId: terminal(at),
      label,
      outstandingCount: at === 0 ? count : 0,
      outstanding: at === 0 ? outstanding : [],
      notSummed: [],
      oldestAtMs: at === 0 ? oldestAtMs : null,
      readAtMs: unknown > 0 && at === 2 ? nowMs - 2 * 86_400_000 : nowMs - 240_000,
    })),
    unknown: Array.from({ length: unknown }, (_, at) => ({
      opId: `op-${at}`,
      kind: 'reversal',
      terminalId: terminal(0),
      atMs: nowMs - (at + 1) * 3_600_000,
    })),
    openDays: [
      ...(branch.open === undefined
        ? []
        : [{ businessDate: addDays(today, -branch.open), why: 'rows' as const, count: 12 }]),
      ...(count > 0 ? [{ businessDate: today, why: 'rows' as const, count }] : []),
    ],
  };
}

/** Enrols the PCs and publishes their entries. Nothing keeps running afterwards. */
export async function tellChain(
  cluster: Cluster,
  owner: Connection,
  { database, merchant }: { database: string; merchant: string },
  /** What a PC does besides, once it has told. */
  also: (branch: string, pc: Pc) => Promise<void> = async () => {},
): Promise<void> {
  const nowMs = Date.now();
  const today = businessDateOf(nowMs, CAIRO);
  for (const branch of BRANCHES) {
    const key = `name:${branch.name}`;
    const pc = await enrolPc(cluster, owner, database, place(branch.name, merchant));
    const facts = [...closesOf(branch, key, today), readingFact(readingOf(branch, key, today, nowMs), nowMs)];
    await publish(pc.connection, makeEntries(pc.identity, pc.place, noHead, facts));
    await also(branch.name, pc);
    await pc.connection.close();
  }
}
