/** A sheet of exceptions that came back filled in: its columns by their headers, its rows with an action. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { bulkActions, bulkColumns, type BulkAction, type BulkColumn } from '#shared/domain/reconciliation.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { searchText } from '#shared/text/digits.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { restore } from '../reports/index.ts';

export type FilledRow = {
  readonly row: number;
  readonly key: string;
  readonly version: string;
  readonly actionText: string;
  readonly action: BulkAction | null;
  readonly remark: string;
};
type Input = ParsedInputOf<'reconciliation.checkSheet'>;
const LONGEST_REMARK = 500;

const textOf = (cell: string | undefined): string => restore(cell ?? '').trim();
const isWord = (words: readonly string[], text: string) =>
  words.some((word) => searchText(word) === searchText(text));

export async function readFilledSheet(
  { base64, columns, actions }: Input,
  mostRows: number,
  readSheet: ReadSheet,
): Promise<Result<{ rows: FilledRow[]; passedOver: number }, AppError>> {
  // The header, and one more than there may be.
  const data = await readSheet(Buffer.from(base64, 'base64'), mostRows + 2);
  if (data === null) return err(reconciliationError('sheet-unreadable'));
  const [header = [], ...body] = data;
  if (body.length > mostRows) return err(reconciliationError('too-many', { most: mostRows }));
  const places = {} as Record<BulkColumn, number>;
  for (const column of bulkColumns) {
    const at = header.findIndex((cell) => isWord(columns[column], textOf(cell)));
    if (at < 0) return err(reconciliationError('column-missing', { column: columns[column][0] ?? column }));
    places[column] = at;
  }
  const filled = body.flatMap((cells, at): FilledRow[] => {
    const actionText = textOf(cells[places.action]);
    if (actionText === '') return [];
    return [
      {
        row: at + 2,
        key: textOf(cells[places.key]),
        version: textOf(cells[places.version]),
        actionText,
        action: bulkActions.find((action) => isWord(actions[action], actionText)) ?? null,
        remark: textOf(cells[places.remark]).slice(0, LONGEST_REMARK),
      },
    ];
  });
  const empty = body.filter((cells) => cells.every((cell) => textOf(cell) === '')).length;
  return ok({ rows: filled, passedOver: body.length - filled.length - empty });
}
