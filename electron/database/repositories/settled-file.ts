/** Settled transactions for a file: all rows in order, one by one, with only what the file needs. */
import type { Kind } from '#shared/domain/kinds/index.ts';
import type { ReadableDb } from '../db.ts';
import { branchNames } from './branch-names.ts';
import { settledColumns, type FileColumns, type FileFacts } from './settled-compact.ts';
import { searchedFor, settledPageSql, type PageInput } from './settled-page.ts';
import { decodeForFile } from './settled-value.ts';

export type FileRow = FileFacts & { kind: Kind; raw?: string };
type Found = FileColumns & { readonly kind: Kind };

const COLUMNS = [...settledColumns, 'kind'].map((name) => `settled.${name}`).join(', ');
const NO_LIMIT = -1;
/** A larger amount loses digits as a number, so its row is read again. */
const isExact = (columns: Found): boolean =>
  [columns.amount_minor, columns.fee_minor, columns.vat_minor, columns.net_minor].every(
    (minor) => minor === null || Number.isSafeInteger(minor),
  );

/** `withSent`: each row has what the gateway sent, too. The connection is busy until the last row, or until the iteration ends. */
export function* settledRows(
  cache: ReadableDb,
  { withSent = false, ...input }: Pick<PageInput, 'filter' | 'sort'> & { withSent?: boolean },
): Generator<FileRow> {
  const names = branchNames(cache);
  const asked = settledPageSql({ ...input, after: null }, searchedFor(cache, input.filter), [], COLUMNS);
  if (asked === null) return;
  const exact = cache
    .prepare<Found>(`SELECT ${COLUMNS} FROM settled WHERE transaction_id = ?`)
    .safeIntegers();
  for (const found of cache.prepare<Found>(asked.sql).iterate(...asked.args, NO_LIMIT)) {
    const columns = isExact(found) ? found : (exact.get(found.transaction_id) ?? found);
    // Set in place: a copy of each row would take as long as writing it.
    const row = decodeForFile(columns, withSent) as FileRow;
    row.kind = columns.kind;
    row.branchName = names.get(row.branchId ?? '') ?? null;
    yield row;
  }
}
