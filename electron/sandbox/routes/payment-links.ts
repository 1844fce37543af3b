/** Payment links (§4.4). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseMoney } from '#shared/money/money.ts';
import { amount, currency, instant, longText, minorOf, minorOrZero, readBody, shortText } from '../bodies.ts';
import { GatewayRefusal, refuse } from '../errors.ts';
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
  .max(20);
export const items = z
  .array(
    z.object({
      description: shortText,
      unitPrice: amount,
      quantity: z.number().int().min(1).max(1_000_000),
      subTotal: amount,
    }),
  )
  .max(200);

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
  extraFees: extraFees.default([]),
  invoiceItems: items.default([]),
});

/** The fees on top: flat, and a percentage of the amount without fees. */
export function withFees(withoutFeesMinor: number, fees: z.output<typeof extraFees>, code: string): number {
  return fees.reduce((total, fee, index) => {
    const flat = minorOrZero(fee.flatFee, code, `extraFees.${index}.flatFee`);
    return total + flat + shareOf(withoutFeesMinor, Math.round(fee.rate * 100));
  }, withoutFeesMinor);
}

/** Throws unless every price of the lines is an amount of the currency. */
export function checkItems(lines: z.output<typeof items>, code: string, at: string): void {
  for (const [index, { unitPrice, subTotal }] of lines.entries()) {
    minorOrZero(unitPrice, code, `${at}.${index}.unitPrice`);
    minorOrZero(subTotal, code, `${at}.${index}.subTotal`);
  }
}

function create(world: World, body: unknown): Stored<PaymentLink> {
  const wanted = readBody(createSchema, body);
  if (isVirtual(wanted.currency) && !readSetting(world, 'currency_conversion')) throw refuse.noConversion();
  const withoutFeesMinor = minorOf(wanted.totalAmount, wanted.currency, 'totalAmount');
  checkItems(wanted.invoiceItems, wanted.currency, 'invoiceItems');
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

/** A wanted limit in minor units of the link's currency; what is no amount of it does not limit. */
function limitOf(text: string | undefined, code: string, none: number): number {
  const read = parseMoney(text ?? '', code);
  return read.ok ? Number(read.value.minor) : none;
}

/** Whether a link fits the filters, all of them at once (§4.4). */
function fits(world: World, query: ListQuery, { id, value, createdAtMs }: Stored<PaymentLink>): boolean {
  const { currency: code, state, paymentStatus, paymentType } = query;
  const type = value.invoiceItems.length > 0 ? 'ITEMIZED' : 'FIXED_AMOUNT';
  const status = paymentStatusOf(value, world.clock.nowMs());
  const dueWanted = query.dueDateFrom ?? query.dueDateTo;
  return (
    (!code || code === value.currency) &&
    (!state || state === value.state) &&
    (!paymentStatus || paymentStatus.toLowerCase() === status) &&
    (!paymentType || paymentType === type) &&
    (!dueWanted ||
      (value.dueMs !== null && within(value.dueMs, timeRange(query.dueDateFrom, query.dueDateTo)))) &&
    within(createdAtMs, timeRange(query.creationDateFrom, query.creationDateTo)) &&
    value.totalMinor >= limitOf(query.totalAmountFrom, value.currency, -Infinity) &&
    value.totalMinor <= limitOf(query.totalAmountTo, value.currency, Infinity) &&
    holds(query.search, id)
  );
}

const rowSchema = z.object({ description: longText.min(1), totalAmount: amount, currency });

/** What keeps a row of a sheet from becoming a link, in words. */
function rowErrors(fields: Record<string, string>): string[] {
  const parsed = rowSchema.safeParse(fields);
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  try {
    minorOf(parsed.data.totalAmount, parsed.data.currency, 'totalAmount');
    return [];
  } catch (error) {
    if (error instanceof GatewayRefusal) return [error.body.messages.en];
    throw error;
  }
}

export function paymentLinkRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/payment-link', (request) => {
    const created = world.db.transaction(() => create(world, request.body))();
    acted(request);
    return { message: 'The payment link was created.', data: linkBody(world, created) };
  });

  app.get<{ Querystring: ListQuery }>('/v2/payment-link', ({ query }) => {
    if (isVirtual(query.currency ?? '') && !readSetting(world, 'currency_conversion'))
      throw refuse.noConversion();
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
        body: { rows: rows.map(({ row, fields }) => ({ ...fields, row, errors: rowErrors(fields) })) },
        message: 'The sheet was checked. Nothing was saved.',
      };
    });
  });
}
