/**
 * A settled transaction as the cache keeps it. Its facts are in columns; what the columns do not say is a short list in the column
 * `value` (settled-compact.ts). An earlier Closeout kept the contract's whole JSON in `value`: such rows are still read. Lists and
 * files read hundreds of thousands of rows, so each field is checked by hand; the schema only explains what is wrong with a row.
 */
import { z } from 'zod';
import { settledSchema, type SettledTransaction } from '#shared/contract/settlement.ts';
import { settledTexts, textsBy } from '#shared/domain/settled-texts.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Money } from '#shared/money/money.ts';
import {
  compact,
  expand,
  expandFacts,
  expandForFile,
  type FileColumns,
  type FileFacts,
  type SettledColumns,
  type SettledFacts,
} from './settled-compact.ts';
import { readStored } from './stored-row.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';

type Wire = z.input<typeof settledSchema>;
type WireMoney = Wire['amount'];
type Unread = Readonly<Record<string, unknown>>;

const MINOR = /^-?\d{1,30}$/;
const isObject = (value: unknown): value is Unread => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

function isMoney(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { minor, currency } = value;
  if (typeof minor !== 'string' || typeof currency !== 'string') return false;
  return MINOR.test(minor) && currencyScale(currency) !== null && Object.keys(value).length === 2;
}
const isMoneyOrNull = (value: unknown): boolean => value === null || isMoney(value);

function isTimeOrNull(value: unknown): boolean {
  if (value === null) return true;
  if (!isObject(value) || !isText(value['raw'])) return false;
  return value['kind'] === 'text' || (value['kind'] === 'instant' && Number.isSafeInteger(value['atMs']));
}

const isWire = (value: unknown): value is Wire =>
  isObject(value) &&
  isText(value['transactionId']) &&
  isTextOrNull(value['merchantOrderId']) &&
  isTextOrNull(value['refNumber']) &&
  isTextOrNull(value['terminalId']) &&
  isTextOrNull(value['branchId']) &&
  isTextOrNull(value['branchName']) &&
  settledTexts.every((name) => isTextOrNull(value[name])) &&
  isMoney(value['amount']) &&
  isMoneyOrNull(value['fee']) &&
  isMoneyOrNull(value['vat']) &&
  isMoneyOrNull(value['net']) &&
  isTimeOrNull(value['settlementDate']) &&
  isTimeOrNull(value['createdAt']) &&
  isTextOrNull(value['windowId']) &&
  isTextOrNull(value['batchId']) &&
  isText(value['raw']);

const moneyOf = ({ minor, currency }: WireMoney): Money => ({ minor: BigInt(minor), currency });
const moneyOrNull = (wire: WireMoney | null): Money | null => wire && moneyOf(wire);
function timeOrNull(wire: Wire['createdAt']): GatewayTimestamp | null {
  if (wire === null) return null;
  const { kind, raw } = wire;
  return kind === 'instant' ? { kind, atMs: wire.atMs, raw } : { kind, raw };
}

/** The wire JSON. */
export const encodeWire = (row: SettledTransaction): string => JSON.stringify(z.encode(settledSchema, row));

/** The text of the column `value`. */
export const encodeSettled = (row: SettledTransaction): string => compact(row) ?? encodeWire(row);

/** What `encodeSettled` made of a row, now or in an earlier Closeout; throws if it is anything else. */
export const decodeSettled = (columns: FileColumns): SettledTransaction =>
  columns.value.startsWith('[') ? expand(columns) : decodeWire(columns.value);

/** The same without what was sent for the row. */
export function decodeFacts(columns: SettledColumns): SettledFacts {
  if (columns.value.startsWith('[')) return expandFacts(columns);
  const { raw: _raw, ...facts } = decodeWire(columns.value);
  return facts;
}

/** For a file. What was sent for the row is put together only if it is asked for. */
export function decodeForFile(columns: FileColumns, withSent: boolean): FileFacts & { raw?: string } {
  return columns.value.startsWith('[') && !withSent ? expandForFile(columns) : decodeSettled(columns);
}

/** Throws as the schema does where the text is of anything else. */
export function decodeWire(text: string): SettledTransaction {
  const wire: unknown = JSON.parse(text);
  if (!isWire(wire)) return readStored(settledSchema, wire);
  return {
    transactionId: wire.transactionId,
    merchantOrderId: wire.merchantOrderId,
    refNumber: wire.refNumber,
    terminalId: wire.terminalId,
    branchId: wire.branchId,
    branchName: wire.branchName,
    ...textsBy((name) => wire[name]),
    amount: moneyOf(wire.amount),
    fee: moneyOrNull(wire.fee),
    vat: moneyOrNull(wire.vat),
    net: moneyOrNull(wire.net),
    settlementDate: timeOrNull(wire.settlementDate),
    createdAt: timeOrNull(wire.createdAt),
    windowId: wire.windowId,
    batchId: wire.batchId,
    raw: wire.raw,
  };
}
