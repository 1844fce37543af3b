/** Reads one order from the gateway with everything that belongs to it: its transactions, its checkouts, and who was told of it. */
import type { GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { DeliveryCause, StoredDelivery } from '../../database/repositories/deliveries.ts';
import type { StoredTransaction } from '../../database/repositories/payment-store.ts';
import type { DeliveryRecord } from '../../gateway/endpoints/webhook-records.ts';
import { readAllPages } from '../read-all-pages.ts';

const CAUSES: Readonly<Partial<Record<GatewayError['code'], DeliveryCause>>> = {
  'permission-missing': 'key',
  'not-offered': 'not-offered',
};

function storedOf(record: DeliveryRecord, index: number): StoredDelivery {
  const { recordId, webhookId, eventType, status, attempts, isServerWebhook, createdAt } = record;
  return {
    // A record without an id is told from the others by its place among those of its transaction.
    recordId: recordId ?? `#${index}`,
    webhookId,
    eventType,
    status: status?.kind === 'known' ? status.value : (status?.raw ?? null),
    attempts,
    isServerWebhook,
    createdAt,
  };
}

/** One request for each transaction. Null: all of them are stored. The test environment has none (§4.13), and is not asked. */
async function readDeliveries(
  { db, gateway, environment }: ProfileContext,
  transactionIds: readonly string[],
): Promise<DeliveryCause | null> {
  if (environment === 'test') return 'not-offered';
  for (const transactionId of transactionIds) {
    const answer = await gateway.webhooks.transactionRecords(transactionId);
    if (!answer.ok) return CAUSES[answer.error.code] ?? 'failed';
    // A record of another transaction says nothing about this one.
    const rows = answer.value.rows.filter(({ resourceId }) => resourceId === transactionId);
    await db.call('deliveries.store', { transactionId, rows: rows.map(storedOf) });
    if (answer.value.unreadable > 0) return 'failed';
  }
  return null;
}

type Needs = {
  /** With its payment, which names the order. */
  readonly readCheckout: (key: string) => Promise<Result<unknown>>;
};

/** Errors are those of the transactions; what else could not be read stands on the timeline with its cause. */
export async function readWholeOrder(
  context: ProfileContext,
  orderId: string,
  { readCheckout }: Needs,
): Promise<Result<Record<string, never>, GatewayError>> {
  const { db, gateway, clock } = context;
  const found: StoredTransaction[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.transactions.list({ page, limit, search: orderId }),
    async (page) => void found.push(...page.rows),
  );
  if (!read.ok) return read;
  const rows = found.filter((row) => row.orderId === orderId);
  await db.call('payments.storeOrder', { rows });
  const merchantOrderId = rows.find((row) => row.merchantOrderId !== null)?.merchantOrderId ?? null;
  // One that cannot be read stays as it was: beside the order by its name, or not at all.
  for (const key of await db.call('checkouts.toJoin', { orderId, merchantOrderId })) await readCheckout(key);
  const cause = await readDeliveries(
    context,
    rows.map(({ transactionId }) => transactionId),
  );
  await db.call('deliveries.ended', { key: orderId, atMs: clock.nowMs(), cause });
  return ok({});
}
