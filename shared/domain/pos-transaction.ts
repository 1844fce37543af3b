import type { Money } from '../money/money.ts';

/**
 * One row of a terminal's transactions: the six documented fields (interface §2.11) and what identifies the row here.
 * `rowId` is made from terminal, reference, order, type, amount and currency, with a running number among equal rows
 * of one answer: two equal rows are two rows (assumptions, "row identity").
 */
export type PosTransaction = {
  readonly rowId: string;
  readonly terminalId: string;
  readonly merchantOrderId: string | null;
  readonly refNumber: string | null;
  readonly amount: Money;
  readonly paymentType: string | null;
  readonly entryMode: string | null;
  /** The row as the gateway sent it, JSON text, unknown fields and all. */
  readonly raw: string;
  /** Its amount came with the noise of a binary float (1234.5600000000002) and was read as the unit it is next to. */
  readonly isNoisy: boolean;
};

/**
 * A row that cannot be read safely: kept as it came, shown, and in no sum. An acknowledgement goes on over it only by a person's
 * decision that names it.
 */
export type UnreadableRow = {
  /** Made from the row's own text, with a running number among equal ones of one answer. */
  readonly rowId: string;
  readonly index: number;
  readonly field: string;
  readonly problem: 'missing' | 'wrong-type' | 'not-a-decimal' | 'too-many-decimals' | 'unknown-currency';
  readonly raw: string;
};

const UNREADABLE = 'unreadable:';
export const unreadableRowId = (hash: string): string => `${UNREADABLE}${hash}`;
export const isUnreadableRowId = (rowId: string): boolean => rowId.startsWith(UNREADABLE);

/** One whole answer of GET /v3/payment/pos/{terminalId}/transactions (§4.10). */
export type TerminalReading = {
  readonly terminalId: string;
  readonly rows: readonly PosTransaction[];
  readonly unreadable: readonly UnreadableRow[];
};
