/** The bridge of a window, of a payout's windows or of an early payout, computed from what is on this PC at one moment. */
import type { BridgeRow, BridgeView } from '#shared/contract/bridge.ts';
import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { bridgeOf, type Bridge, type BridgeLineName, type BridgeWindow } from '#shared/domain/bridge.ts';
import { readSubject } from '#shared/domain/bridge-subject.ts';
import { sumByCurrency, totalsOf, type Money } from '#shared/money/money.ts';
import {
  reads,
  readsResults,
  writesJournal,
  type FilesWithResults,
  type ReadableDb,
  type ReadableFiles,
} from '../../db.ts';
import type { By } from '../closing/records.ts';
import { listRead } from '../list-reads.ts';
import { branchNames } from '../branch-names.ts';
import { createNoDeposit } from '../no-deposit.ts';
import { allWindows } from '../windows.ts';
import { buildEarly } from './early.ts';
import {
  enterDeposit,
  knownDeposits,
  withdrawDeposit,
  type AllDeposits,
  type DepositInput,
} from './deposits.ts';
import { knownOf, unnamedPayouts, type KnownSale, type KnownSettled } from './known.ts';
import { currencyOf, paidTogether } from './paid-together.ts';

type Built = {
  of: BridgeView['of'];
  windowIds: string[];
  windows: SettlementWindow[];
  currency: string;
  isOpen: boolean;
  net: Money | null;
  /** Of windows: when they are open. */
  spans: BridgeWindow['spans'];
  sales: KnownSale[];
  settled: KnownSettled[];
  bridge: Bridge;
  deposits: AllDeposits;
  paidIn: string | null;
};

const instantOf = (at: SettlementWindow['opensAt']): number | null =>
  at?.kind === 'instant' ? at.atMs : null;
/** An early payout is asked for at the latest before the window's own payout, which is some days away at most. */
const PAID_WITHIN_MS = 14 * 86_400_000;

type Found = { windows: SettlementWindow[]; paidIn: string | null };

/** The windows that a bridge is of; none if they are not here, or do not say their currency. */
function findWindows(cache: ReadableDb, subject: string, { together }: Pick<AllDeposits, 'together'>): Found {
  const read = readSubject(subject);
  const windows = allWindows(cache);
  const { bySubject, byWindow } = paidTogether(windows, together);
  if (read.of !== 'window') return { windows: bySubject.get(subject)?.windows ?? [], paidIn: null };
  const isPaidWithOthers = together.some(({ pays }) => pays.includes(read.windowId));
  return {
    windows: windows.filter((one) => one.windowId === read.windowId && currencyOf(one) !== null),
    paidIn: isPaidWithOthers ? (byWindow.get(read.windowId)?.subject ?? null) : null,
  };
}

const sumOf = (amounts: (Money | null)[]): Money | null => {
  const given = amounts.filter((one) => one !== null);
  return given.length === amounts.length ? (sumByCurrency(given)[0] ?? null) : null;
};

function buildWindows(files: ReadableFiles, subject: string, deposits: AllDeposits): Built | null {
  const { windows, paidIn } = findWindows(files.cache, subject, deposits);
  const [first] = windows;
  const currency = first ? currencyOf(first) : null;
  if (currency === null) return null;
  const windowIds = windows.map(({ windowId }) => windowId);
  const times = windows.map(({ opensAt, closesAt }) => [instantOf(opensAt), instantOf(closesAt)] as const);
  const known = times.flatMap(([opensAtMs, closesAtMs]) =>
    opensAtMs === null || closesAtMs === null ? [] : [{ opensAtMs, closesAtMs }],
  );
  const spans = known.length === windows.length ? known : null;
  const net = sumOf(windows.map((one) => one.net));
  const { sales, settled } = knownOf(files, windowIds, spans);
  const unnamed = unnamedPayouts(files, currency, {
    fromMs: spans && Math.min(...spans.map(({ opensAtMs }) => opensAtMs)),
    toMs: spans && Math.max(...spans.map(({ closesAtMs }) => closesAtMs)) + PAID_WITHIN_MS,
  });
  const adjustments = sumOf(windows.map((one) => one.adjustments));
  const bridge = bridgeOf({ windowIds, currency, spans, adjustments, net, unnamed }, sales, settled);
  const isOpen = windows.some(({ status }) => status?.kind === 'known' && status.value === 'OPEN');
  const of = readSubject(subject).of;
  return { of, windowIds, windows, currency, isOpen, net, spans, sales, settled, bridge, deposits, paidIn };
}

function build(files: FilesWithResults, subject: string): Built | null {
  const read = readSubject(subject);
  const deposits = knownDeposits(files);
  if (read.of !== 'early') return buildWindows(files, subject, deposits);
  const early = buildEarly(files, read.requestId);
  return (
    early && {
      of: 'early',
      windowIds: [],
      windows: [],
      spans: null,
      sales: [],
      deposits,
      paidIn: null,
      ...early,
    }
  );
}

