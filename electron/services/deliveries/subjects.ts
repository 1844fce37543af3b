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

export function createSubjects({ db, gateway }: ProfileContext): { read: ReadSubject } {
  async function names(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.call('kept.values', 'webhooks');
    return new Map(
      rows.flatMap(({ key, value: { cells } }) =>
        cells.webhook?.is === 'text' ? [[key, cells.webhook.text] as const] : [],
      ),
    );
  }
  return {
    async read({ resource, id }, signal) {
      const answer = await (resource === 'transaction'
        ? gateway.webhooks.transactionRecords(id, signal)
        : gateway.webhooks.transferRecords(id, signal));
      if (!answer.ok) return answer;
      const named = await names();
      // A record of another subject says nothing about this one.
      const own = answer.value.rows.filter(({ resourceId }) => resourceId === id);
      const rows = own.map((record, place) =>
        deliveryRow(record, { place, nameOf: (webhookId) => named.get(webhookId) ?? null }),
      );
      await db.call('kept.store', { name: 'deliveries', rows, run: 1, from: 0 });
      return ok({
        rows: rows.map(({ key, ...value }) => ({ key, value })),
        unreadable: answer.value.unreadable,
      });
    },
  };
}
