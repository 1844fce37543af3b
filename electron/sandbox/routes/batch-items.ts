/** Rows of a bulk billing batch (§2.7, §4.7), corrected or dropped before the batch is shared. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { amount, definedOnly, instant, longText, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { pageOf, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { documents, type Stored } from '../state/documents.ts';
import { newHexId } from '../state/ids.ts';
import { amountJson, type World } from '../world.ts';
import { checkItems, extraFees, items, withFees } from './payment-links.ts';

type BatchItem = {
  batchId: string;
  name: string;
  description: string;
  totalMinor: number;
  withoutFeesMinor: number;
  currency: string;
  paymentType: string;
  referenceId: string | null;
  isSuspendedPayment: boolean;
  dueMs: number | null;
  extraFees: z.output<typeof extraFees>;
  items: z.output<typeof items>;
  /** `draft` until its batch is shared. */
  status: 'draft' | 'shared';
};

const batchItems = documents<BatchItem>('batch-item');

export const addBatchItem = (world: World, item: BatchItem): Stored<BatchItem> =>
  batchItems.insert(world, newHexId(world, 'batch-item'), item);

const updateSchema = z.object({
  batchItem: z.object({
    description: longText.optional(),
    totalAmount: amount.optional(),
    paymentType: shortText.optional(),
    referenceId: z.string().max(200).optional(),
    isSuspendedPayment: z.boolean().optional(),
    dueDate: instant.nullish(),
    extraFees: extraFees.optional(),
    items: items.optional(),
  }),
});

const itemBody = ({ id, value, createdAtMs, updatedAtMs }: Stored<BatchItem>) => ({
  _id: id,
  batchId: value.batchId,
  name: value.name,
  amount: amountJson(value.totalMinor, value.currency),
  currency: value.currency,
  dueDate: value.dueMs === null ? null : writeGatewayTimestamp(value.dueMs),
  status: value.status,
  createdAt: writeGatewayTimestamp(createdAtMs),
  updatedAt: writeGatewayTimestamp(updatedAtMs),
});

/** The item, as long as it may be changed. */
function draft(world: World, id: string): Stored<BatchItem> {
  const item = batchItems.get(world, id);
  if (!item) throw refuse.missing('batch item', 'بند في الدفعة');
  if (item.value.status !== 'draft') throw refuse.batchShared();
  return item;
}

function update(world: World, id: string, body: unknown): Stored<BatchItem> {
  const { value } = draft(world, id);
  const { totalAmount, dueDate, ...given } = readBody(updateSchema, body).batchItem;
  const change = definedOnly(given);
  const fees = change.extraFees ?? value.extraFees;
  checkItems(change.items ?? [], value.currency, 'batchItem.items');
  const withoutFeesMinor =
    totalAmount === undefined
      ? value.withoutFeesMinor
      : minorOf(totalAmount, value.currency, 'batchItem.totalAmount');
  batchItems.replace(world, id, {
    ...value,
    ...change,
    dueMs: dueDate === undefined ? value.dueMs : dueDate,
    withoutFeesMinor,
    totalMinor: withFees(withoutFeesMinor, fees, value.currency),
  });
  return draft(world, id);
}

type ById = { Params: { id: string } };

export function batchItemRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery & { batchId?: string } }>('/v2/batch-item', ({ query }) => {
    const found = batchItems
      .all(world)
      .filter(({ value }) => !query.batchId || value.batchId === query.batchId);
    const { rows, pagination } = pageOf(found, query);
    return { body: rows.map(itemBody), pagination };
  });
  app.put<ById>('/v2/batch-item/:id', (request) => {
    const item = world.db.transaction(() => update(world, request.params.id, request.body))();
    acted(request);
    return itemBody(item);
  });
  app.delete<ById>('/v2/batch-item/:id', (request) => {
    batchItems.remove(world, draft(world, request.params.id).id);
    acted(request);
    return { message: 'The batch item was deleted.' };
  });
}
