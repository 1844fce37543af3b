/** Payouts (§2.8, §4.8, §4.15): schedulers, transfers and accounts; transfers are created through the checkout host. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { open } from '../access.ts';
import { amount, instant, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { pageOf, pagination, readPage, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import type { Stored } from '../state/documents.ts';
import { newHexId, newId } from '../state/ids.ts';
import { balanceOf } from '../state/ledger.ts';
import {
  batchStatus,
  checkBalance,
  createTransfer,
  egyptianMobile,
  METHODS,
  runMs,
  schedulers,
  transferById,
  transferFees,
  type Method,
  type NewTransfer,
  type Recipient,
  type Scheduler,
  type TransferRow,
} from '../state/payouts.ts';
import { amountJson, type World } from '../world.ts';
import { forward } from './orders.ts';

const egp = (minor: number) => amountJson(minor, 'EGP');
const method = z.enum(METHODS);
const recipient = {
  method,
  recipientName: shortText,
  recipientNumber: shortText,
  recipientBank: shortText.optional(),
  amount,
};

/** Rules 1 and 2 of §2.8. */
function checkRecipient(
  wanted: {
    method: Method;
    recipientNumber: string;
    recipientName: string;
    recipientBank?: string | undefined;
  },
  at: string,
): Recipient {
  const { recipientName, recipientNumber, recipientBank } = wanted;
  if (wanted.method !== 'wallet') {
    if (recipientBank === undefined)
      throw refuse.field(`${at}recipientBank`, 'is needed where the method is bank or card');
    return { recipientName, recipientNumber, recipientBank };
  }
  const mobile = egyptianMobile(recipientNumber);
  if (mobile === null) throw refuse.field(`${at}recipientNumber`, 'must be an Egyptian mobile number');
  return { recipientName, recipientNumber: mobile, recipientBank: recipientBank ?? null };
}

const transferSchema = z.looseObject({ merchantTransferId: shortText, ...recipient });
const batchSchema = z.looseObject({
  batchName: shortText,
  transfers: z.array(transferSchema).min(1).max(500),
});

const newTransfer = (wanted: z.output<typeof transferSchema>, at = ''): NewTransfer => ({
  ...checkRecipient(wanted, at),
  merchantTransferId: wanted.merchantTransferId,
  method: wanted.method,
  amountMinor: minorOf(wanted.amount, 'EGP', `${at}amount`),
});

function transferBody(row: TransferRow) {
  const who = JSON.parse(row.recipient) as Recipient;
  return {
    transferId: row.transfer_id,
    merchantTransferId: row.merchant_transfer_id,
    batchId: row.batch_id ?? 'NA',
    recipientName: who.recipientName,
    recipientNumber: who.recipientNumber,
    recipientBank: who.recipientBank ?? 'NA',
    method: row.method,
    amount: egp(row.amount_minor),
    feeAmount: egp(row.fee_minor),
    vatAmount: egp(row.vat_minor),
    totalAmount: egp(row.amount_minor + row.fee_minor + row.vat_minor),
    currency: 'EGP',
    status: row.status,
    failureReason: row.failure_reason ?? 'NA',
    createdAt: writeGatewayTimestamp(row.created_at_ms),
    updatedAt: writeGatewayTimestamp(row.updated_at_ms),
    statusHistory: (JSON.parse(row.history) as { status: string; atMs: number }[]).map(
      ({ status, atMs }) => ({
        status,
        at: writeGatewayTimestamp(atMs),
      }),
    ),
  };
}

const CREATED = { en: 'The transfer was created.', ar: 'تم إنشاء التحويل.' };

function batchBody(world: World, batchId: string) {
  const batch = world.db.prepare('SELECT name FROM transfer_batch WHERE batch_id = ?').get(batchId) as
    | { name: string }
    | undefined;
  if (!batch) throw refuse.missing('transfer batch', 'دفعة تحويلات');
  const members = world.db
    .prepare('SELECT * FROM transfer WHERE batch_id = ? ORDER BY rowid')
    .all(batchId) as TransferRow[];
  return {
    batchId,
    batchName: batch.name,
    status: batchStatus(members),
    totalAmount: egp(members.reduce((total, row) => total + row.amount_minor, 0)),
    currency: 'EGP',
    transfersCount: members.length,
    transfers: members.map(transferBody),
  };
}

const SINGLE = '/v3/transfers/single';
const BATCH = '/v3/transfers/batch';

/** On the dashboard, where the checkout host forwards to. */
function creationRoutes(app: FastifyInstance, world: World): void {
  app.post(SINGLE, (request, reply) => {
    const wanted = newTransfer(readBody(transferSchema, request.body));
    const row = world.db.transaction(() => createTransfer(world, wanted))();
    acted(request);
    return reply.code(201).send({ body: transferBody(row), messages: CREATED });
  });
  app.post(BATCH, (request, reply) => {
    const { batchName, transfers } = readBody(batchSchema, request.body);
    const wanted = transfers.map((one, index) => newTransfer(one, `transfers.${index}.`));
    checkBalance(world, wanted);
    const batchId = world.db.transaction(() => {
      const id = newId(world, 'TB');
      world.db.prepare('INSERT INTO transfer_batch VALUES (?, ?, ?)').run(id, batchName, world.clock.nowMs());
      for (const one of wanted) createTransfer(world, { ...one, batchId: id });
      return id;
    })();
    acted(request);
    return reply.code(201).send({ body: batchBody(world, batchId), messages: CREATED });
  });
}

const inquirySchema = z.looseObject({ method, amount });

function transferRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery }>('/v2/transfers', ({ query }) => {
    const page = readPage(query);
    const total = world.db.prepare('SELECT COUNT(*) FROM transfer').pluck().get() as number;
    const rows = world.db
      .prepare('SELECT * FROM transfer ORDER BY created_at_ms DESC, rowid DESC LIMIT ? OFFSET ?')
      .all(page.limit, page.offset) as TransferRow[];
    return { body: rows.map(transferBody), pagination: pagination(total, page) };
  });
  app.get<{ Params: { id: string } }>('/v2/transfers/:id', ({ params }) => {
    const row = transferById(world, params.id);
    if (!row) throw refuse.missing('transfer', 'تحويل');
    return { body: transferBody(row), message: 'Transfer.' };
  });
  app.get<{ Params: { id: string } }>('/v2/transfers/batches/:id', ({ params }) => ({
    body: batchBody(world, params.id),
    message: 'Transfer batch.',
  }));
  app.post('/v2/transfers/fee-inquiry', ({ body }) => {
    const wanted = readBody(inquirySchema, body);
    const minor = minorOf(wanted.amount, 'EGP', 'amount');
    const { feeMinor, vatMinor } = transferFees(wanted.method, minor);
    return {
      body: {
        amount: egp(minor),
        feeAmount: egp(feeMinor),
        vatAmount: egp(vatMinor),
        totalAmount: egp(minor + feeMinor + vatMinor),
        currency: 'EGP',
      },
    };
  });
  app.get('/v2/account', () => {
    const available = balanceOf(world, 'available', 'EGP');
    const onHold = balanceOf(world, 'on-hold', 'EGP');
    return {
      data: [
        {
          accountId: `ACC-${world.merchantId}`,
          isPrimary: true,
          totalBalance: egp(available + onHold),
          availableBalance: egp(available),
          onHoldBalance: egp(onHold),
          currency: 'EGP',
        },
      ],
    };
  });
}

const schedulerSchema = z.looseObject({
  batchName: shortText,
  type: z.literal('single'),
  scheduler: z.looseObject({
    ...recipient,
    startDate: instant,
    recurringFrequency: z.enum(['WEEKLY', 'MONTHLY']),
    endDate: instant.nullish(),
  }),
});

function schedulerBody({ id, value, createdAtMs }: Stored<Scheduler>) {
  return {
    schedulerId: id,
    merchantTransferId: value.merchantTransferId,
    recipientName: value.recipientName,
    recipientNumber: value.recipientNumber,
    recipientBank: value.recipientBank,
    amount: egp(value.amountMinor),
    method: value.method,
    status: value.status,
    recurringFrequency: value.frequency,
    nextRun: value.nextRunMs === null ? null : writeGatewayTimestamp(value.nextRunMs),
    createdAt: writeGatewayTimestamp(createdAtMs),
  };
}

function createScheduler(world: World, body: unknown): Stored<Scheduler> {
  const { batchName, scheduler } = readBody(schedulerSchema, body);
  const who = checkRecipient(scheduler, 'scheduler.');
  const nowMs = world.clock.nowMs();
  const endMs = scheduler.endDate ?? null;
  if (endMs !== null && endMs <= scheduler.startDate)
    throw refuse.field('scheduler.endDate', 'must be after startDate');
  const rhythm = { startMs: scheduler.startDate, frequency: scheduler.recurringFrequency };
  // A start in the past begins with the first run that is still to come.
  let first = 0;
  while (runMs(rhythm, first) < nowMs - 60_000) first += 1;
  return schedulers.insert(world, newHexId(world, 'scheduler'), {
    ...who,
    ...rhythm,
    merchantTransferId: newId(world, 'SCH'),
    batchName,
    method: scheduler.method,
    amountMinor: minorOf(scheduler.amount, 'EGP', 'scheduler.amount'),
    status: 'ACTIVE',
    endMs,
    nextRunMs: runMs(rhythm, first),
    runs: first,
  });
}

function schedulerRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/transfers/schedulers/single', (request) => {
    const created = world.db.transaction(() => createScheduler(world, request.body))();
    acted(request);
    return {
      messages: { en: 'The scheduler was created.', ar: 'تم إنشاء جدول التحويل.' },
      data: schedulerBody(created),
    };
  });
  app.get<{ Querystring: PageQuery }>('/v2/transfers/schedulers', ({ query }) => {
    const { rows, pagination: found } = pageOf(schedulers.all(world), query);
    return { data: rows.map(schedulerBody), pagination: found };
  });
  app.delete<{ Params: { id: string } }>('/v2/transfers/schedulers/:id', (request) => {
    const { id } = request.params;
    const known = schedulers.get(world, id);
    if (!known) throw refuse.missing('scheduler', 'جدول تحويل');
    const status = known.value.status === 'ACTIVE' ? ('INACTIVE' as const) : known.value.status;
    const value = { ...known.value, status, nextRunMs: null };
    schedulers.replace(world, id, value);
    acted(request);
    return {
      messages: { en: 'The scheduler was deactivated.', ar: 'تم إيقاف جدول التحويل.' },
      data: schedulerBody({ ...known, value }),
    };
  });
}

export function payoutRoutes(app: FastifyInstance, world: World): void {
  creationRoutes(app, world);
  transferRoutes(app, world);
  schedulerRoutes(app, world);
}

/** The checkout host creates transfers (§1); the dashboard enforces key, address and balance. */
export function checkoutPayoutRoutes(app: FastifyInstance, dashboardUrl: string): void {
  for (const path of [SINGLE, BATCH])
    app.post(path, open, async (request, reply) => {
      const { status, text } = await forward(request, `${dashboardUrl}${path}`);
      return reply.code(status).type('application/json').send(text);
    });
}
