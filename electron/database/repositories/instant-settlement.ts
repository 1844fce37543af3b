/** Eligible sales, limits and requests of instant settlement. */
import { z } from 'zod';
import {
  eligibleSaleSchema,
  instantRequestSchema,
  type EligibleSale,
  type InstantRequest,
} from '#shared/contract/instant-settlement.ts';
import { moneySchema } from '#shared/contract/wire.ts';
import { searchText } from '#shared/text/digits.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { operationOfRequests, requestedTransactionIds } from './journal/index.ts';
import { listRead, markListRead } from './list-reads.ts';
import { branchNames } from './settlement.ts';

const limitsSchema = z.object({
  perRequest: moneySchema.nullable(),
  daily: moneySchema.nullable(),
  usedToday: moneySchema.nullable(),
  remainingToday: moneySchema.nullable(),
});
type Limits = z.output<typeof limitsSchema>;

const encode = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  JSON.stringify(z.encode(schema, value));
const decode = <T extends z.ZodType>(schema: T, text: string): z.output<T> => schema.parse(JSON.parse(text));

function eligible(cache: ReadableDb, journal: ReadableDb): EligibleSale[] {
  const names = branchNames(cache);
  const requested = requestedTransactionIds(journal);
  return cache
    .prepare<{ value: string }>('SELECT value FROM eligible_sale ORDER BY transaction_id')
    .all()
    .map((row) => {
      const sale = decode(eligibleSaleSchema, row.value);
      return {
        ...sale,
        branchName: names.get(sale.branchId ?? '') ?? null,
        requested: requested.has(sale.transactionId),
      };
    });
}

function storeRequest(cache: WritableDb, request: InstantRequest): void {
  cache
    .prepare('INSERT OR REPLACE INTO instant_request (request_id, created_at, value) VALUES (?, ?, ?)')
    .run(request.requestId, request.createdAt?.raw ?? '', encode(instantRequestSchema, request));
}

type PageInput = { text: string; branchIds: string[]; afterId: string | null; limit: number };

export const instantProcedures = {
  'instant.replaceEligible': writesCache(
    (
      { cache },
      { sales, limits, readAtMs }: { sales: EligibleSale[]; limits: Limits | null; readAtMs: number },
    ) => {
      cache.prepare('DELETE FROM eligible_sale').run();
      const insert = cache.prepare(
        'INSERT OR REPLACE INTO eligible_sale (transaction_id, branch_id, amount_minor, net_minor, currency, search, value) VALUES (?, ?, ?, ?, ?, ?, ?)',
      );
      for (const sale of sales) {
        const search = [sale.transactionId, sale.merchantOrderId, sale.refNumber]
          .filter(Boolean)
          .join(' ')
          .toLowerCase();
        insert.run(
          sale.transactionId,
          sale.branchId,
          sale.amount.minor,
          sale.net?.minor ?? null,
          sale.amount.currency,
          search,
          encode(eligibleSaleSchema, sale),
        );
      }
      cache.prepare('DELETE FROM instant_limits').run();
      if (limits)
        cache
          .prepare('INSERT INTO instant_limits (only_one, value) VALUES (1, ?)')
          .run(encode(limitsSchema, limits));
      markListRead(cache, 'eligible', readAtMs);
      return null;
    },
  ),
  'instant.overview': reads(({ cache, journal }, _: null) => {
    const sales = eligible(cache, journal).filter((sale) => !sale.requested);
    const limits = cache.prepare<{ value: string }>('SELECT value FROM instant_limits').get();
    const branches = new Map(sales.map((sale) => [sale.branchId ?? '', sale.branchName]));
    return {
      read: listRead(cache, 'eligible'),
      eligibleCount: sales.length,
      eligibleTotals: sumByCurrency(sales.map((sale) => sale.amount)),
      eligibleNetTotals: sumByCurrency(sales.flatMap((sale) => sale.net ?? [])),
      limits: limits ? decode(limitsSchema, limits.value) : null,
      branches: [...branches]
        .filter(([id]) => id !== '')
        .map(([branchId, branchName]) => ({ branchId, branchName })),
    };
  }),
  'instant.eligiblePage': reads(({ cache, journal }, { text, branchIds, afterId, limit }: PageInput) => {
    const wanted = searchText(text);
    const fits = (sale: EligibleSale) =>
      (branchIds.length === 0 || branchIds.includes(sale.branchId ?? '')) &&
      (wanted === '' ||
        [sale.transactionId, sale.merchantOrderId, sale.refNumber].some((part) =>
          part?.toLowerCase().includes(wanted),
        ));
    const rows = eligible(cache, journal).filter(
      (sale) => fits(sale) && (afterId === null || sale.transactionId > afterId),
    );
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }),
  'instant.eligibleByIds': reads(({ cache, journal }, ids: string[]) => {
    const wanted = new Set(ids);
    return eligible(cache, journal).filter((sale) => wanted.has(sale.transactionId));
  }),
  'instant.storeRequests': writesCache(
    ({ cache }, { requests, readAtMs }: { requests: InstantRequest[]; readAtMs: number | null }) => {
      for (const request of requests) storeRequest(cache, request);
      if (readAtMs !== null) markListRead(cache, 'requests', readAtMs);
      return null;
    },
  ),
  'instant.requests': reads(({ cache, journal }, _: null) => {
    const operations = operationOfRequests(journal);
    const requests = cache
      .prepare<{ value: string }>(
        'SELECT value FROM instant_request ORDER BY created_at DESC, request_id DESC',
      )
      .all()
      .map((row) => decode(instantRequestSchema, row.value))
      .map((request) => ({ ...request, operationId: operations.get(request.requestId) ?? null }));
    return { requests, read: listRead(cache, 'requests') };
  }),
};
