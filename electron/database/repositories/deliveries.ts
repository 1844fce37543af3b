/** Records of webhook deliveries of transactions (§2.10), and how the last reading of those of an order ended. */
import { z } from 'zod';
import type { MissingPart } from '#shared/contract/timeline.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { DeliveryResource } from '#shared/domain/webhook.ts';
import { reads, writesCache, type ReadableDb } from '../db.ts';

export type StoredDelivery = {
  recordId: string;
  webhookId: string | null;
  eventType: string | null;
  status: string | null;
  attempts: number | null;
  isServerWebhook: boolean | null;
  createdAt: GatewayTimestamp | null;
};
const causes = ['key', 'not-offered', 'failed'] as const satisfies readonly MissingPart['why'][];
export type DeliveryCause = (typeof causes)[number];
const readSchema = z.object({ cause: z.enum(causes).nullable() });

type DeliveryRow = {
  record_id: string;
  transaction_id: string;
  event_type: string | null;
  status: string | null;
  attempts: number | null;
  created_at_ms: number | null;
  created_raw: string | null;
};

/** Of the transactions of a payment. */
export const deliveriesOf = (cache: ReadableDb, key: string): DeliveryRow[] =>
  cache
    .prepare<DeliveryRow>(
      `SELECT * FROM delivery WHERE transaction_id IN (SELECT transaction_id FROM gateway_transaction WHERE key = ?)
       ORDER BY created_at_ms, record_id`,
    )
    .all(key);

/** Why there may be more than is here; null if they were read whole. */
export function whyNoDeliveries(cache: ReadableDb, key: string): DeliveryCause | 'not-read' | null {
  const row = cache.prepare('SELECT cause FROM delivery_read WHERE key = ?').get(key);
  return row === undefined ? 'not-read' : readSchema.parse(row).cause;
}

type OfTransaction = { transactionId: string; rows: readonly StoredDelivery[] };
type Ended = { key: string; atMs: number; cause: DeliveryCause | null };

/** What deliveries are told of. */
export type Subject = { readonly resource: DeliveryResource; readonly id: string };

export const deliveryProcedures = {
  /** Transactions and transfers since then that are on this PC, the newest first. One without a time counts as new. */
  'deliveries.subjects': reads(({ cache }, sinceMs: number) =>
    cache
      .prepare<Subject>(
        `SELECT 'transaction' resource, transaction_id id, created_at_ms at FROM gateway_transaction
         WHERE COALESCE(created_at_ms, ?) >= ?
         UNION ALL SELECT 'transfer', key, at_ms FROM kept_row WHERE list = 'sent' AND COALESCE(at_ms, ?) >= ?
         ORDER BY at DESC, id`,
      )
      .all(sinceMs, sinceMs, sinceMs, sinceMs)
      .map(({ resource, id }): Subject => ({ resource, id })),
  ),
  /** In place of what was known of this transaction. */
  'deliveries.store': writesCache(({ cache }, { transactionId, rows }: OfTransaction) => {
    cache.prepare('DELETE FROM delivery WHERE transaction_id = ?').run(transactionId);
    const insert = cache.prepare('INSERT OR REPLACE INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const row of rows)
      insert.run(
        row.recordId,
        transactionId,
        row.webhookId,
        row.eventType,
        row.status,
        row.attempts,
        row.isServerWebhook === null ? null : Number(row.isServerWebhook),
        row.createdAt?.kind === 'instant' ? row.createdAt.atMs : null,
        row.createdAt?.raw ?? null,
      );
    return null;
  }),
  'deliveries.ended': writesCache(({ cache }, { key, atMs, cause }: Ended) => {
    cache.prepare('INSERT OR REPLACE INTO delivery_read VALUES (?, ?, ?)').run(key, atMs, cause);
    return null;
  }),
};
