/**
 * The column `value` of a settled transaction: what the other columns do not say, as a short JSON list. A row whose list would not
 * read back as it was keeps the whole wire JSON (settled-value.ts), so nothing is ever lost to shortness.
 */
import { currencyScale } from '#shared/money/currencies.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { packedTexts, storedTexts, type SettledText, type StoredText } from '#shared/domain/settled-texts.ts';
import type { FileTimestamp } from '#shared/time/gateway-timestamp.ts';
import { packTime, timeOf, type PackedTime } from './settled-moments.ts';

/** As the columns are read, with safe integers. */
export type SettledColumns = {
  readonly transaction_id: string;
  readonly merchant_order_id: string;
  readonly ref_number: string;
  readonly terminal_id: string | null;
  readonly branch_id: string;
  readonly amount_minor: bigint;
  readonly fee_minor: bigint | null;
  readonly vat_minor: bigint | null;
  readonly net_minor: bigint | null;
  readonly currency: string;
  readonly settled_at_ms: bigint;
  readonly window_id: string | null;
  readonly value: string;
} & Readonly<Record<StoredText['column'], string>>;
/** The columns as a file reads them, a million rows at a time: SQLite gives a number faster than a BigInt. */
export type FileColumns = {
  readonly [C in keyof SettledColumns]: bigint extends SettledColumns[C]
    ? SettledColumns[C] | number
    : SettledColumns[C];
};
/** Columns of the facts of a row, beside its id and what is packed in `value`. */
export const factColumns = [
  'merchant_order_id',
  'ref_number',
  'terminal_id',
  'branch_id',
  'amount_minor',
  'fee_minor',
  'vat_minor',
  'net_minor',
  'currency',
  'settled_at_ms',
  'window_id',
  ...storedTexts.map(({ column }) => column),
] as const satisfies readonly (keyof SettledColumns)[];
export const settledColumns = [
  'transaction_id',
  ...factColumns,
  'value',
] as const satisfies readonly (keyof SettledColumns)[];
/** For a SELECT that reads whole rows. */
export const SETTLED_COLUMNS_SQL = settledColumns.join(', ');

/** SQL of the moment of the sale, in milliseconds, from the column `value` in either of its forms; null if there is none. */
export const soldAtSql = (value: string): string =>
  `CASE json_type(${value}) WHEN 'array' THEN json_extract(${value}, '$[3]') ELSE json_extract(${value}, '$.createdAt.atMs') END`;

/** A row without what was sent for it. */
export type SettledFacts = Omit<SettledTransaction, 'raw'>;
/** The same with its moments as another type. */
type FactsAt<Time> = Omit<SettledFacts, 'settlementDate' | 'createdAt'> & {
  settlementDate: Time | null;
  createdAt: Time | null;
};
/** A row for a file. It has its times as instants only: to write each one again as the gateway did takes as long as the rest of the row. */
export type FileFacts = FactsAt<FileTimestamp>;

