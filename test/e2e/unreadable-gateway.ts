/** A gateway with one terminal, one of whose rows has an amount that no rule reads. It forgets its rows when they are acknowledged. */
import { httpServer } from '../electron/gateway/servers.ts';

export const TERMINAL = '30419001';
const row = (n: number, amount: string) =>
  `{"merchant_order_id":"W-${n}","ref_number":"51230000${n}","amount":${amount},"currency":"EGP","payment_type":"SALE","entry_mode":"CHIP"}`;
export const UNREADABLE = row(3, '1234.5678');

export async function startUnreadableGateway() {
  const now = { rows: [row(1, '120.50'), row(2, '80.00'), UNREADABLE], acknowledged: 0 };
  const terminals = `{"body":{"response":{"terminals":[{"terminalId":"${TERMINAL}","label":"Front till","branchId":"B1","branchName":"Zamalek","status":"ACTIVE"}]}},"status":"SUCCESS"}`;
  const list = () =>
    `{"body":{"response":{"terminalId":"${TERMINAL}","transactions":[${now.rows.join(',')}]}},"status":"SUCCESS"}`;
  const server = await httpServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gateway').pathname;
    const answers: Record<string, () => string> = {
      'GET /v3/payment/pos/terminals': () => terminals,
      [`GET /v3/payment/pos/${TERMINAL}/transactions`]: list,
      [`POST /v3/payment/pos/ack/${TERMINAL}`]: () => {
        now.rows = [];
        now.acknowledged += 1;
        return '{"status":"SUCCESS","response":{},"messages":{"en":"Acknowledged","ar":"تم التأكيد"}}';
      },
    };
    const answer = answers[`${request.method} ${path}`];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(answer ? answer() : '{"status":"FAILURE"}');
  });
  return { base: `http://127.0.0.1:${server.port}`, now, close: () => server.close() };
}
