/**
 * What is to be learnt from the real gateway: does the list show reversals, how long does it lag, what does a second
 * reversal do, is a part possible. Each answer becomes a capability flag, whether or not our assumption holds.
 */
import type { Bench } from '../bench.ts';
import { assumedWrite, cannot, spareRealMoney, type Check } from '../check.ts';
import { hasStatus, isTurnedAway, that } from '../expect.ts';
import { halfReversed, LOOK_EVERY_MS, reversed, rowsOf } from '../fixtures/reversal.ts';
import type { TerminalRow } from '../shapes/merchant.ts';

const S = '§4.10';
/** The window that the client waits is three times the worst lag seen. */
const MARGIN = 3;

const rowsOfOrder = async (bench: Bench, terminalId: string, sale: TerminalRow): Promise<TerminalRow[]> =>
  (await rowsOf(bench, terminalId)).filter((row) => row.merchant_order_id === sale.merchant_order_id);

/** Remembers the worst lag; one look is the smallest that can be told from none. */
function noteLag({ flags }: Bench, seenMs: number): void {
  flags.settleWindowMs = Math.max(flags.settleWindowMs ?? 0, MARGIN * Math.max(seenMs, LOOK_EVERY_MS));
}

export const learntChecks: Check[] = [
  assumedWrite(
    S,
    'after a reversal the list shows a REVERSAL row of the same order and reference',
    ['§4.2-15'],
    async (bench) => {
      const { sale, terminalId, seenMs } = await reversed(bench);
      bench.flags.listShowsReversed = seenMs !== null;
      const rows = await rowsOfOrder(bench, terminalId, sale);
      const row = rows.find((one) => one.payment_type === 'REVERSAL');
      that(
        row?.ref_number === sale.ref_number,
        'a row REVERSAL with the reference of the sale',
        JSON.stringify(rows),
      );
    },
  ),
  assumedWrite(S, 'a reversal is in the list when its answer has come', ['§4.10-6'], async (bench) => {
    const { seenMs } = await reversed(bench);
    if (seenMs === null) return cannot('the list does not show reversals');
    noteLag(bench, seenMs);
    that(seenMs < LOOK_EVERY_MS, 'no lag', `seen after ${seenMs} ms`);
  }),
  assumedWrite(
    S,
    'a second reversal of one order answers 400 and moves nothing',
    ['§4.2-15'],
    async (bench) => {
      spareRealMoney(bench, 'a second reversal may move money again');
      const { sale, terminalId, answer } = await reversed(bench);
      const before = (await rowsOfOrder(bench, terminalId, sale)).length;
      const again = await bench.ask('PUT', answer.asked.slice('PUT '.length), {
        body: { apiOperation: 'REVERSAL' },
      });
      const after = (await rowsOfOrder(bench, terminalId, sale)).length;
      // A server error tells nothing.
      const { status } = again;
      bench.flags.secondReversalRefused = status >= 500 ? null : status >= 400 && after === before;
      hasStatus(again, 400);
      that(after === before, `${before} rows of the order as before`, `${after} rows`);
    },
  ),
  assumedWrite(
    S,
    'a reversal takes the whole sale back, also where an amount is sent',
    ['§4.2-17'],
    async (bench) => {
      spareRealMoney(bench, 'a reversal of an amount may move another one');
      const { sale, terminalId, answer, seenMs } = await halfReversed(bench);
      if (answer.status >= 300) {
        bench.flags.partialReversal = answer.status < 500 ? false : null;
        return void isTurnedAway(answer);
      }
      if (seenMs !== null) noteLag(bench, seenMs);
      const row = (await rowsOfOrder(bench, terminalId, sale)).find((one) => one.payment_type !== 'SALE');
      if (!row) return cannot('the list does not show how much was reversed');
      bench.flags.partialReversal = Math.abs(row.amount) < sale.amount;
      that(!bench.flags.partialReversal, `${sale.amount} reversed`, JSON.stringify(row));
    },
  ),
];