const text = (value: string | null): string => JSON.stringify(value);
const decimal = (money: Money | null): string => (money ? toDecimal(money) : 'null');
/** The gateway's fields in its usual order (§4.9), as it writes what the row says. Packed rows name them by place: none may move. */
const FIELDS: readonly (readonly [string, (row: SettledFacts) => string])[] = [
  ['transactionId', (row) => text(row.transactionId)],
  ['merchantOrderId', (row) => text(row.merchantOrderId)],
  ['refNumber', (row) => text(row.refNumber)],
  ['terminalId', (row) => text(row.terminalId)],
  ['branchId', (row) => text(row.branchId)],
  ['channel', (row) => text(row.channel)],
  ['method', (row) => text(row.method)],
  ['paymentType', (row) => text(row.paymentType)],
  ['entryMode', (row) => text(row.entryMode)],
  ['amount', (row) => decimal(row.amount)],
  ['feeAmount', (row) => decimal(row.fee)],
  ['vatAmount', (row) => decimal(row.vat)],
  ['netAmount', (row) => decimal(row.net)],
  ['currency', (row) => text(row.amount.currency)],
  ['settlementDate', (row) => text(row.settlementDate?.raw ?? null)],
  ['windowId', (row) => text(row.windowId)],
  ['batchId', (row) => text(row.batchId)],
  ['createdAt', (row) => text(row.createdAt?.raw ?? null)],
];
const PLACE = new Map(FIELDS.map(([name], place) => [name, place]));
const MEMBER = /"((?:[^"\\]|\\.)*)":("(?:[^"\\]|\\.)*"|[^",{}[\]]+)(?:,|\}$)/gy;

/**
 * What was sent, field by field: a known field that says what the row says is its place in `FIELDS`; any other is its name and what
 * stands there, as text. 0: all known fields, in the usual order. A text that is not such an object stands as it is.
 */
type PackedRaw = 0 | string | readonly (number | string)[];

function packRaw(raw: string, row: SettledFacts): PackedRaw {
  if (isUsual(raw, row)) return 0;
  const parts: (number | string)[] = [];
  let end = 1;
  for (const member of raw.slice(1).matchAll(MEMBER)) {
    const [all, name = '', written = ''] = member;
    const place = PLACE.get(name);
    if (place !== undefined && FIELDS[place]?.[1](row) === written) parts.push(place);
    else parts.push(name, written);
    end += all.length;
  }
  const packed: PackedRaw =
    parts.length === FIELDS.length && parts.every((part, place) => part === place) ? 0 : parts;
  return end === raw.length && rawOf(packed, row) === raw ? packed : raw;
}

/** All known fields, in the usual order: so are most rows, and this is told without taking what was sent apart. */
function isUsual(raw: string, row: SettledFacts): boolean {
  let end = 0;
  for (let place = 0; place < FIELDS.length; place += 1) {
    const written = `${place === 0 ? '{' : ','}${member(place, row)}`;
    if (!raw.startsWith(written, end)) return false;
    end += written.length;
  }
  return raw.length === end + 1 && raw.endsWith('}');
}

const member = (place: number, row: SettledFacts): string => {
  const [name, written] = FIELDS[place] ?? ['', () => ''];
  return `"${name}":${written(row)}`;
};

function rawOf(packed: PackedRaw, row: SettledFacts): string {
  if (typeof packed === 'string') return packed;
  if (packed === 0) return `{${FIELDS.map((_field, place) => member(place, row)).join(',')}}`;
  const members: string[] = [];
  for (let at = 0; at < packed.length; at += 1) {
    const part = packed[at] ?? '';
    if (typeof part === 'number') members.push(member(part, row));
    else members.push(`"${part}":${String(packed[(at += 1)])}`);
  }
  return `{${members.join(',')}}`;
}

type Packed = readonly [
  channel: string | null,
  entryMode: string | null,
  settled: PackedTime | null,
  createdAtMs: number | null,
  created: PackedTime | null,
  batchId: string | null,
  raw: PackedRaw,
  ...laterTexts: (string | null)[],
];
const FIRST_LENGTH = 7;
/** Texts that came after the list had its form. They stand at its end, and are absent in rows that were stored before. */
const laterTexts = packedTexts.filter((name) => name !== 'channel' && name !== 'entryMode');

/** Null if the columns and a list cannot say all of it. */
export function compact(row: SettledTransaction): string | null {
  const { settlementDate, createdAt, merchantOrderId, refNumber, branchId, branchName } = row;
  const inColumns = [merchantOrderId, refNumber, branchId, ...storedTexts.map(({ name }) => row[name])];
  const others = [row.fee, row.vat, row.net];
  const saysMore =
    branchName !== null ||
    inColumns.includes('') ||
    others.some((money) => money !== null && money.currency !== row.amount.currency) ||
    settlementDate?.kind === 'text' ||
    createdAt?.kind === 'text';
  if (saysMore) return null;
  const packed: Packed = [
    row.channel,
    row.entryMode,
    settlementDate?.kind === 'instant' ? packTime(settlementDate) : null,
    createdAt?.kind === 'instant' ? createdAt.atMs : null,
    createdAt?.kind === 'instant' ? packTime(createdAt) : null,
    row.batchId,
    packRaw(row.raw, row),
    ...laterTexts.map((name) => row[name]),
  ];
  return JSON.stringify(packed);
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isTime = (value: unknown): boolean => value === 0 || isTextOrNull(value);
function isCompact(value: unknown): value is Packed {
  if (!Array.isArray(value) || value.length < FIRST_LENGTH) return false;
  for (let at = FIRST_LENGTH; at < value.length; at += 1) if (!isTextOrNull(value[at])) return false;
  return (
    isTextOrNull(value[0]) &&
    isTextOrNull(value[1]) &&
    isTime(value[2]) &&
    (value[3] === null || Number.isSafeInteger(value[3])) &&
    isTime(value[4]) &&
    isTextOrNull(value[5]) &&
    (value[6] === 0 || typeof value[6] === 'string' || Array.isArray(value[6]))
  );
}

/** Adds its texts to a row. They are set one by one: lists and files read rows by the hundred thousand. */
function addTexts<Facts extends Record<SettledText, string | null>>(
  row: Omit<Facts, SettledText>,
  columns: FileColumns,
  list: Packed,
): Facts {
  const facts = row as Record<SettledText, string | null>;
  facts.channel = list[0];
  facts.entryMode = list[1];
  for (const { name, column } of storedTexts) facts[name] = columns[column] || null;
  for (let at = 0; at < laterTexts.length; at += 1) {
    const name = laterTexts[at];
    if (name) facts[name] = (list[FIRST_LENGTH + at] as string | null | undefined) ?? null;
  }
  return facts as Facts;
}

/** The row that `compact` made the list of; throws where it is none. What was sent is put together from the row, which takes most of the time. */
export function expand(columns: FileColumns): SettledTransaction {
  const { facts, raw } = factsIn(columns, timeOf);
  const row = facts as SettledTransaction;
  row.raw = rawOf(raw, row);
  return row;
}

/** The same without what was sent. */
export const expandFacts = (columns: SettledColumns): SettledFacts => factsIn(columns, timeOf).facts;
export const expandForFile = (columns: FileColumns): FileFacts =>
  factsIn(columns, (atMs) => ({ kind: 'instant' as const, atMs })).facts;

function factsIn<Time>(
  columns: FileColumns,
  momentOf: (atMs: number, packed: PackedTime) => Time,
): { facts: FactsAt<Time>; raw: PackedRaw } {
  const list: unknown = JSON.parse(columns.value);
  if (!isCompact(list) || currencyScale(columns.currency) === null)
    throw new Error(`settled transaction ${columns.transaction_id} cannot be read`);
  const [settled, createdAtMs, created, batchId, raw] = [list[2], list[3], list[4], list[5], list[6]];
  const { currency } = columns;
  const moneyOf = (minor: bigint | number): Money => ({ minor: BigInt(minor), currency });
  const moneyOrNull = (minor: bigint | number | null) => (minor === null ? null : moneyOf(minor));
  const facts: Omit<FactsAt<Time>, SettledText> = {
    transactionId: columns.transaction_id,
    merchantOrderId: columns.merchant_order_id || null,
    refNumber: columns.ref_number || null,
    terminalId: columns.terminal_id,
    branchId: columns.branch_id || null,
    branchName: null,
    amount: moneyOf(columns.amount_minor),
    fee: moneyOrNull(columns.fee_minor),
    vat: moneyOrNull(columns.vat_minor),
    net: moneyOrNull(columns.net_minor),
    settlementDate: settled === null ? null : momentOf(Number(columns.settled_at_ms), settled),
    createdAt: createdAtMs === null || created === null ? null : momentOf(createdAtMs, created),
    windowId: columns.window_id,
    batchId,
  };
  return { facts: addTexts<FactsAt<Time>>(facts, columns, list), raw };
}
