/** The reader of a list that is written as a file: its columns, its rows one by one, and its count and totals. */
import type { ExportColumnId, ExportList, ExportOf } from '#shared/contract/exports.ts';
import type { ColumnKind } from '#shared/contract/reports.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { FileTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { FilesWithResults } from '../../../database/db.ts';
import type { Cell } from '../sheet-rows.ts';

/** A value may be several texts if the column has words for its values. */
export type ListColumn<Row> = {
  readonly kind: ColumnKind;
  readonly value: (row: Row) => Cell | readonly string[];
};
/** A line of the head: `name` is in the window's words. */
export type TotalLine = {
  readonly name: string;
  readonly count: number | null;
  readonly amount: Money | null;
};
export type OpenedList<Row> = {
  readonly count: number;
  /** The time of the last complete read; null if there was none. Undefined for our own lists, which have no age. */
  readonly readAtMs: number | null | undefined;
  readonly totals: readonly TotalLine[];
  /** Is iterated once. The iterator is closed if the reader stops early. */
  readonly rows: Iterable<Row>;
};
export type ListReader<L extends ExportList, Row> = {
  readonly columns: { readonly [Id in ExportColumnId<L>]: ListColumn<Row> };
  /** Null: there is no such list here. */
  readonly open: (
    files: FilesWithResults,
    query: ExportOf<L>,
    nowMs: number,
    seesContacts: boolean,
  ) => OpenedList<Row> | null;
};

export const text = <Row>(value: (row: Row) => string | null): ListColumn<Row> => ({ kind: 'text', value });
export const count = <Row>(value: (row: Row) => number | null): ListColumn<Row> => ({ kind: 'count', value });
export const date = <Row>(value: (row: Row) => string | null): ListColumn<Row> => ({ kind: 'date', value });
export const instant = <Row>(value: (row: Row) => number | null): ListColumn<Row> => ({
  kind: 'instant',
  value,
});
export const gatewayTime = <Row>(value: (row: Row) => FileTimestamp | null): ListColumn<Row> => ({
  kind: 'instant',
  value: (row) => {
    const at = value(row);
    return at?.kind === 'instant' ? at.atMs : (at?.raw ?? null);
  },
});
/** The currency stands in a column of its own; an amount in another one says so itself. */
export const amount = <Row>(
  value: (row: Row) => Money | null,
  currency: (row: Row) => string | null,
): ListColumn<Row> => ({
  kind: 'amount',
  value: (row) => {
    const money = value(row);
    if (money === null) return null;
    return money.currency === currency(row) ? toDecimal(money) : `${money.currency} ${toDecimal(money)}`;
  },
});

export const totalLines = (name: string, amounts: readonly Money[]): TotalLine[] =>
  amounts.map((total) => ({ name, count: null, amount: total }));
