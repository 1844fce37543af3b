/** The built-in gateway as a process of its own, and what its control path says of what really arrived. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { TERMINAL, type Access } from './access.ts';

const cli = fileURLToPath(new URL('../../../electron/sandbox/cli.ts', import.meta.url));
const logSchema = z.array(z.object({ method: z.string(), path: z.string() }));
const rowsSchema = z.object({
  body: z.object({
    response: z.object({
      transactions: z.array(z.object({ merchant_order_id: z.string(), payment_type: z.string() })),
    }),
  }),
});

const MOVEMENT = /\/(reversal|pos\/ack)\//;

export type GatewayProcess = {
  access: Access;
  newSale(terminalId?: string): Promise<void>;
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
      const body = JSON.stringify({ environment: 'live', terminalId, count: 1 });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${controlUrl}/sales`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    movements: async () => {
      const log = logSchema.parse(await (await fetch(`${controlUrl}/log`)).json());
      return log.filter(({ path }) => MOVEMENT.test(path)).length;
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
