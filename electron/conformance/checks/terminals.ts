/** §4.10: card-present terminals, their acknowledgement, and the questions about reversals. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check } from '../check.ts';
import { answers, hasStatus, isTurnedAway, that } from '../expect.ts';
import { onOrder } from '../fixtures/orders.ts';
import { reversed } from '../fixtures/reversal.ts';
import { ackAnswer, orderAnswer, terminalAnswer } from '../shapes/merchant.ts';

const S = '§4.10';
const transactionsOf = (terminalId: string) =>
  `/v3/payment/pos/${encodeURIComponent(terminalId)}/transactions`;
const readTerminal = async (bench: Bench, terminalId: string) =>
  answers(await bench.ask('GET', transactionsOf(terminalId)), terminalAnswer).body.response;

const LOOKS = 20;
const LOOK_EVERY_MS = 250;

export const terminalChecks: Check[] = [
  safe(
    S,
    'the transactions of a terminal have the documented envelope and rows',
    ['§4.10-6', '§4.10-7', '§2.11-5', '§1-12'],
    async (bench) => {
      const terminalId = bench.thing('terminal');
      const answer = await bench.ask('GET', transactionsOf(terminalId));
      const { response } = answers(answer, terminalAnswer).body;
      that(response.terminalId === terminalId, 'the terminal that was asked for', answer);
      if (response.transactions.length === 0)
        cannot('the terminal has no transactions: its rows were not seen');
    },
  ),
  safe(
    S,
    'the transactions of a terminal of another merchant answer 401',
    ['§4.10-1', '§7-4', '§7-5'],
    async (bench) => {
      hasStatus(await bench.ask('GET', transactionsOf(bench.thing('foreign-terminal'))), 401);
    },
  ),
  safe(S, 'acknowledging a terminal of another merchant answers 401', ['§4.10-1', '§7-5'], async (bench) => {
    const path = `/v3/payment/pos/ack/${bench.thing('foreign-terminal')}`;
    hasStatus(await bench.ask('POST', path, { body: {} }), 401);
  }),
  safe(S, 'a terminal that nobody has is refused', ['§4.10-5'], async (bench) => {
    isTurnedAway(await bench.ask('GET', transactionsOf('00000000')));
    isTurnedAway(await bench.ask('POST', '/v3/payment/pos/ack/00000000', { body: {} }));
  }),
  assumedSafe(
    S,
    'the list of terminals names at least the given one',
    ['§4.15-1', '§1-12', '§2.11-7'],
    async (bench) => {
      const row = z.looseObject({ terminalId: z.string(), label: z.string(), status: z.string() });
      const list = z.looseObject({
        body: z.looseObject({ response: z.looseObject({ terminals: z.array(row) }) }),
        status: z.unknown(),
      });
      const answer = await bench.ask('GET', '/v3/payment/pos/terminals');
      const { terminals } = answers(answer, list).body.response;
      const terminalId = bench.thing('terminal');
      that(
        terminals.some((one) => one.terminalId === terminalId),
        `terminal ${terminalId} in the list`,
        answer,
      );
    },
  ),
  safe(
    S,
    'amounts of rows are numbers with no more decimals than their currency',
    ['§2-4', '§2.11-5'],
    async (bench) => {
      const terminalId = bench.thing('terminal');
      const answer = await bench.ask('GET', transactionsOf(terminalId));
      const { transactions } = answers(answer, terminalAnswer).body.response;
      if (transactions.length === 0) cannot('the terminal has no transactions');
      for (const { amount, currency } of transactions) {
        const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
          style: 'currency',
          currency,
        }).resolvedOptions();
        const decimals = String(amount).split('.')[1] ?? '';
        that(
          decimals.length <= maximumFractionDigits,
          `at most ${maximumFractionDigits} decimals`,
          String(amount),
        );
      }
    },
  ),
  write(
    S,
    'an outstanding sale is reversed, with the documented answer',
    ['§4.2-13', '§4.2-14', '§4.2-15', '§1-4'],
    async (bench) => {
      const { answer } = await reversed(bench);
      answers(answer, orderAnswer);
    },
  ),
  assumedWrite(S, 'a refund of a card-present order answers 400', ['§4.2-15'], async (bench) => {
    const { sale } = await reversed(bench);
    hasStatus(await onOrder(bench, 'REFUND', sale.merchant_order_id, { amount: 1 }), 400);
  }),
  write(
    S,
    'acknowledging moves the outstanding transactions on, with the documented answer',
    ids('§4.10', 2, 4),
    async (bench) => {
      const terminalId = bench.thing('ack-terminal');
      const answer = await bench.ask('POST', `/v3/payment/pos/ack/${terminalId}`, { body: {} });
      answers(answer, ackAnswer);
    },
  ),
  assumedWrite(
    S,
    'acknowledged transactions leave the list, and a second acknowledgement changes nothing',
    ['§4.10-3'],
    async (bench) => {
      const terminalId = bench.thing('ack-terminal');
      const path = `/v3/payment/pos/ack/${terminalId}`;
      hasStatus(await bench.ask('POST', path, { body: {} }), 200);
      for (let look = 0; look < LOOKS; look += 1) {
        if ((await readTerminal(bench, terminalId)).transactions.length === 0) break;
        await sleep(LOOK_EVERY_MS);
      }
      const { transactions } = await readTerminal(bench, terminalId);
      that(transactions.length === 0, 'no outstanding transactions', `${transactions.length} rows`);
      hasStatus(await bench.ask('POST', path, { body: {} }), 200);
    },
  ),
];
