/**
 * Items of the two sides as rows of the files give them: the same columns for every use, so that an item is one thing
 * everywhere.
 */
import { z } from 'zod';
import { bankEntryOf } from '#shared/domain/bank-entry.ts';
import { isUndoing, kinds, type Kind } from '#shared/domain/kinds/index.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { sizeOf } from '#shared/money/money.ts';
import { createDateFinder } from '#shared/time/business-date.ts';
import { soldAtSql } from '../settled-compact.ts';

const text = z.string().nullable();
const minor = z.bigint();
const orNull = (value: string | null) => (value === null || value === '' ? null : value);
/** What a row is, the sale that it undoes, and what it adds. */
const kindColumns = { kind: z.enum(kinds), undoes: text, adds_minor: minor };
type Decided = {
  kind: Kind;
  undoes: string | null;
  adds_minor: bigint;
  amount_minor: bigint;
  currency: string;
};

function actionOf(kind: Kind): MatchItem['action'] {
  if (kind === 'sale' || kind === 'unknown') return kind;
  return isUndoing(kind) ? 'undoing' : 'other';
}
/** If a row adds nothing, its size is given beside it. */
const sumsOf = ({ kind, undoes, adds_minor, amount_minor, currency }: Decided) => ({
  amount: { minor: adds_minor, currency },
  notSummed: adds_minor === 0n && amount_minor !== 0n ? { minor: sizeOf(amount_minor), currency } : null,
  action: actionOf(kind),
  undoes: isUndoing(kind) ? undoes : null,
});

const closedColumns = (pc: string) =>
  `r.row_id, r.closing_id, r.terminal_id, r.merchant_order_id, r.ref_number, r.amount_minor, r.currency,
  r.payment_type, r.kind, r.undoes, r.adds_minor, r.business_date, c.business_date AS closed_on, c.branch_name, c.number, ${pc}`;
/** Of this PC's closes. */
export const CLOSED_COLUMNS = closedColumns('NULL AS pc, NULL AS pc_name');
/** Of closes of other PCs. */
export const OTHER_COLUMNS = closedColumns('c.pc, c.pc_name');
const closedSchema = z.object({
  row_id: z.string(),
  closing_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: text,
  ref_number: text,
  amount_minor: minor,
  currency: z.string(),
  payment_type: text,
  ...kindColumns,
  business_date: z.string(),
  closed_on: z.string(),
  branch_name: text,
  number: z.bigint().nullable(),
  pc: text,
  pc_name: text,
});

/** A row of a close; read with safe integers, as all of these. */
export function closedItem(row: unknown, isReversedHere: (rowId: string) => boolean): MatchItem {
  const r = closedSchema.parse(row);
  const type = orNull(r.payment_type);
  return {
    side: 'ours',
    itemId: r.row_id,
    orderId: orNull(r.merchant_order_id),
    reference: orNull(r.ref_number),
    ...sumsOf(r),
    date: r.business_date,
    // What a close took in of the days before is of its own day.
    soldOn: r.closed_on,
    branchName: r.branch_name,
    terminalId: r.terminal_id,
    text: type ?? '',
    source: {
      kind: 'closed',
      rowId: r.row_id,
      closingId: r.closing_id,
      zNumber: r.number === null ? null : Number(r.number),
      ...(r.pc !== null && { pc: { id: r.pc, name: r.pc_name ?? r.pc } }),
    },
    reversedHere: isReversedHere(r.row_id),
    fee: null,
    foreign: false,
  };
}

export const SETTLED_COLUMNS = `s.transaction_id, s.merchant_order_id, s.ref_number, s.terminal_id, s.branch_id, s.amount_minor, s.fee_minor,
  s.currency, s.settled_at_ms, s.window_id, s.payment_type, s.kind, s.undoes, s.adds_minor, s.method, ${soldAtSql('s.value')} AS created_at_ms`;
const settledRowSchema = z.object({
  transaction_id: z.string(),
  merchant_order_id: z.string(),
  ref_number: z.string(),
  terminal_id: text,
  branch_id: z.string(),
  amount_minor: minor,
  fee_minor: minor.nullable(),
  currency: z.string(),
  settled_at_ms: z.bigint().transform(Number),
  window_id: text,
  payment_type: z.string(),
  ...kindColumns,
  method: z.string(),
  created_at_ms: z.bigint().transform(Number).nullable(),
});

export type SettledFacts = {
  readonly dateOf: (atMs: number) => string;
  readonly branchNames: ReadonlyMap<string, string>;
  /** Some settled transactions name a terminal: those that name none were not made on one. */
  readonly someOnTerminals: boolean;
};