/** Closed in the time of the windows in other currencies. */
const otherCurrencies = ({ spans, sales, currency }: Built): KnownSale[] =>
  sales.filter(
    ({ amount, atMs }) =>
      amount.currency !== currency &&
      (spans ?? []).some(({ opensAtMs, closesAtMs }) => atMs >= opensAtMs && atMs < closesAtMs),
  );

type ViewInput = { subject: string; nowMs: number };

function view(files: FilesWithResults, { subject, nowMs }: ViewInput): BridgeView | null {
  const built = build(files, subject);
  return built && viewOf(files, subject, built, nowMs);
}

function viewOf(files: FilesWithResults, subject: string, built: Built, nowMs: number): BridgeView {
  const { bridge, of, windowIds, windows, isOpen, net, currency, paidIn } = built;
  const { expected } = bridge;
  const { entered, statement, deposited, confirmed } = built.deposits.of({
    subject,
    windowIds,
    currency,
  });
  const { note: _note, ...settledRead } = listRead(files.cache, of === 'early' ? 'requests' : 'settled');
  const isAwaited = windows.length > 0 && !isOpen && paidIn === null && deposited === null;
  return {
    subject,
    of,
    windowIds,
    isOpen,
    lines: bridge.lines.map(({ line, amount, members }) => ({ line, amount, count: members.length })),
    expected,
    gatewayNet: net,
    gatewayDiffers: bridge.gatewayDiffers,
    deposits: entered.map((one) => ({ ...one, confirmed: confirmed.has(one.depositId) })),
    statement,
    paidIn,
    deposited,
    unexplained: deposited && { ...expected, minor: deposited.minor - expected.minor },
    noDeposit: isAwaited ? createNoDeposit(files, nowMs)(windows) : null,
    unnamedPayouts: bridge.unnamed.map(({ requestId, netMinor }) => ({
      requestId,
      amount: { minor: netMinor, currency },
    })),
    otherCurrencies: totalsOf(otherCurrencies(built)),
    settledRead,
  };
}

type RowsInput = { subject: string; line: BridgeLineName; after: number; limit: number };

function rows(files: FilesWithResults, { subject, line, after, limit }: RowsInput): BridgeRow[] | null {
  const built = build(files, subject);
  return (
    built &&
    rowsOf(files, built, line)
      .slice(after, after + limit)
      .map((row) => row())
  );
}

/** The rows of a line, each made when it is asked for. */
function rowsOf(files: ReadableFiles, built: Built, line: BridgeLineName): (() => BridgeRow)[] {
  const sales = new Map(built.sales.map((sale) => [sale.rowId, sale]));
  const settled = new Map(built.settled.map((row) => [row.transactionId, row]));
  const names = branchNames(files.cache);
  const members = built.bridge.lines.find((one) => one.line === line)?.members ?? [];
  return members.map(({ rowId, transactionId, amount }) => (): BridgeRow => {
    const sale = sales.get(rowId ?? '');
    const row = settled.get(transactionId ?? '');
    return {
      rowId,
      transactionId,
      orderId: sale?.orderId ?? row?.orderId ?? null,
      refNumber: sale?.refNumber ?? row?.refNumber ?? null,
      terminalId: sale?.terminalId ?? row?.terminalId ?? null,
      branchName: sale?.branchName ?? names.get(row?.branchId ?? '') ?? null,
      businessDate: sale?.businessDate ?? null,
      zNumber: sale?.zNumber ?? null,
      pc: sale?.pc ?? null,
      paidEarly: row?.paidEarly ?? false,
      odd: row?.odd ?? [],
      amount,
    };
  });
}

/** Without building it: what a deposit is entered in. What a statement alone holds together has no deposits of people. */
function currencyOfSubject(files: ReadableFiles, subject: string): string | null {
  const read = readSubject(subject);
  if (read.of === 'early') return buildEarly(files, read.requestId)?.currency ?? null;
  const [first] = findWindows(files.cache, subject, { together: [] }).windows;
  return first ? currencyOf(first) : null;
}

/** The bridge with the rows of all its lines, from one look. */
export function wholeBridge(files: FilesWithResults, subject: string, nowMs: number) {
  const built = build(files, subject);
  if (!built) return null;
  const every = built.bridge.lines.flatMap(({ line }) =>
    rowsOf(files, built, line).map((row) => ({ line, ...row() })),
  );
  return { view: viewOf(files, subject, built, nowMs), rows: every };
}

export const bridgeProcedures = {
  'bridge.view': readsResults((files, input: ViewInput) => view(files, input)),
  'bridge.currency': reads((files, subject: string) => currencyOfSubject(files, subject)),
  'bridge.rows': readsResults((files, input: RowsInput) => rows(files, input)),
  'bridge.enterDeposit': writesJournal(({ journal }, input: DepositInput) => enterDeposit(journal, input)),
  'bridge.withdrawDeposit': writesJournal(
    ({ journal }, input: By & { subject: string; depositId: string; reason: string }) =>
      withdrawDeposit(journal, input),
  ),
};
