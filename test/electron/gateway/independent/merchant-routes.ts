/** Settlement reporting, terminals, discounts, credentials and the public payment page (§4.9–§4.12, §4.14). */
import { minorOf, ofMinor, type Decimal, type Fields } from './json.ts';
import { need, ok, pageOf, Refusal, textOf, type Call, type Route } from './routing.ts';
import type { State, Terminal } from './state.ts';

/** §4.10, §7: another merchant's terminal is 401. */
function terminalOf(call: Call, state: State): Terminal {
  const terminal = state.terminals.get(call.part('terminalId'));
  if (!terminal) throw new Refusal(404, 'Terminal not found');
  if (terminal.merchantId !== state.merchantId) throw new Refusal(401, 'Unauthorized');
  return terminal;
}

/** §4.9: the filters that the small data here has a use for. */
function settledRows({ query }: Call, state: State): Fields[] {
  const branches = query.get('branchIds')?.split(',');
  const search = query.get('search');
  const rows = state.settled.filter(
    (row) =>
      (!branches || branches.includes(String(row['branchId']))) &&
      (!search || Object.values(row).some((value) => typeof value === 'string' && value.includes(search))),
  );
  const sortBy = query.get('sortBy');
  if (sortBy === null) return rows;
  const down = query.get('sortDirection') === 'desc' || query.get('sortType') === '-1';
  const sorted = [...rows].sort((a, b) => (String(a[sortBy]) < String(b[sortBy]) ? -1 : 1));
  return down ? sorted.reverse() : sorted;
}

const total = (rows: readonly Fields[]): Decimal =>
  ofMinor(rows.reduce((sum, row) => sum + minorOf((row['amount'] as Decimal).text), 0n));

const dashboard = { host: 'dashboard', credential: 'secret-key' } as const;

export const merchantRoutes: Route[] = [
  {
    ...dashboard,
    method: 'GET',
    path: '/v2/aggregator/settlement-transactions',
    query: ['page', 'limit', 'sortBy', 'sortDirection', 'sortType', 'search', 'branchIds'],
    answer: (call, state) => {
      const all = settledRows(call, state);
      const { rows, ...pagination } = pageOf(call, all);
      return ok({
        body: rows,
        pagination,
        summary: { totalSettledAmount: total(all), transactionsCount: all.length },
      });
    },
  },
  {
    ...dashboard,
    method: 'GET',
    path: '/v3/payment/settlement/windows',
    answer: (call, state) => {
      // §1: test mode never creates windows.
      const { rows, ...pagination } = pageOf(call, state.environment === 'live' ? state.windows : []);
      return ok({ body: rows, pagination });
    },
  },
  {
    ...dashboard,
    method: 'POST',
    path: '/v3/payment/pos/ack/{terminalId}',
    fields: [],
    answer: (call, state) => {
      need(call.bodyText === '{}', 'body');
      terminalOf(call, state).rows.length = 0;
      return ok({
        status: 'SUCCESS',
        response: {},
        messages: { en: 'The transactions were acknowledged.', ar: 'تم تأكيد العمليات.' },
      });
    },
  },
  {
    ...dashboard,
    method: 'GET',
    path: '/v3/payment/pos/{terminalId}/transactions',
    query: [],
    answer: (call, state) =>
      ok({
        body: {
          response: { terminalId: call.part('terminalId'), transactions: terminalOf(call, state).rows },
        },
        status: 'SUCCESS',
      }),
  },
  {
    host: 'dashboard',
    method: 'GET',
    path: '/v2/discounts/{merchantId}/active',
    credential: 'none',
    query: ['binRanges', 'channel'],
    answer: (call, state) => {
      const channel = call.query.get('channel');
      need(channel === null || ['pos', 'online'].includes(channel), 'channel');
      const data = state.discounts.filter((discount) => discount['merchantId'] === call.part('merchantId'));
      return ok({ data, total: data.length });
    },
  },
  {
    ...dashboard,
    method: 'PUT',
    path: '/v2/merchants/api-keys',
    permission: 'api-key',
    query: ['operation'],
    fields: ['keyName'],
    answer: ({ query, body }, state) => {
      const operation = query.get('operation') ?? '';
      need(['apiKey.create', 'apiKey.delete'].includes(operation), 'operation=apiKey.create');
      const keyName = textOf(body, 'keyName');
      if (keyName === null) throw new Refusal(400, 'Bad request: keyName');
      if (operation === 'apiKey.delete') {
        const at = state.keyNames.indexOf(keyName);
        if (at < 0) throw new Refusal(404, 'API key not found');
        state.keyNames.splice(at, 1);
        return ok({ message: 'API key deleted' });
      }
      state.keyNames.push(keyName);
      return ok({
        body: { merchantId: state.merchantId, mode: state.environment, isInternal: false },
        message: 'API key created',
      });
    },
  },
  {
    host: 'dashboard',
    method: 'GET',
    path: '/v2/paymentPage/{linkId}/public',
    credential: 'none',
    answer: (call, state) => {
      // §4.14: 404 while the page is unpublished or deleted; only a published one is kept here.
      const page = state.pages.get(call.part('linkId'));
      if (!page) throw new Refusal(404, 'Payment page not found');
      return ok({ body: page, message: 'Payment page' });
    },
  },
];
