/** The use cases of payments: the download, the list, and one order with everything known of it. */
import { z } from 'zod';
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import type { MissingPart, TimelineEntry } from '#shared/contract/timeline.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { OperationRecord } from '../../journal/operation-record.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { fillBeside } from '../fill-beside.ts';
import { downloadPayments } from './download.ts';
import { readWholeOrder } from './read-order.ts';
import { inOrder, withApprovals } from './timeline.ts';
import type { DecidedOfOperation } from '../../database/repositories/approvals.ts';
import { paymentFor } from '../../database/repositories/payment-row.ts';
import type { KnownOfPayment } from '../../database/repositories/payment-timeline.ts';

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
  pc: null,
  windowId: null,
  terminalId: record.terminalId,
  opId: null,
  attempts: null,
  amount: record.totals[0]?.amount ?? null,
  isGone: false,
});
const approvalOf = (decided: DecidedOfOperation, of: TimelineEntry): TimelineEntry => ({
  ...of,
  what: 'approval',
  id: decided.id,
  at: { kind: 'instant', atMs: decided.atMs, raw: '' },
  word: decided.word,
  state: null,
  actor: decided.by,
  terminalId: null,
  opId: decided.opId,
  amount: null,
});
const cursorSchema = z.object({
  value: z.union([z.string(), z.number()]),
  atMs: z.number(),
  row: z.number(),
});

/** Our operations on one order, oldest first; the charge that made it is one of them. */
async function operationsOn(
  { db }: ProfileContext,
  { payment: { orderId, merchantOrderId }, placed }: KnownOfPayment,
): Promise<OperationRecord[]> {
  if (orderId === null) return [];
  const rowIds = placed.flatMap(({ entry }) => (entry.what === 'terminal-row' ? [entry.id] : []));
  const moved = await db.call('journal.ofSameMoney', { kind: 'refund', orderId, rowIds });
  const maker = merchantOrderId === null ? null : await db.call('journal.get', merchantOrderId);
  return maker?.kind === 'charge' ? [maker, ...moved] : moved;
}

async function withOperations(context: ProfileContext, known: KnownOfPayment): Promise<PaymentDetail> {
  const { db, environment, seesContacts } = context;
  const { placed } = known;
  const payment = paymentFor(known.payment, seesContacts());
  const ours = await operationsOn(context, known);
  const own = ours.map((record) => ({
    entry: entryOf(record, payment.orderId ?? ''),
    made: record.requestId,
  }));
  const decided = await db.call(
    'approvals.ofOperations',
    ours.map(({ opId }) => opId),
  );
  const approvals = decided.flatMap((one) =>
    own.filter(({ entry }) => entry.id === one.opId).map(({ entry }) => approvalOf(one, entry)),
  );
  const missing = known.missing.map((part) => (environment === 'test' ? notInTest(part) : part));
  return { payment, timeline: inOrder(placed, withApprovals(own, approvals)), missing };
}

async function detailOf(context: ProfileContext, key: string): Promise<PaymentDetail | null> {
  const found = await context.db.call('payments.detail', key);
  return found && (await withOperations(context, found));
}

/** The key of the payment that a row or an operation is a part of. */
async function keyOfPart(
  { db }: ProfileContext,
  { what, id }: ParsedInputOf<'payments.ofPart'>,
): Promise<string | null> {
  if (what !== 'operation') return db.call('payments.keyOf', { what, id });
  const record = await db.call('journal.get', id);
  if (record === null || record.orderId === null) return null;
  // A charge gave the payment its own id; a reversal at a terminal knows the row of the sale.
  const own = record.kind === 'charge' ? [id] : await db.call('journal.rowIdsOf', id);
  return db.call('payments.keyOf', { what: 'names', names: [record.orderId, ...own] });
}

/** The test environment keeps no deliveries (§4.13) and settles nothing (§1). */
const notInTest = (part: MissingPart): MissingPart =>
  part.what === 'delivery' || part.what === 'settled' ? { ...part, why: 'test' } : part;

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

type Needs = Parameters<typeof readWholeOrder>[2];

export function createPaymentService(context: ProfileContext, needs: Needs) {
  const { db, clock, emit } = context;
  const filling = fillBeside(context, {
    some: (most) => db.call('payments.fillSome', { most }),
    filled: () => emit('payments.changed', {}),
  });
  const downloads = createDownload(context);
  return {
    async page({ filter, sort, holdDays, cursor, limit, asker }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const seesContacts = context.seesContacts();
      const at = { holdDays, nowMs: clock.nowMs(), seesContacts };
      const asked = { filter, sort, after: after.value, limit, ...at };
      const { rows, next } = await db.ask('payments.page', asked, { for: 'rows', asker });
      const shown = rows.map((row) => paymentFor(row, seesContacts));
      return ok({ rows: shown, next: next && writeCursor(next) });
    },
    /** The gateway's own CSV file, as it came. Both days are included. */
    gatewayFile: (days: { startDate: string | undefined; endDate: string | undefined }) =>
      context.gateway.transactions.export(days),
    async sums({ filter, asker }) {
      const asked = { filter, nowMs: clock.nowMs(), seesContacts: context.seesContacts() };
      return ok(await db.ask('payments.sums', asked, { for: 'sums', asker }));
    },
    async head() {
      return ok(await db.ask('payments.head', null, { for: 'rows' }));
    },
    async detail({ key }) {
      return ok({ detail: await detailOf(context, key) });
    },
    async ofPart(part) {
      const key = await keyOfPart(context, part);
      return ok({ detail: key === null ? null : await detailOf(context, key) });
    },
    ...downloads,
    async stop(): Promise<void> {
      await Promise.all([downloads.stop(), filling.stop()]);
    },
    async readOrder({ orderId }) {
      const read = await readWholeOrder(context, orderId, needs);
      if (read.ok) emit('payments.changed', {});
      return read;
    },
  } satisfies VerbsOf<'payments'>;
}
