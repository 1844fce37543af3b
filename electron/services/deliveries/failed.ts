/** Which deliveries failed and were not taken since. Pure. */
import type { KeptValue } from '#shared/contract/kept.ts';
import type { KeptColumn } from '#shared/domain/kept-lists.ts';
import { deliveryResources } from '#shared/domain/webhook.ts';
import type { Subject } from '../../database/repositories/deliveries.ts';

export type StoredRow = { readonly key: string; readonly value: KeptValue };

export const textOf = ({ value }: StoredRow, column: KeptColumn): string | null => {
  const cell = value.cells[column];
  return cell?.is === 'text' ? cell.text : null;
};
const atMsOf = ({ value: { cells } }: StoredRow): number =>
  cells.created?.is === 'time' && cells.created.at.kind === 'instant' ? cells.created.at.atMs : 0;

/** Null of a record whose subject is of neither kind. */
export function subjectOf(row: StoredRow): Subject | null {
  const resource = deliveryResources.find((one) => one === textOf(row, 'aboutKind'));
  const id = textOf(row, 'about');
  return resource && id !== null ? { resource, id } : null;
}

/** The same event of the same subject to the same address: a resend is another record of it. */
export const toldBy = (row: StoredRow): string =>
  JSON.stringify(
    (['aboutKind', 'about', 'event', 'toWebhook', 'webhookUrl'] as const).map((column) =>
      textOf(row, column),
    ),
  );

/**
 * What the bell says of failed deliveries. `newestMs`: when the newest failed event failed for the first time. Sending it again does
 * not change that, so the bell stays quiet meanwhile.
 */
export function failingOf(rows: readonly StoredRow[]): { count: number; newestMs: number } {
  const failed = rows.filter(
    (row) => textOf(row, 'deliveryFlags') === null && textOf(row, 'deliveryState') === 'failed',
  );
  const firsts = [...Map.groupBy(failed, toldBy).values()].map((records) => Math.min(...records.map(atMsOf)));
  return { count: failedOf(rows, null).length, newestMs: Math.max(0, ...firsts) };
}

/** Of each telling that failed the newest record, the oldest telling first: a server learns things in the order in which they were. */
export function failedOf(rows: readonly StoredRow[], toWebhook: string | null): StoredRow[] {
  const real = rows.filter((row) => textOf(row, 'deliveryFlags') === null);
  const tellings = Map.groupBy(real, toldBy);
  return [...tellings.values()]
    .flatMap((records) => {
      if (records.some((row) => textOf(row, 'deliveryState') !== 'failed')) return [];
      const newest = records.toSorted((a, b) => atMsOf(b) - atMsOf(a))[0];
      return newest && textOf(newest, 'recordId') !== null ? [newest] : [];
    })
    .filter((row) => toWebhook === null || textOf(row, 'toWebhook') === toWebhook)
    .toSorted((a, b) => atMsOf(a) - atMsOf(b));
}
