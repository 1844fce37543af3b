/** The requests of Checkouts and of the list of Payments (§4.1, §4.13, §4.15). */
import { expect } from 'vitest';
import { bodyOf, instant, money, must, type Bench } from './client.ts';
import { MERCHANT, type PlaceCase } from './place-case.ts';
import { ONLINE_ORDER, ONLINE_REFERENCE } from './seed.ts';
import { REQUEST } from './session-bench.ts';

const newSession = async ({ client }: Bench): Promise<string> =>
  must(await client.sessions.create(REQUEST)).sessionId;

export const sessionCases: PlaceCase[] = [
  {
    operation: 'sessions.create',
    call: 'sessions.create',
    run: async ({ client, server }) => {
      const made = must(await client.sessions.create(REQUEST));
      expect(made).toMatchObject({ status: { value: 'CREATED' }, order: 'WEB-1001', amount: money(12_550n) });
      expect(bodyOf(server.requests[0])).toMatchObject({ amount: '125.50', merchantId: MERCHANT });
    },
  },
  {
    operation: 'sessions.list',
    call: 'sessions.list',
    before: newSession,
    run: async ({ client }, sessionId) => {
      const page = must(await client.sessions.list({ page: 1, limit: 5 }));
      expect(page).toMatchObject({ total: 1, unreadable: 0, rows: [{ sessionId, order: 'WEB-1001' }] });
    },
  },
  {
    operation: 'sessions.get',
    call: 'sessions.get',
    before: newSession,
    run: async ({ client }, sessionId) =>
      expect(must(await client.sessions.get(String(sessionId)))).toMatchObject({ sessionId }),
  },
  {
    operation: 'sessions.payment',
    call: 'sessions.payment',
    before: newSession,
    run: async ({ client, server }, sessionId) => {
      const id = String(sessionId);
      expect(must(await client.sessions.payment(id))).toMatchObject({ orderId: null, method: null });
      Object.assign(server.state.sessions.get(id) ?? {}, { status: 'PAID' });
      expect(must(await client.sessions.payment(id))).toMatchObject({
        orderId: ONLINE_ORDER,
        method: 'card',
      });
    },
  },
  {
    operation: 'sessions.abandon',
    call: 'sessions.abandon',
    before: newSession,
    run: async ({ client, server }, sessionId) => {
      const id = String(sessionId);
      // No payload is documented: the answer is read as "done", and the state is read again by whoever wants it.
      expect(must(await client.sessions.abandon(id))).toEqual({ session: null });
      expect(server.requests[0]?.body).toBe('');
      expect(server.state.sessions.get(id)).toMatchObject({ status: 'ABANDONED' });
      expect(await client.sessions.abandon(id)).toMatchObject({
        error: { code: 'refused', httpStatus: 400, outcome: 'not-applied' },
      });
    },
  },
];

export const transactionCases: PlaceCase[] = [
  {
    operation: 'transactions.list',
    call: 'transactions.list',
    run: async ({ client, server }) => {
      const query = { page: 1, limit: 20 };
      const paid = {
        transactionId: 'TX-60001',
        orderId: ONLINE_ORDER,
        merchantOrderId: ONLINE_REFERENCE,
        refNumber: null,
        terminalId: null,
        operation: 'pay',
        status: 'SUCCESS',
        amount: money(1_050n),
        createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
      };
      const page = must(await client.transactions.list({ ...query, search: ONLINE_ORDER }));
      expect(page).toMatchObject({ total: 1, pages: 1, unreadable: 0, rows: [paid] });
      const another = { ...query, search: 'another order' };
      expect(must(await client.transactions.list(another))).toMatchObject({ total: 0, rows: [] });
      const dates = { startDate: '2026-03-01', endDate: '2026-03-01', channel: 'online' };
      expect(must(await client.transactions.list({ ...query, ...dates })).rows).toHaveLength(1);
      server.state.transactions.push({ transactionId: 'TX-60002', amount: 'much', currency: 'EGP' });
      const bent = must(await client.transactions.list(query));
      expect(bent).toMatchObject({ unreadable: 1, rows: [{ transactionId: 'TX-60001' }] });
      server.state.permissions.delete('transaction-view');
      expect(await client.transactions.list(query)).toMatchObject({ error: { code: 'permission-missing' } });
    },
  },
  {
    operation: 'transactions.export',
    call: 'transactions.export',
    run: async ({ client, server }) => {
      const head = 'transactionId,amount,currency\r\n';
      const days = (startDate: string, endDate: string) => client.transactions.export({ startDate, endDate });
      const ofThatDay = must(await days('2026-03-01', '2026-03-01'));
      expect(ofThatDay.csv).toBe(`${head}TX-60001,10.50,EGP\r\n`);
      expect(must(await days('2020-01-01', '2020-01-01')).csv).toBe(head);
      server.state.permissions.delete('transaction-view');
      expect(await client.transactions.export({})).toMatchObject({ error: { code: 'permission-missing' } });
    },
  },
  {
    operation: 'webhooks.transaction-records',
    call: 'webhooks.transactionRecords',
    run: async ({ client }) =>
      expect(must(await client.webhooks.transactionRecords('TX-60001'))).toMatchObject({ unreadable: 0 }),
  },
];
