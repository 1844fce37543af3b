/** Invoices, which the paths call payment requests (§2.5, §4.5). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { amount, currency, instant, longText, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { holds, pageOf, type PageQuery } from '../paging.ts';
import { createRateLimit } from '../rate-limit.ts';
import { acted } from '../server.ts';
import { documents, type Stored } from '../state/documents.ts';
import { nextNumber } from '../state/ids.ts';
import { refundableMinor } from '../state/online-orders.ts';
import { paymentStatusOf } from '../state/payment-links.ts';
import { amountJson, type World } from '../world.ts';
import { checkItems, items } from './payment-links.ts';

const PREFIX = { simple: 'PR', professional: 'INV', order: 'ORD' } as const;

const createSchema = z.object({
  paymentType: z.enum(['simple', 'professional', 'order']),
  totalAmount: amount,
  currency,
  description: longText.default(''),
  customerName: z.string().max(200).default(''),
  email: z.union([z.literal(''), z.email()]).default(''),
  phoneNumber: z.string().max(30).default(''),
  referenceId: z.string().max(200).default(''),
  isManualCapture: z.boolean().default(false),
  dueDate: instant.nullish(),
  items: items.default([]),
});
type Wanted = z.output<typeof createSchema>;
type Invoice = Omit<Wanted, 'totalAmount' | 'dueDate'> & {
  totalMinor: number;
  dueMs: number | null;
  state: string;
  orderId: string | null;
};

export const invoices = documents<Invoice>('invoice');

export function createInvoice(world: World, body: unknown, atMs = world.clock.nowMs()): Stored<Invoice> {
  const { totalAmount, dueDate, ...wanted } = readBody(createSchema, body);
  const totalMinor = minorOf(totalAmount, wanted.currency, 'totalAmount');
  checkItems(wanted.items, wanted.currency, 'items');
  if (wanted.paymentType === 'professional') {
    if (dueDate === undefined || dueDate === null)
      throw refuse.field('dueDate', 'is needed for a professional invoice');
    if (wanted.items.length === 0) throw refuse.field('items', 'must hold at least one line');
  }
  const prefix = PREFIX[wanted.paymentType];
  const id = `${prefix}-${String(nextNumber(world, prefix === 'PR' ? 'payment-request' : prefix)).padStart(6, '0')}`;
  const value = { ...wanted, totalMinor, dueMs: dueDate ?? null, state: 'submitted', orderId: null };
  return invoices.insert(world, id, value, atMs);
}

function invoiceBody(world: World, { id, value, createdAtMs }: Stored<Invoice>) {
  return {
    paymentRequestId: id,
    merchantId: world.merchantId,
    paymentType: value.paymentType,
    totalAmount: amountJson(value.totalMinor, value.currency),
    currency: value.currency,
    description: value.description,
    customerName: value.customerName,
    email: value.email,
    phoneNumber: value.phoneNumber,
    referenceId: value.referenceId,
    state: value.state,
    paymentStatus: paymentStatusOf(value, world.clock.nowMs()),
    isManualCapture: value.isManualCapture,
    availableAmountForRefund: amountJson(refundableMinor(world, value.orderId), value.currency),
    creationDate: writeGatewayTimestamp(createdAtMs),
    dueDate: value.dueMs === null ? null : writeGatewayTimestamp(value.dueMs),
    items: value.items,
    transactions: value.orderId === null ? [] : [{ orderId: value.orderId }],
    paymentLink: `${world.checkoutUrl}/invoice/${id}`,
  };
}

const shareSchema = z.object({
  paymentRequestId: shortText,
  email: z.email().optional(),
  phoneNumber: z
    .string()
    .regex(/^\+?[\d\s-]{6,20}$/, 'is not a phone number')
    .optional(),
});
/** The only limit of a dashboard route (§8); the figure is assumed. */
const SHARES_A_MINUTE = 10;

type ListQuery = PageQuery & {
  state?: string;
  paymentStatus?: string;
  paymentType?: string;
  search?: string;
};

export function invoiceRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/paymentRequest', (request) => {
    const created = world.db.transaction(() => createInvoice(world, request.body))();
    acted(request);
    return { body: invoiceBody(world, created), message: 'The invoice was created.' };
  });

  app.get<{ Querystring: ListQuery }>('/v2/paymentRequest', ({ query }) => {
    const { rows, pagination } = pageOf(
      invoices.all(world).filter(({ id, value }) => {
        const status = paymentStatusOf(value, world.clock.nowMs());
        return (
          (!query.state || query.state === value.state) &&
          (!query.paymentStatus || query.paymentStatus.toLowerCase() === status) &&
          (!query.paymentType || query.paymentType === value.paymentType) &&
          holds(query.search, id, value.customerName, value.referenceId, value.description)
        );
      }),
      query,
    );
    return { body: rows.map((row) => invoiceBody(world, row)), pagination };
  });

  const limit = createRateLimit(world.clock, SHARES_A_MINUTE);
  app.post('/v2/paymentRequest/share', (request) => {
    limit(world.merchantId);
    const { paymentRequestId, email, phoneNumber } = readBody(shareSchema, request.body);
    if (email === undefined && phoneNumber === undefined)
      throw refuse.field('email', 'or a phoneNumber is needed');
    if (!invoices.get(world, paymentRequestId)) throw refuse.missing('invoice', 'فاتورة');
    acted(request);
    return { message: 'The invoice was shared.' };
  });
}
