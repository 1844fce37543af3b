/** The use cases of payments: the download, the list, and one order with everything known of it. */
import { z } from 'zod';
import type { VerbsOf } from '#shared/contract/index.ts';
import type { Payment, PaymentDetail, TimelineEntry } from '#shared/contract/payments.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { OperationRecord } from '../../journal/operation-record.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { readAllPages } from '../read-all-pages.ts';
import { downloadPayments } from './download.ts';
import { inOrder } from './timeline.ts';
import type { StoredTransaction } from '../../database/repositories/payments.ts';

const entryOf = (record: OperationRecord, orderId: string): TimelineEntry => ({
  what: 'operation',
  // A charge is found by its own id, which is the reference that its payment was given.
  by: record.orderId === orderId || record.kind === 'charge' ? 'id' : 'reference',
  id: record.opId,
  at: { kind: 'instant', atMs: record.createdAtMs, raw: '' },
  word: null,
  status: null,
  kind: record.kind,
  state: record.state,
  actor: record.actor,
  windowId: null,
  terminalId: record.terminalId,
  amount: record.totals[0]?.amount ?? null,
});
const cursorSchema = z.object({ atMs: z.number(), key: z.string() });

/** Our operations on one order, oldest first; the charge that made it is one of them. */
async function operationsOn(
  { db }: ProfileContext,
  { orderId, merchantOrderId }: Payment,
): Promise<OperationRecord[]> {
  if (orderId === null) return [];
  const moved = await db.call('journal.ofSameMoney', { kind: 'refund', orderId, rowIds: [] });
  const maker = merchantOrderId === null ? null : await db.call('journal.get', merchantOrderId);
  return maker?.kind === 'charge' ? [maker, ...moved] : moved;
}

async function withOperations(context: ProfileContext, found: PaymentDetail): Promise<PaymentDetail> {
  const { orderId } = found.payment;
  const ours = await operationsOn(context, found.payment);
  const own = ours.map((record) => ({ entry: entryOf(record, orderId ?? ''), made: record.requestId }));
  return { ...found, timeline: inOrder(found.timeline, own) };
}

/** The one download of payments: it begins, is cancelled, and stops with the session. */
function createDownload(context: ProfileContext) {
  const { db, clock, emit, log } = context;
  let current: { controller: AbortController; done: Promise<void> } | null = null;

  async function run(anew: boolean, { signal }: AbortController): Promise<void> {
    let told = { rows: 0, total: null as number | null };
    try {
      const answer = await downloadPayments(
        context,
        { anew },
        {
          signal,
          onProgress: (progress) => {
            told = progress;
            emit('payments.progress', { ...told, finished: false });
          },
        },
      );
      if (!answer.ok)
        await db.call('lists.failed', { name: 'payments', error: answer.error, atMs: clock.nowMs() });
    } catch (error) {
      log.error('payments-download-failed', { error: String(error) });
    }
    emit('payments.progress', { ...told, finished: true });
    emit('payments.changed', {});
  }

  return {
    async download({ anew }) {
      if (current) return ok({});
      const controller = new AbortController();
      const done = run(anew, controller).finally(() => (current = null));
      current = { controller, done };
      return ok({});
    },
    async cancelDownload(): Promise<Result<Record<string, never>>> {
      current?.controller.abort();
      return ok({});
    },
    /** The next session goes on from here: this is not a cancel. */
    async stop(): Promise<void> {
      current?.controller.abort('closing');
      await current?.done;
    },
  } satisfies VerbsOf<'payments'>;
}

export function createPaymentService(context: ProfileContext) {
  const { db, gateway, emit } = context;
  return {
    async page({ filter, cursor, limit }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const { rows, next } = await db.call('payments.page', { filter, after: after.value, limit });
      return ok({ rows, next: next && writeCursor(next) });
    },
    async summary({ filter }) {
      return ok(await db.call('payments.summary', filter));
    },
    async detail({ key }) {
      const found = await db.call('payments.detail', key);
      return ok({ detail: found && (await withOperations(context, found)) });
    },
    ...createDownload(context),
    async readOrder({ orderId }) {
      const rows: StoredTransaction[] = [];
      const read = await readAllPages(
        (page, limit) => gateway.transactions.list({ page, limit, search: orderId }),
        async (page) => void rows.push(...page.rows),
      );
      if (!read.ok) return read;
      await db.call('payments.storeOrder', { rows: rows.filter((row) => row.orderId === orderId) });
      emit('payments.changed', {});
      return ok({});
    },
  } satisfies VerbsOf<'payments'>;
}
