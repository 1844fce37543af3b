/** The bridge of a settlement window, computed from what is on this PC at one moment. */
import type { BridgeRow, BridgeView } from '#shared/contract/bridge.ts';
import { windowSchema, type SettlementWindow } from '#shared/contract/settlement.ts';
import { bridgeOf, type Bridge, type BridgeLineName, type BridgeWindow } from '#shared/domain/bridge.ts';
import { sumByCurrency, totalsOf } from '#shared/money/money.ts';
import { reads, writesJournal, type ReadableDb, type ReadableFiles } from '../../db.ts';
import type { By } from '../closing/records.ts';
import { listRead } from '../list-reads.ts';
import { branchNames } from '../settlement.ts';
import { depositsOf, enterDeposit, withdrawDeposit, type DepositInput } from './deposits.ts';
import { knownSales, knownSettled, type KnownSale, type KnownSettled } from './known.ts';

type Built = {
  window: BridgeWindow;
  given: SettlementWindow;
  sales: KnownSale[];
  settled: KnownSettled[];
  bridge: Bridge;
};

const instantOf = (at: SettlementWindow['opensAt']): number | null =>
  at?.kind === 'instant' ? at.atMs : null;
const currencyOf = ({ net, gross, adjustments }: SettlementWindow): string | null =>
  (net ?? gross ?? adjustments)?.currency ?? null;

/** Null: no such window here, or one whose currency the gateway does not say. */
function findWindow(
  cache: ReadableDb,
  windowId: string,
): { given: SettlementWindow; currency: string } | null {
  const row = cache
    .prepare<{ value: string }>('SELECT value FROM settlement_window WHERE window_id = ?')
    .get(windowId);
  const given = row ? windowSchema.parse(JSON.parse(row.value)) : null;
  const currency = given && currencyOf(given);
  return given && currency !== null ? { given, currency } : null;
}

function build(files: ReadableFiles, windowId: string): Built | null {
  const found = findWindow(files.cache, windowId);
  if (!found) return null;
  const { given, currency } = found;
  const window = {
    windowId,
    currency,
    opensAtMs: instantOf(given.opensAt),
    closesAtMs: instantOf(given.closesAt),
    adjustments: given.adjustments,
    net: given.net,
  };
  const sales = knownSales(files);
  const settled = knownSettled(files, windowId, sales);
  return { window, given, sales, settled, bridge: bridgeOf(window, sales, settled) };
}

function view(files: ReadableFiles, windowId: string): BridgeView | null {
  const built = build(files, windowId);
  if (!built) return null;
  const { bridge, window, given, sales } = built;
  const { expected } = bridge;
  const deposits = depositsOf(files.journal, windowId);
  const standing = deposits.filter(({ withdrawn }) => !withdrawn).map(({ amount }) => amount);
  const deposited =
    standing.length === 0
      ? null
      : (sumByCurrency(standing).find(({ currency }) => currency === window.currency) ?? null);
  const { opensAtMs, closesAtMs } = window;
  const others = sales.filter(
    ({ amount, atMs }) =>
      amount.currency !== window.currency &&
      opensAtMs !== null &&
      closesAtMs !== null &&
      atMs >= opensAtMs &&
      atMs < closesAtMs,
  );
  const { note: _note, ...settledRead } = listRead(files.cache, 'settled');
  return {
    windowId,
    isOpen: given.status?.kind === 'known' && given.status.value === 'OPEN',
    lines: bridge.lines.map(({ line, amount, members }) => ({ line, amount, count: members.length })),
    expected,
    gatewayNet: window.net,
    gatewayDiffers: bridge.gatewayDiffers,
    deposits,
    deposited,
    unexplained: deposited && { ...expected, minor: deposited.minor - expected.minor },
    otherCurrencies: totalsOf(others),
    settledRead,
  };
}

type RowsInput = { windowId: string; line: BridgeLineName; after: number; limit: number };

function rows(files: ReadableFiles, { windowId, line, after, limit }: RowsInput): BridgeRow[] | null {
  const built = build(files, windowId);
  if (!built) return null;
  const sales = new Map(built.sales.map((sale) => [sale.rowId, sale]));
  const settled = new Map(built.settled.map((row) => [row.transactionId, row]));
  const names = branchNames(files.cache);
  const members = built.bridge.lines.find((one) => one.line === line)?.members ?? [];
  return members.slice(after, after + limit).map(({ rowId, transactionId, amount }): BridgeRow => {
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
      amount,
    };
  });
}

export const bridgeProcedures = {
  'bridge.view': reads((files, windowId: string) => view(files, windowId)),
  'bridge.currency': reads(({ cache }, windowId: string) => findWindow(cache, windowId)?.currency ?? null),
  'bridge.rows': reads((files, input: RowsInput) => rows(files, input)),
  'bridge.enterDeposit': writesJournal(({ journal }, input: DepositInput) => enterDeposit(journal, input)),
  'bridge.withdrawDeposit': writesJournal(
    ({ journal }, input: By & { windowId: string; depositId: string; reason: string }) =>
      withdrawDeposit(journal, input),
  ),
};
