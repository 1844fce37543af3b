/** The records of one subject, as the gateway has them now, into the list. */
import type { GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { Subject } from '../../database/repositories/deliveries.ts';
import { deliveryRow } from '../kept/index.ts';
import type { StoredRow } from './failed.ts';

export type ReadSubject = (
  subject: Subject,
  signal?: AbortSignal,
) => Promise<Result<{ rows: StoredRow[]; unreadable: number }, GatewayError>>;

/** Reads the deliveries of any number of subjects. The names of webhooks are read once, before the first. */
export async function subjectReader({ db, gateway }: ProfileContext): Promise<ReadSubject> {
  const webhooks = await db.call('kept.values', 'webhooks');
  const names = new Map(
    webhooks.flatMap(({ key, value: { cells } }) =>
      cells.webhook?.is === 'text' ? [[key, cells.webhook.text] as const] : [],
    ),
  );
  return async ({ resource, id }, signal) => {
    const answer = await (resource === 'transaction'
      ? gateway.webhooks.transactionRecords(id, signal)
      : gateway.webhooks.transferRecords(id, signal));
    if (!answer.ok) return answer;
    // A record of another subject says nothing about this one.
    const own = answer.value.rows.filter(({ resourceId }) => resourceId === id);
    const rows = own.map((record, place) =>
      deliveryRow(record, { place, nameOf: (webhookId) => names.get(webhookId) ?? null }),
    );
    await db.call('kept.store', { name: 'deliveries', rows, run: 1, from: 0 });
    return ok({
      rows: rows.map(({ key, ...value }) => ({ key, value })),
      unreadable: answer.value.unreadable,
    });
  };
}
