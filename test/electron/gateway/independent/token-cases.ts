/** Saved cards and a charge of one (§4.3). */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { money, must, send } from './client.ts';
import { MERCHANT, type PlaceCase } from './place-case.ts';
import { CUSTOMER, TOKEN } from './seed.ts';

const OWNER = { merchantId: MERCHANT, customerReference: CUSTOMER };
const hash = (text: string) => createHmac('sha256', 'pay-live-0f4b').update(text).digest('hex');

const card = {
  token: TOKEN,
  maskedCard: '511111******1118',
  cardBrand: 'MASTERCARD',
  cardHolderName: 'MONA ADEL',
  expiryMonth: '05',
  expiryYear: '29',
  customerReference: CUSTOMER,
};
export const tokenCases: PlaceCase[] = [
  {
    operation: 'tokens.list',
    call: 'tokens.list',
    run: async ({ client }) => {
      const query = { page: 1, limit: 20 };
      expect(must(await client.tokens.list(query))).toMatchObject({ total: 1, unreadable: 0, rows: [card] });
      const another = { ...query, customerReference: 'another' };
      expect(must(await client.tokens.list(another))).toMatchObject({ total: 0, rows: [] });
    },
  },
  {
    operation: 'tokens.get',
    call: 'tokens.get',
    run: async ({ client, server }) => {
      expect(must(await client.tokens.get(TOKEN))).toMatchObject(card);
      server.state.tokens.clear();
      expect(await client.tokens.get(TOKEN)).toMatchObject({ error: { code: 'not-found' } });
    },
  },
  {
    operation: 'tokens.delete',
    call: 'tokens.delete',
    run: async ({ client, server }) => {
      must(await client.tokens.delete(TOKEN));
      expect(server.state.tokens.size).toBe(0);
    },
  },
  {
    operation: 'tokens.checkout-delete',
    call: 'tokens.checkoutDelete',
    run: async ({ client, server }) => {
      must(await client.tokens.checkoutDelete(TOKEN, OWNER));
      expect(server.state.tokens.size).toBe(0);
    },
  },
  {
    operation: 'tokens.pay',
    call: 'tokens.buildPayment',
    run: async ({ client, server }) => {
      const amount = money(1_975n);
      const payment = { ...OWNER, orderReference: 'WEB-77', amount, token: TOKEN };
      const { outcome } = await send(client, await client.tokens.buildPayment(payment));
      if (outcome.kind !== 'answer') throw new Error(outcome.kind);
      const verdict = client.tokens.readPaymentAnswer(payment, outcome.status, outcome.body);
      expect(verdict).toMatchObject({ kind: 'succeeded', order: { merchantOrderId: 'WEB-77', amount } });
      expect(server.requests[0]?.headers['service-hash']).toBe(
        hash(`/?payment=${MERCHANT}.WEB-77.19.75.EGP.${CUSTOMER}`),
      );
      // What is looked for where no answer comes: the reference that is ours alone.
      const { rows } = must(await client.transactions.list({ page: 1, limit: 20 }));
      expect(rows[0]).toMatchObject({ merchantOrderId: 'WEB-77', operation: 'pay', amount });
    },
  },
];
