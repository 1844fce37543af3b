/** The built-in gateway as a process of its own, and what its control path says of what really arrived. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { serviceHash, tokenText } from '#electron/gateway/signatures.ts';
import { TERMINAL, type Access } from './access.ts';

const cli = fileURLToPath(new URL('../../../electron/sandbox/cli.ts', import.meta.url));
const logSchema = z.array(z.object({ method: z.string(), host: z.string(), path: z.string() }));
const rowsSchema = z.object({
  body: z.object({
    response: z.object({
      transactions: z.array(z.object({ merchant_order_id: z.string(), payment_type: z.string() })),
    }),
  }),
});

const transactionsSchema = z.object({
  body: z.array(z.object({ operation: z.string(), merchantOrderId: z.string() })),
});

const transfersSchema = z.object({ body: z.array(z.object({ merchantTransferId: z.string() })) });

/** As the dashboard has them; the checkout host only hands refunds, voids and captures on. */
const TRANSFER = /\/v3\/transfers\/(single|batch)$/;
const MOVEMENT = /\/(reversal|pos\/ack|refund|void|capture)\/|\/v3\/orders\/$/;

export type GatewayProcess = {
  access: Access;
  newSale(terminalId?: string): Promise<void>;
  /** An order that a customer has paid, or only authorized; answers its name. */
  newOrder(authorizedOnly: boolean, method: 'card' | 'bnpl'): Promise<string>;
  /** A saved card of a new customer; answers the customer. */
  newCard(): Promise<string>;
  /** The number of a wallet that nothing was sent to. */
  newRecipient(): string;
  /** `transfer name` of every transfer. */
  transfers(): Promise<string[]>;
  /** `operation order` of every transaction. */
  transactions(): Promise<string[]>;
  /** Undoes the last sale of the terminal, as somebody else would. */
  reverseLast(terminalId?: string): Promise<void>;
  /** Movements that arrived since the gateway began. */
  movements(): Promise<number>;
  /** `type order` of every outstanding row. */
  outstanding(terminalId?: string): Promise<string[]>;
  stop(): void;
};

export async function startGatewayProcess(): Promise<GatewayProcess> {
  const args = [cli, '--port', '0', '--seed', '5', '--terminals', '3', '--transactions', '60', '--no-growth'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('gateway is ready')) break;
  }
  child.stdout.resume();
  const live = lines.slice(lines.findIndex((line) => line.startsWith('LIVE')));
  const after = (label: string) =>
    live
      .find((line) => line.includes(label))
      ?.split(/\s+/)
      .at(-1) ?? '';
  const access: Access = {
    merchantId: /merchant (\S+)/.exec(live[0] ?? '')?.[1] ?? '',
    dashboardUrl: after('dashboard host'),
    checkoutUrl: after('checkout host'),
    secretKey: after('secret key'),
    paymentKey: after('payment key'),
  };
  const apiKey = after('API key');
  let named = 0;
  const post = async (url: string, body: unknown, keys: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...keys };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, unknown>;
  };
  const controlUrl = after('address');
  const outstanding = async (terminalId = TERMINAL): Promise<string[]> => {
    const answer = await fetch(`${access.dashboardUrl}/v3/payment/pos/${terminalId}/transactions`, {
      headers: { authorization: access.secretKey },
    });
    const { body } = rowsSchema.parse(await answer.json());
    return body.response.transactions.map((row) => `${row.payment_type} ${row.merchant_order_id}`);
  };
  return {
    access,
    newSale: async (terminalId = TERMINAL) => {
      await post(`${controlUrl}/sales`, { environment: 'live', terminalId, count: 1 });
    },
    newOrder: async (manualCapture, method) => {
      named += 1;
      const order = `KILL-${named}`;
      const { merchantId, secretKey } = access;
      const session = await post(
        `${access.dashboardUrl}/v3/payment/sessions`,
        { merchantId, amount: '120.50', currency: 'EGP', order, manualCapture },
        { authorization: secretKey, 'api-key': apiKey },
      );
      await post(`${controlUrl}/pay`, { environment: 'live', sessionId: session['_id'], method });
      return order;
    },
    newCard: async () => {
      named += 1;
      const owner = { merchantId: access.merchantId, customerReference: `KILL-C-${named}` };
      const card = {
        number: '4242424242424242',
        expiryMonth: '08',
        expiryYear: '2031',
        holderName: 'Mona Adel',
      };
      await post(
        `${access.checkoutUrl}/v3/cards/tokens`,
        { ...owner, card },
        { 'service-hash': serviceHash(access.paymentKey ?? '', tokenText(owner)) },
      );
      return owner.customerReference;
    },
    newRecipient: () => {
      named += 1;
      return `0100${String(1_000_000 + named)}`;
    },
    transfers: async () => {
      const answer = await fetch(`${access.dashboardUrl}/v2/transfers?page=1&limit=500`, {
        headers: { authorization: access.secretKey },
      });
      const { body } = transfersSchema.parse(await answer.json());
      return body.map(({ merchantTransferId }) => `transfer ${merchantTransferId}`);
    },
    transactions: async () => {
      const answer = await fetch(`${access.dashboardUrl}/v2/aggregator/transactions?page=1&limit=500`, {
        headers: { authorization: access.secretKey },
      });
      const { body } = transactionsSchema.parse(await answer.json());
      return body.map(({ operation, merchantOrderId }) => `${operation} ${merchantOrderId}`);
    },
    movements: async () => {
      const log = logSchema.parse(await (await fetch(`${controlUrl}/log`)).json());
      return log.filter(
        ({ host, path }) => MOVEMENT.test(path) || (host === 'dashboard' && TRANSFER.test(path)),
      ).length;
    },
    reverseLast: async (terminalId = TERMINAL) => {
      const sale = (await outstanding(terminalId)).findLast((row) => row.startsWith('SALE '));
      const order = sale?.slice('SALE '.length) ?? '';
      const answer = await fetch(`${access.dashboardUrl}/v3/payment/reversal/${order}`, {
        method: 'PUT',
        headers: { authorization: access.secretKey, 'content-type': 'application/json' },
        body: JSON.stringify({ apiOperation: 'REVERSAL' }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    outstanding,
    stop: () => void child.kill(),
  };
}
