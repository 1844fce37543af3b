/** Every list that can be written, and one of them opened as it was asked for. */
import type { ExportInput, ExportList, ExportOf } from '#shared/contract/exports.ts';
import type { FilesWithResults } from '../../../database/db.ts';
import type { Cell, SheetColumn } from '../sheet-rows.ts';
import type { ListColumn, ListReader, OpenedList } from './list.ts';

export type OpenTable = Pick<OpenedList<unknown>, 'count' | 'readAtMs' | 'totals'> & {
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<readonly Cell[]>;
};
type Chosen<Row> = { column: ListColumn<Row>; words: ReadonlyMap<string, string> };

/** A value in the words of the screen, if it has one there. */
function cellOf<Row>({ column, words }: Chosen<Row>, row: Row): Cell {
  const value = column.value(row);
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'string') return words.size === 0 ? value : (words.get(value) ?? value);
  return value.map((one) => words.get(one) ?? one).join(', ');
}

function* cellsOf<Row>(rows: Iterable<Row>, chosen: readonly Chosen<Row>[]): Generator<readonly Cell[]> {
  for (const row of rows) yield chosen.map((one) => cellOf(one, row));
}

type Open<L extends ExportList> = (
  files: FilesWithResults,
  input: ExportOf<L>,
  nowMs: number,
  seesContacts: boolean,
) => OpenTable | null;

const opening =
  <L extends ExportList, Row>(reader: ListReader<L, Row>): Open<L> =>
  (files, input, nowMs, seesContacts) => {
    const opened = reader.open(files, input, nowMs, seesContacts);
    if (!opened) return null;
    const known: Readonly<Record<string, ListColumn<Row>>> = reader.columns;
    const chosen = input.columns.flatMap(({ id, header, words }) => {
      const column = known[id];
      return column ? [{ column, header, words: new Map(Object.entries(words)) }] : [];
    });
    const { count, readAtMs, totals, rows } = opened;
    return {
      count,
      readAtMs,
      totals,
      columns: chosen.map(({ header, column: { kind } }) => ({ header, kind })),
      rows: cellsOf(rows, chosen),
    };
  };

/** Only what the list needs is loaded: a file of one costs the memory of one. */
const lists: { readonly [L in ExportList]: () => Promise<Open<L>> } = {
  settled: async () => opening((await import('./settled.ts')).settledList),
  windows: async () => opening((await import('./windows.ts')).windowsList),
  bridge: async () => opening((await import('./bridge.ts')).bridgeList),
  transactions: async () => opening((await import('./transactions.ts')).transactionsList),
  kept: async () => opening((await import('./kept.ts')).keptList),
  payments: async () => opening((await import('./payments.ts')).paymentsList),
  checkouts: async () => opening((await import('./checkouts.ts')).checkoutsList),
  savedCards: async () => opening((await import('./saved-cards.ts')).savedCardsList),
  recipients: async () => opening((await import('./recipients.ts')).recipientsList),
  eligible: async () => opening((await import('./eligible.ts')).eligibleList),
};

/** Null: there is no such list here, as a bridge of a window that is gone. */
export async function openTable(
  files: FilesWithResults,
  input: ExportInput,
  nowMs: number,
  seesContacts = false,
): Promise<OpenTable | null> {
  const open = (await lists[input.list]()) as Open<ExportList>;
  return open(files, input, nowMs, seesContacts);
}
