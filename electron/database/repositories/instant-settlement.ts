/** Eligible sales, limits and requests of instant settlement. */
import { z } from 'zod';
import {
  eligibleSaleSchema,
  instantLimitsSchema,
  instantRequestSchema,
  type EligibleSale,
  type InstantLimits,
  type InstantRequest,
  type ListedRequest,
  type RequestMember,
} from '#shared/contract/instant-settlement.ts';
import { earlyStateOf } from '#shared/domain/settlement.ts';
import { searchText } from '#shared/text/digits.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { factsOf, keepEarly, keepEligibleBefore, memberCounts, membersOf, requestsOf } from './early.ts';
import { operationOfRequests, requestedTransactionIds } from './journal/index.ts';
import { listRead, markListRead } from './list-reads.ts';
import { branchNames } from './branch-names.ts';
import { readStored } from './stored-row.ts';

const encode = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  JSON.stringify(z.encode(schema, value));
const decode = <T extends z.ZodObject>(schema: T, text: string): z.output<T> =>
  readStored(schema, JSON.parse(text));

export function eligible(cache: ReadableDb, journal: ReadableDb): EligibleSale[] {
  const names = branchNames(cache);
  const declined = requestsOf(cache).filter(({ status }) => earlyStateOf(status) === null);
  const requested = requestedTransactionIds(journal, new Set(declined.map(({ requestId }) => requestId)));
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

/** Answers whether anything of it is new. */
function storeRequest(cache: WritableDb, { request, memberIds }: RequestRead): boolean {
  const { requestId, createdAt } = request;
  const value = encode(instantRequestSchema, request);
  const before = cache
    .prepare<{ value: string }>('SELECT value FROM instant_request WHERE request_id = ?')
    .get(requestId);
  if (before?.value !== value)
    cache
      .prepare('INSERT OR REPLACE INTO instant_request (request_id, created_at, value) VALUES (?, ?, ?)')
      .run(requestId, createdAt?.raw ?? '', value);
  const add = cache.prepare(
    'INSERT OR IGNORE INTO instant_member (request_id, transaction_id) VALUES (?, ?)',
  );
  const added = (memberIds ?? []).filter((id) => add.run(requestId, id).changes > 0);
  return before?.value !== value || added.length > 0;
}

function listed(cache: ReadableDb, journal: ReadableDb): ListedRequest[] {
  const operations = operationOfRequests(journal);
  const counts = memberCounts(cache, journal);
  return requestsOf(cache).map((request): ListedRequest => {
    const operationId = operations.get(request.requestId) ?? null;
    const named = counts.get(request.requestId);
    return { ...request, operationId, membersFrom: named?.from ?? null, memberCount: named?.count ?? 0 };
  });
}

type MembersInput = { requestId: string; afterId: string | null; limit: number };

function members(cache: ReadableDb, journal: ReadableDb, { requestId, afterId, limit }: MembersInput) {
  const names = branchNames(cache);
  const ids = membersOf(cache, journal, requestId).ids.filter((id) => afterId === null || id > afterId);
  const shown = ids.slice(0, limit);
  const facts = factsOf(cache, shown);
  const rows = shown.map((transactionId): RequestMember => {
    const known = facts.get(transactionId);
    return {
      transactionId,
      merchantOrderId: known?.merchantOrderId ?? null,
      refNumber: known?.refNumber ?? null,
      branchName: names.get(known?.branchId ?? '') ?? known?.branchId ?? null,
      amount: known?.amount ?? null,
      net: known?.net ?? null,
      settledAt: known?.settledAt ?? null,
      windowId: known?.windowId ?? null,
    };
  });
  return { rows, more: ids.length > limit };
}

/** A request as read; `memberIds` if the gateway named its sales. */
type RequestRead = { request: InstantRequest; memberIds: string[] | null };
type PageInput = { text: string; branchIds: string[]; afterId: string | null; limit: number };

export const instantProcedures = {
  'instant.replaceEligible': writesCache(
    (
      { cache },
      { sales, limits, readAtMs }: { sales: EligibleSale[]; limits: InstantLimits | null; readAtMs: number },
    ) => {
      keepEligibleBefore(cache, new Set(sales.map(({ transactionId }) => transactionId)), readAtMs);
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
          .run(encode(instantLimitsSchema, limits));
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
      eligibleNets: sales.some(({ net }) => net === null)
        ? null
        : sumByCurrency(sales.flatMap(({ net }) => net ?? [])),
      limits: limits ? decode(instantLimitsSchema, limits.value) : null,
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
    ({ cache, journal }, { requests, readAtMs }: { requests: RequestRead[]; readAtMs: number | null }) => {
      const changed = requests.filter((one) => storeRequest(cache, one));
      if (changed.length > 0 || readAtMs !== null) keepEarly(cache, journal);
      if (readAtMs !== null) markListRead(cache, 'requests', readAtMs);
      return changed.map(({ request }) => request.requestId);
    },
  ),
  'instant.requests': reads(({ cache, journal }, _: null) => ({
    requests: listed(cache, journal),
    read: listRead(cache, 'requests'),
  })),
  'instant.members': reads(({ cache, journal }, input: MembersInput) => members(cache, journal, input)),
};
