/** One movement of a bank format, before it becomes a line. Amounts are as the file writes them, unsigned. */
import type { CellProblem, LineField, SkipReason } from '#shared/domain/statement.ts';

export type Entry = {
  readonly account: string;
  readonly currency: string;
  /** 'YYYY-MM-DD', or the text that is none. */
  readonly bookedOn: string;
  readonly valueOn: string | null;
  readonly minor: bigint;
  readonly reference: string;
  /** Every one that the file gives it; the first is `reference`. */
  readonly references: readonly string[];
  readonly description: string;
  readonly counterparty: string;
  /** The day is the balance's: the entry has none of its own. */
  readonly isDayOfBalance?: boolean;
  /** True if the word for the movement contradicts the sign of its amount. */
  readonly isSignDoubtful?: boolean;
  readonly skipped: SkipReason | null;
  readonly problems: readonly { field: LineField; text: string; problem: CellProblem }[];
  /** Everything the file says of it, for whoever looks later. */
  readonly raw: Readonly<Record<string, string>>;
};
export type Balance = { readonly minor: bigint; readonly currency: string };
/** Told once a statement is read to its end. */
export type StatementEnd = {
  readonly account: string;
  readonly number: string;
  readonly currency: string;
  readonly entries: number;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** The sum of all booked entries. */
  readonly sum: bigint;
  /** The file ends before the statement does, or the bank's own sum is another one. */
  readonly flaw: 'cut-short' | 'control-differs' | null;
};
export type StatementItem =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'end'; readonly statement: StatementEnd };