export function settledItem(row: unknown, facts: SettledFacts): MatchItem {
  const r = settledRowSchema.parse(row);
  const type = orNull(r.payment_type);
  const date = r.settled_at_ms === 0 ? null : facts.dateOf(r.settled_at_ms);
  return {
    side: 'theirs',
    itemId: r.transaction_id,
    orderId: orNull(r.merchant_order_id),
    reference: orNull(r.ref_number),
    ...sumsOf(r),
    date,
    soldOn: r.created_at_ms === null ? date : facts.dateOf(r.created_at_ms),
    branchName: facts.branchNames.get(r.branch_id) ?? null,
    terminalId: r.terminal_id,
    text: type ?? '',
    source: { kind: 'settled', transactionId: r.transaction_id, windowId: r.window_id },
    reversedHere: false,
    fee: r.fee_minor === null ? null : { minor: r.fee_minor, method: r.method, atMs: r.settled_at_ms },
    foreign: r.terminal_id === null && facts.someOnTerminals,
  };
}

/** What the bank should bring: a window, or an early payout. */
export const payoutItem = (
  payout: Pick<MatchItem, 'itemId' | 'reference' | 'amount' | 'date' | 'source'>,
): MatchItem => ({
  side: 'ours',
  orderId: null,
  soldOn: payout.date,
  branchName: null,
  terminalId: null,
  text: '',
  action: 'sale',
  notSummed: null,
  undoes: null,
  reversedHere: false,
  fee: null,
  foreign: false,
  ...payout,
});

export const LINE_COLUMNS = `l.import_id, l.line_no, l.booked_on, l.amount_minor, l.currency, l.reference, l.order_id,
  l.description, l.counterparty, l.account, l.more_references, CASE WHEN l.amount_minor < 0 THEN l.raw ELSE '' END AS raw_out`;
const lineRowSchema = z.object({
  import_id: z.string(),
  line_no: z.bigint().transform(Number),
  booked_on: z.string(),
  amount_minor: minor,
  currency: z.string(),
  reference: z.string(),
  order_id: z.string(),
  description: z.string(),
  counterparty: z.string(),
  account: z.string(),
  more_references: z.string(),
  /** Only of what takes money out. */
  raw_out: z.string(),
});
/** A line of a table has its cells in a row; their names say nothing here. */
const rawSchema = z.union([z.record(z.string(), z.string()), z.array(z.unknown()).transform(() => ({}))]);

export const lineIdOf = (importId: string, lineNo: number): string => `${importId}:${lineNo}`;
export function placeOfLine(lineId: string): { importId: string; lineNo: number } {
  const at = lineId.lastIndexOf(':');
  return { importId: lineId.slice(0, at), lineNo: Number(lineId.slice(at + 1)) };
}

/** A line of a file. At the bank, what goes out is no settlement, unless a window takes it. */
export function lineItem(row: unknown, isBank: boolean): MatchItem {
  const r = lineRowSchema.parse(row);
  const text = [r.description, r.counterparty].filter((part) => part !== '').join(' · ');
  const bankEntry =
    isBank && r.raw_out !== '' ? bankEntryOf(rawSchema.parse(JSON.parse(r.raw_out)), text) : null;
  return {
    side: 'theirs',
    itemId: lineIdOf(r.import_id, r.line_no),
    orderId: orNull(r.order_id),
    reference: orNull(r.reference),
    amount: { minor: r.amount_minor, currency: r.currency },
    date: r.booked_on,
    soldOn: r.booked_on,
    branchName: null,
    terminalId: null,
    text,
    source: { kind: 'line', importId: r.import_id, lineNo: r.line_no },
    action: r.amount_minor < 0n ? 'other' : 'sale',
    notSummed: null,
    undoes: null,
    reversedHere: false,
    fee: null,
    foreign: isBank && r.amount_minor < 0n,
    ...(isBank && { payer: r.counterparty === '' ? r.description : r.counterparty }),
    ...(isBank && { account: r.account }),
    ...(bankEntry && { bankEntry }),
    ...(r.more_references !== '' && { references: r.more_references }),
  };
}

/** The day of an instant; zones are whole quarters of an hour away from each other. */
export function createDayOf(timeZone: string): (atMs: number) => string {
  const find = createDateFinder({ timeZone, cutOff: '00:00' });
  const known = new Map<number, string>();
  return (atMs) => {
    const quarter = Math.floor(atMs / 900_000);
    const date = known.get(quarter) ?? find(quarter * 900_000);
    known.set(quarter, date);
    return date;
  };
}
