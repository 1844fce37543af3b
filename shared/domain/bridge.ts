/**
 * The bridge of one settlement window, or of all that one payout paid: from what our closes say was sold, line by line, to what
 * the bank should get. Pure. It always adds up: every sale has one status, every line is a sum of its members, and the lines sum
 * to `expected`.
 */
import type { Money } from '../money/money.ts';
import type { Kind } from './kinds/index.ts';
import { provenPayouts, type UnnamedPayout } from './asked-elsewhere.ts';

/** In the order of the page; the sign of an amount is in the amount. */
export const bridgeLines = [
  'early-sales', // of an early payout: the sales it covers
  'early-unnamed', // and those of them that are not known here one by one, as they would have been paid
  'closed', // sales of our Zs in the time of the window
  'late', // sales of another time that this window settles
  'not-closed', // settled here, and in no close of ours
  'reversed', // taken back before they were settled
  'not-acknowledged',
  'waiting', // acknowledged, and settled nowhere yet
  'elsewhere', // settled in another window
  'amount-differs', // settled with another amount than was closed
  'returns', // refunds, reversals and voids that the window settles
  'fees',
  'vat',
  'early-fee', // what an early payout costs
  'early-vat',
  'net-differs', // the gateway's net of a row is not its amount less fee and VAT
  'advanced', // paid early by instant settlement
  'advanced-elsewhere', // the same, not asked for on this PC
  'adjustments', // what the window adjusts beside that
] as const;
export type BridgeLineName = (typeof bridgeLines)[number];

/** Where a sale of our closes is, as one window sees it. */
type SaleStatus = 'here' | 'here-early' | 'elsewhere' | 'reversed' | 'not-acknowledged' | 'waiting';

/** A sale in a close that stands, with what is known of it on this PC. */
export type ClosedSale = {
  readonly rowId: string;
  readonly orderId: string | null;
  readonly refNumber: string | null;
  readonly amount: Money;
  /** When it was first seen. */
  readonly atMs: number;
  readonly reversed: boolean;
  readonly acknowledged: boolean;
};
/** A settled transaction (§4.9). Its amount is what it adds to a sum. */
export type SettledRow = {
  readonly transactionId: string;
  readonly orderId: string | null;
  readonly refNumber: string | null;
  readonly kind: Kind;
  readonly amount: Money;
  readonly fee: Money | null;
  readonly vat: Money | null;
  readonly net: Money | null;
  readonly windowId: string | null;
  /** A request for instant settlement had it, and the gateway took its amount out of the balance. */
  readonly paidEarly: boolean;
  /** That request was not made on this PC. */
  readonly askedElsewhere?: boolean;
};
export type BridgeWindow = {
  readonly windowIds: readonly string[];
  readonly currency: string;
  /** When they open and close. Null if the gateway does not say: then only what they settle belongs to them. */
  readonly spans: readonly { readonly opensAtMs: number; readonly closesAtMs: number }[] | null;
  /** Early payouts asked for elsewhere whose sales the gateway does not name. */
  readonly unnamed?: readonly UnnamedPayout[];
  /** As the gateway gives them: early payouts are among them. */
  readonly adjustments: Money | null;
  /** As the gateway gives it. */
  readonly net: Money | null;
};

/** What a line is made of; one member may be a sale, a settled transaction, or both. */
export type BridgeMember = {
  readonly rowId: string | null;
  readonly transactionId: string | null;
  readonly amount: Money;
};
export type BridgeLine = {
  readonly line: BridgeLineName;
  readonly amount: Money;
  readonly members: BridgeMember[];
};
export type Bridge = {
  readonly lines: BridgeLine[];
  readonly expected: Money;
  /**
   * The gateway's own net less `expected`; null if it gives none. Not zero: its window does not equal its rows as we have
   * them.
   */
  readonly gatewayDiffers: Money | null;
  readonly statuses: ReadonlyMap<string, SaleStatus>;
  /** Payouts of `unnamed` that no amount of this bridge proves. */
  readonly unnamed: readonly UnnamedPayout[];
};

const isSale = ({ kind }: SettledRow): boolean => kind === 'sale';
const partsOf = ({ amount, fee, vat, kind }: SettledRow): bigint =>
  kind === 'unknown' ? 0n : amount.minor - (fee?.minor ?? 0n) - (vat?.minor ?? 0n);
const netOf = (row: SettledRow): bigint => row.net?.minor ?? partsOf(row);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Which settled transaction is which sale: by order id, then by reference; of several with the same one those of the same amount
 * first. Each is used once, and the order in which they came makes no difference.
 */
export function matchSales(
  sales: readonly ClosedSale[],
  settled: readonly SettledRow[],
): ReadonlyMap<string, SettledRow> {
  const matched = new Map<string, SettledRow>();
  const used = new Set<string>();
  // A sale that was undone is settled with what undid it, or not at all: it takes what no other sale does.
  const openSales = [...sales].sort(
    (a, b) => Number(a.reversed) - Number(b.reversed) || byText(a.rowId, b.rowId),
  );
  const openRows = settled.filter(isSale).sort((a, b) => byText(a.transactionId, b.transactionId));
  for (const key of ['orderId', 'refNumber'] as const) {
    const rows = new Map<string, SettledRow[]>();
    for (const row of openRows) {
      const value = row[key];
      if (value === null || value === '' || used.has(row.transactionId)) continue;
      rows.set(`${row.amount.currency} ${value}`, [
        ...(rows.get(`${row.amount.currency} ${value}`) ?? []),
        row,
      ]);
    }
    for (const sameAmount of [true, false])
      for (const sale of openSales) {
        if (matched.has(sale.rowId)) continue;
        const row = rows
          .get(`${sale.amount.currency} ${sale[key] ?? ''}`)
          ?.find(
            (one) => !used.has(one.transactionId) && (!sameAmount || one.amount.minor === sale.amount.minor),
          );
        if (!row) continue;
        matched.set(sale.rowId, row);
        used.add(row.transactionId);
      }
  }
  return matched;
}

