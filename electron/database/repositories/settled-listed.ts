/**
 * A page of settled transactions on its way out of the reader's thread. Rows cross as their columns, with what belongs to some of
 * them beside, and are decoded where they are used: cloning the objects of decoded rows takes several times as long.
 */
import type { ListedSettled, SettledTransaction } from '#shared/contract/settlement.ts';
import { addsOfRow, type Kind } from '#shared/domain/kinds/index.ts';
import { odditiesOf } from '#shared/domain/settlement.ts';
import { settledColumns, type SettledColumns } from './settled-compact.ts';
import { decodeFacts } from './settled-value.ts';

type KindColumns = { kind: Kind; undoes: string | null };
export type PageRow = KindColumns & SettledColumns & { key: string | bigint; early: bigint };
/** In the order in which they are read and named. */
const pageColumns = [
  ...settledColumns,
  'key',
  'early',
  'kind',
  'undoes',
] as const satisfies readonly (keyof PageRow)[];
/** For a SELECT that reads rows of a page. `key` is SQL of what the page is in the order of. */
export const pageColumnsSql = (key: string): string =>
  pageColumns.map((name) => (name === 'key' ? `${key} AS key` : `settled.${name}`)).join(', ');
/** A row as SQLite gives it, without names: the names would be cloned with each row, and take as long as what they name. */
export type PageValues = readonly unknown[];

class NamedValues {
  readonly values: PageValues;
  constructor(values: PageValues) {
    this.values = values;
  }
}
for (const [at, name] of pageColumns.entries())
  Object.defineProperty(NamedValues.prototype, name, {
    get(this: NamedValues) {
      return this.values[at];
    },
  });
/** The values under the names of their columns. */
export const pageRow = (values: PageValues): PageRow => new NamedValues(values) as unknown as PageRow;
export type SettledAfter = { key: string | number; id: string };
type Early = NonNullable<ListedSettled['early']>;

export type SettledPageAnswer = {
  rows: PageValues[];
  next: SettledAfter | null;
  /** By row, who asked for those that were paid early. */
  early: Map<string, Early>;
  /** By sale, the kinds of the settled transactions that take money back from it. */
  undoneBy: Map<string, Kind[]>;
  branchNames: ReadonlyMap<string, string | null>;
};

type KindFacts = Pick<ListedSettled, 'kind' | 'undoes' | 'adds' | 'odd'>;
export const kindFacts = (
  settled: Omit<SettledTransaction, 'raw'>,
  { kind, undoes }: KindColumns,
): KindFacts => ({
  kind,
  undoes,
  adds: addsOfRow({ kind, undoes, amount: settled.amount }),
  odd: odditiesOf({ ...settled, kind, undoes }),
});

/** Throws where a row cannot be read. */
export function listedSettled({ rows, early, undoneBy, branchNames }: SettledPageAnswer): ListedSettled[] {
  return rows.map((values) => {
    const row = pageRow(values);
    const settled = decodeFacts(row);
    return {
      ...settled,
      branchName: branchNames.get(settled.branchId ?? '') ?? null,
      early: early.get(settled.transactionId) ?? null,
      ...kindFacts(settled, row),
      undoneBy: undoneBy.get(settled.transactionId) ?? [],
    };
  });
}
