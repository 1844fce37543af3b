/** Payment links (§4.4). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { amount, currency, instant, longText, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { holds, pageOf, timeRange, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { readSheet, withUploads } from '../sheet.ts';
import type { Stored } from '../state/documents.ts';
import {
  allLinks,
  createLink,
  isVirtual,
  linkBody,
  paymentStatusOf,
  type PaymentLink,
} from '../state/payment-links.ts';
import { readSetting } from '../state/settings.ts';
import { shareOf } from '../state/settlement-rows.ts';
import type { World } from '../world.ts';

export const extraFees = z
  .array(
    z.object({
      name: shortText,
      flatFee: amount.default(0),
      rate: z.number().min(0).max(100).default(0),
    }),
  )
  .max(20)
  .default([]);
export const items = z
  .array(
    z.object({
      description: shortText,
      unitPrice: amount,
      quantity: z.number().int().min(1).max(1_000_000),
      subTotal: amount,
    }),
  )
  .max(200)
  .default([]);

const createSchema = z.looseObject({
  customer: z.looseObject({ name: shortText.optional() }).optional(),
  totalAmount: amount,
  description: longText.min(1),
  isManualCapture: z.boolean().default(false),
  paymentType: shortText.default('simple'),
  currency,
  state: shortText.default('submitted'),
  dueDate: instant.nullish(),
  isSuspendedPayment: z.boolean().default(false),
  referenceId: z.string().max(200).optional(),
  extraFees,
  invoiceItems: items,
});

/** The fees on top: flat, and a percentage of the amount without fees. */
export function withFees(withoutFeesMinor: number, fees: z.output<typeof extraFees>, code: string): number {
  return fees.reduce((total, fee, index) => {
    const flat = Number(fee.flatFee) === 0 ? 0 : minorOf(fee.flatFee, code, `extraFees.${index}.flatFee`);
    return total + flat + shareOf(withoutFeesMinor, Math.round(fee.rate * 100));
  }, withoutFeesMinor);
}

function create(world: World, body: unknown): Stored<PaymentLink> {
  const wanted = readBody(createSchema, body);
  if (isVirtual(wanted.currency) && !readSetting(world, 'currency_conversion')) throw refuse.noConversion();
  const withoutFeesMinor = minorOf(wanted.totalAmount, wanted.currency, 'totalAmount');
  return createLink(world, {
    description: wanted.description,
    customerName: wanted.customer?.name ?? null,
    customer: wanted.customer ?? null,
    currency: wanted.currency,
    totalMinor: withFees(withoutFeesMinor, wanted.extraFees, wanted.currency),
    withoutFeesMinor,
    paymentType: wanted.paymentType,
    state: wanted.state,
    dueMs: wanted.dueDate ?? null,
    referenceId: wanted.referenceId ?? null,
    isSuspendedPayment: wanted.isSuspendedPayment,
    isManualCapture: wanted.isManualCapture,
    isBulkCreated: false,
    extraFees: wanted.extraFees,
    invoiceItems: wanted.invoiceItems,
    labels: [],
  });
}

type ListQuery = PageQuery & {
  currency?: string;
  state?: string;
  paymentStatus?: string;
  paymentType?: string;
  dueDateFrom?: string;
  dueDateTo?: string;
  creationDateFrom?: string;
  creationDateTo?: string;
  totalAmountFrom?: string;
  totalAmountTo?: string;
  search?: string;
};

const within = (value: number, { fromMs, toMs }: { fromMs: number; toMs: number }) =>
  value >= fromMs && value <= toMs;

/** Whether a link fits the filters, all of them at once (§4.4). */
function fits(world: World, query: ListQuery, { id, value, createdAtMs }: Stored<PaymentLink>): boolean {
  const { currency: code, state, paymentStatus, paymentType } = query;
  const type = value.invoiceItems.length > 0 ? 'ITEMIZED' : 'FIXED_AMOUNT';
  const status = paymentStatusOf(value, world.clock.nowMs());
  const dueWanted = query.dueDateFrom ?? query.dueDateTo;
  const total = value.totalMinor / 100;
  return (
    (!code || code === value.currency) &&
    (!state || state === value.state) &&
    (!paymentStatus || paymentStatus.toLowerCase() === status) &&
    (!paymentType || paymentType === type) &&
    (!dueWanted ||
      (value.dueMs !== null && within(value.dueMs, timeRange(query.dueDateFrom, query.dueDateTo)))) &&
    within(createdAtMs, timeRange(query.creationDateFrom, query.creationDateTo)) &&
    (!query.totalAmountFrom || total >= Number(query.totalAmountFrom)) &&
    (!query.totalAmountTo || total <= Number(query.totalAmountTo)) &&
    holds(query.search, id)
  );
}

const rowSchema = z.object({ description: longText.min(1), totalAmount: amount, currency });

export function paymentLinkRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/payment-link', (request) => {
    const created = world.db.transaction(() => create(world, request.body))();
    acted(request);
    return { message: 'The payment link was created.', data: linkBody(world, created) };
  });

  app.get<{ Querystring: ListQuery }>('/v2/payment-link', ({ query }) => {
    const { rows, pagination } = pageOf(
      allLinks(world).filter((link) => fits(world, query, link)),
      query,
    );
    const { page, limit, total, pages } = pagination;
    return {
      message: 'Payment links listed.',
      data: rows.map((row) => linkBody(world, row)),
      pagination: { page, limit, total, totalPages: pages },
      exchangeRateServiceAvailable: readSetting(world, 'currency_conversion'),
    };
  });

  withUploads(app, (uploads) => {
    uploads.post('/v2/payment-link/import', async (request) => {
      const rows = await readSheet(request);
      return {
        body: {
          rows: rows.map(({ row, fields }) => {
            const parsed = rowSchema.safeParse(fields);
            const errors = parsed.success
              ? []
              : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
            return { row, ...fields, errors };
          }),
        },
        message: 'The sheet was checked. Nothing was saved.',
      };
    });
  });
}