function statusOf(
  sale: ClosedSale,
  row: SettledRow | undefined,
  isOfWindow: (row: SettledRow) => boolean,
): SaleStatus {
  if (row) {
    if (!isOfWindow(row)) return 'elsewhere';
    return row.paidEarly ? 'here-early' : 'here';
  }
  if (sale.reversed) return 'reversed';
  return sale.acknowledged ? 'waiting' : 'not-acknowledged';
}

/** `sales` and `settled` are all that is known of the time; other currencies than the window's are left out. */
export function bridgeOf(
  window: BridgeWindow,
  allSales: readonly ClosedSale[],
  allSettled: readonly SettledRow[],
): Bridge {
  const { currency, spans } = window;
  const windowIds = new Set(window.windowIds);
  const isOfWindow = ({ windowId }: SettledRow): boolean => windowId !== null && windowIds.has(windowId);
  const sales = allSales
    .filter(({ amount }) => amount.currency === currency)
    .sort((a, b) => a.atMs - b.atMs || byText(a.rowId, b.rowId));
  const settled = allSettled
    .filter(({ amount }) => amount.currency === currency)
    .sort((a, b) => byText(a.transactionId, b.transactionId));
  const here = settled.filter(isOfWindow);
  const matches = matchSales(sales, settled);
  const members = new Map<BridgeLineName, BridgeMember[]>(bridgeLines.map((line) => [line, []]));
  const add = (line: BridgeLineName, minor: bigint, sale: ClosedSale | null, row: SettledRow | null) =>
    members.get(line)?.push({
      rowId: sale?.rowId ?? null,
      transactionId: row?.transactionId ?? null,
      amount: { minor, currency },
    });

  const statuses = new Map<string, SaleStatus>();
  const isInTime = ({ atMs }: ClosedSale, isHere: boolean): boolean =>
    spans === null
      ? isHere
      : spans.some(({ opensAtMs, closesAtMs }) => atMs >= opensAtMs && atMs < closesAtMs);
  for (const sale of sales) {
    const row = matches.get(sale.rowId);
    const status = statusOf(sale, row, isOfWindow);
    const isHere = status === 'here' || status === 'here-early';
    statuses.set(sale.rowId, status);
    if (isInTime(sale, isHere)) {
      add('closed', sale.amount.minor, sale, row ?? null);
      if (!isHere) add(status, -sale.amount.minor, sale, row ?? null);
    } else if (isHere) add('late', sale.amount.minor, sale, row ?? null);
    if (isHere && row && row.amount.minor !== sale.amount.minor)
      add('amount-differs', row.amount.minor - sale.amount.minor, sale, row);
  }

  const matchedIds = new Set([...matches.values()].map(({ transactionId }) => transactionId));
  for (const row of here) {
    if (!isSale(row)) add('returns', row.amount.minor, null, row);
    else if (!matchedIds.has(row.transactionId)) add('not-closed', row.amount.minor, null, row);
    if (row.fee && row.fee.minor !== 0n) add('fees', -row.fee.minor, null, row);
    if (row.vat && row.vat.minor !== 0n) add('vat', -row.vat.minor, null, row);
    const parts = row.amount.minor - (row.fee?.minor ?? 0n) - (row.vat?.minor ?? 0n);
    if (netOf(row) !== parts) add('net-differs', netOf(row) - parts, null, row);
    if (row.paidEarly) add(row.askedElsewhere ? 'advanced-elsewhere' : 'advanced', -netOf(row), null, row);
  }
  const advanced = here.filter(({ paidEarly }) => paidEarly).reduce((sum, row) => sum + netOf(row), 0n);
  const adjusted = window.adjustments === null ? 0n : window.adjustments.minor + advanced;
  const proven = provenPayouts(-adjusted, window.unnamed ?? []);
  for (const { netMinor } of proven ?? []) add('advanced-elsewhere', -netMinor, null, null);
  if (adjusted !== 0n && !proven) add('adjustments', adjusted, null, null);

  const lines = bridgeLines.flatMap((line): BridgeLine[] => {
    const own = members.get(line) ?? [];
    return own.length === 0 && line !== 'closed' ? [] : [lineOf(line, own, currency)];
  });
  const provenIds = new Set((proven ?? []).map(({ requestId }) => requestId));
  const unnamed = (window.unnamed ?? []).filter(({ requestId }) => !provenIds.has(requestId));
  return { ...summed(lines, currency, window.net), statuses, unnamed };
}

export const lineOf = (line: BridgeLineName, members: BridgeMember[], currency: string): BridgeLine => ({
  line,
  amount: { minor: members.reduce((sum, one) => sum + one.amount.minor, 0n), currency },
  members,
});

/** `net`: as the gateway gives it. */
export function summed(
  lines: BridgeLine[],
  currency: string,
  net: Money | null,
): Pick<Bridge, 'lines' | 'expected' | 'gatewayDiffers'> {
  const expected = { minor: lines.reduce((sum, { amount }) => sum + amount.minor, 0n), currency };
  return {
    lines,
    expected,
    gatewayDiffers: net === null ? null : { minor: net.minor - expected.minor, currency },
  };
}
