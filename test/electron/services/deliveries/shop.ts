/** A shop whose server hears of its payments, or does not take what it hears; and the deliveries that this PC has of it. */
import { alwaysThere } from '#electron/services/context.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptColumn } from '#shared/domain/kept-lists.ts';
import { payOut } from '../../../fixtures/payouts.ts';
import { eventually, withListener, type Listener } from '../../sandbox/listener.ts';
import { must, paidOrder, withBench, type Bench } from '../operations/harness.ts';

export type Shop = { bench: Bench; listener: Listener };
export const URL_OF_SHOP = 'https://hooks.shop.example/paid';

export const withShop = (use: (shop: Shop) => Promise<void>, presence = alwaysThere): Promise<void> =>
  withBench(
    (bench) =>
      withListener(bench.sandbox, async (listener) => {
        const events: ['pay', 'INITIATED'] = ['pay', 'INITIATED'];
        const webhook = { name: 'Our server', url: URL_OF_SHOP, events, mode: 'live' as const };
        must(
          await bench.session().webhooks.make({
            webhook: { ...webhook, isActive: true, headers: { 'X-Token': 'a-token-of-our-server' } },
            despiteDouble: false,
          }),
        );
        await use({ bench, listener });
      }),
    { transactions: 5, historyDays: 0, presence },
  );

/** So many orders are paid, and the server takes what it hears, or five times does not. */
export async function told({ bench, listener }: Shop, orders: number, status: number): Promise<void> {
  listener.answer(status, 'as it was answered');
  const before = listener.received.length;
  for (let number = 0; number < orders; number += 1) await paidOrder(bench);
  await listener.until(before + orders);
  if (status >= 200 && status < 300) return;
  for (const [place, seconds] of [2, 10, 30, 60].entries()) {
    // The gateway writes an attempt down after the listener has answered it.
    await eventually(() => isWritten(bench, (place + 1) * orders), 'the attempts');
    bench.clock.forward(seconds * 1_000);
    await listener.until(before + (place + 2) * orders);
  }
  await eventually(() => isWritten(bench, 5 * orders), 'the last attempts');
}
async function isWritten({ sandbox: { live } }: Bench, attempts: number): Promise<boolean> {
  const headers = { authorization: live.secretKey };
  const all = await fetch(`${live.dashboardUrl}/v2/aggregator/transactions?limit=500`, { headers });
  const ids = [...(await all.text()).matchAll(/"transactionId":"([^"]+)"/g)].map(([, id]) => id ?? '');
  const records = await Promise.all(
    ids.map(async (id) => {
      const answer = await fetch(`${live.dashboardUrl}/v2/webhooks/records/transaction/${id}`, { headers });
      return ((await answer.json()) as { body: { attempts: number; status: string }[] }).body;
    }),
  );
  const open = records.flat().filter(({ status }) => status !== 'delivered');
  return open.reduce((sum, record) => sum + record.attempts, 0) >= attempts;
}

export const deliveries = ({ bench }: Shop) => bench.session().deliveries;
export const workOf = async (shop: Shop) => must(await deliveries(shop).work()).work;

/** Lets the clock of this PC and of the gateway go on until the work has ended. */
export async function ended(shop: Shop, stepMs = 1_000) {
  await eventually(async () => {
    const ending = (await workOf(shop))?.ended;
    if (ending === null) shop.bench.clock.forward(stepMs);
    return ending !== null;
  }, 'the end of the work');
  return workOf(shop);
}

/** Downloads payments, as opening their page does, and collects. */
export async function collect(shop: Shop): Promise<void> {
  const { bench } = shop;
  must(await bench.session().payments.download({ anew: true }));
  await eventually(
    () => bench.events.some(({ event, payload }) => event === 'payments.progress' && isFinished(payload)),
    'the download',
  );
  bench.events.length = 0;
  must(await deliveries(shop).collect({ days: 7 }));
  await ended(shop, 0);
}
const isFinished = (payload: unknown) => (payload as { finished: boolean }).finished;

/** A transfer is sent, and two minutes later it is under way. */
export async function paysOut({ bench, listener }: Shop): Promise<void> {
  const before = listener.received.length;
  await payOut(bench.sandbox.live, bench.clock.nowMs());
  bench.clock.forward(120_000);
  // What happens by time alone is caught up with at the next request.
  must(await bench.session().kept.refresh({ name: 'sent', whole: true }));
  await listener.until(before + 1);
}

export async function rowsOf({ bench }: Shop): Promise<KeptRow[]> {
  const filter = { text: '', words: {} };
  const sort = { by: 'created' as const, direction: 'asc' as const };
  const page = { name: 'deliveries' as const, filter, sort, cursor: null, limit: 500 };
  return must(await bench.session().kept.page(page)).rows;
}
export const textIn = ({ cells }: KeptRow, column: KeptColumn): string | null => {
  const cell = cells[column];
  return cell?.is === 'text' ? cell.text : null;
};
export const statesOf = async (shop: Shop) => (await rowsOf(shop)).map((row) => textIn(row, 'deliveryState'));
