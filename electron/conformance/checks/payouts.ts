/** §4.8 payout schedulers with §2.8 and §3.6; transfers (§3.3, §4.15). */
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, ids, spareRealMoney, safe, write, type Check } from '../check.ts';
import {
  answers,
  hasShape,
  hasStatus,
  isNotLetIn,
  isRejected,
  isUnauthorized,
  succeeds,
  that,
} from '../expect.ts';
import { timestampOf } from '../fixtures/sessions.ts';
import { schedulerAnswer } from '../shapes/merchant.ts';
import type { Answer } from '../target.ts';

const S = '§4.8';
const SCHEDULERS = '/v2/transfers/schedulers';
const SINGLE = `${SCHEDULERS}/single`;
/** So far ahead that no run of it comes before it is deactivated. */
const NEXT_MONTH_MS = 30 * 86_400_000;
const STATUSES = ['PENDING', 'INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;
const transfer = z.looseObject({ transferId: z.string(), amount: z.number(), status: z.enum(STATUSES) });

const schedulerBody = (bench: Bench, more: Record<string, unknown> = {}) => ({
  batchName: bench.fresh('scheduler'),
  type: 'single',
  scheduler: {
    method: 'wallet',
    recipientName: 'Conformance',
    recipientNumber: '01000000000',
    amount: 10,
    startDate: timestampOf(Date.now() + NEXT_MONTH_MS),
    recurringFrequency: 'MONTHLY',
    ...more,
  },
});

/** Sends a create; whatever comes of it is deactivated at the end. */
async function createScheduler(bench: Bench, body: unknown): Promise<Answer> {
  const answer = await bench.ask('POST', SINGLE, { body });
  const made = schedulerAnswer.safeParse(answer.json);
  if (made.success && answer.status < 300) {
    const id = made.data.data.schedulerId;
    bench.later(`scheduler ${id}`, async () => succeeds(await bench.ask('DELETE', `${SCHEDULERS}/${id}`)));
  }
  return answer;
}

const madeScheduler = (bench: Bench) =>
  bench.make('a scheduler', async () => {
    spareRealMoney(bench, 'a scheduler pays out');
    const answer = succeeds(await createScheduler(bench, schedulerBody(bench)));
    return { document: hasShape(schedulerAnswer, answer.json, answer).data, answer };
  });

const transferBody = (bench: Bench) => ({
  merchantTransferId: bench.fresh('transfer'),
  recipientName: 'Conformance',
  recipientNumber: '01000000000',
  method: 'wallet',
  amount: 10,
});

const madeTransfer = (bench: Bench) =>
  bench.makeAsAssumed('a transfer', async () => {
    spareRealMoney(bench, 'a transfer pays out');
    const sent = transferBody(bench);
    const answer = succeeds(
      await bench.ask('POST', '/v3/transfers/single', { host: 'checkout', body: sent }),
    );
    return { ...hasShape(z.looseObject({ body: transfer }), answer.json, answer).body, sent };
  });

export const payoutChecks: Check[] = [
  write(
    S,
    'a scheduler is created ACTIVE, with the documented answer',
    ['§4.8-1', ...ids('§2.8', 1, 6), '§3.6-1', '§1-6'],
    async (bench) => {
      const { document, answer } = await madeScheduler(bench);
      that(document.status === 'ACTIVE', 'status ACTIVE', answer);
      that(
        document.amount === 10 && document.recurringFrequency === 'MONTHLY',
        'amount and frequency as sent',
        answer,
      );
    },
  ),
  ...(['bank', 'card'] as const).map((method) =>
    safe(
      S,
      `a ${method} scheduler without recipientBank is refused`,
      ['§2.8-3', '§2.8-7', '§2.8-8'],
      async (bench) => {
        const body = schedulerBody(bench, { method, recipientNumber: '1000012345678' });
        isRejected(await createScheduler(bench, body));
      },
    ),
  ),
  ...['12345', '+447700900123', '+966500000000', '0223456789', 'none'].map((recipientNumber) =>
    safe(
      S,
      `a wallet scheduler to ${recipientNumber} is refused: no Egyptian mobile number`,
      ['§2.8-7', '§2.8-9'],
      async (bench) => {
        isRejected(await createScheduler(bench, schedulerBody(bench, { recipientNumber })));
      },
    ),
  ),
  ...(
    [
      ['an unknown method', { method: 'cheque' }],
      ['amount zero', { amount: 0 }],
      ['an unknown frequency', { recurringFrequency: 'SOMETIMES' }],
      ['an endDate before its startDate', { endDate: timestampOf(Date.now()) }],
    ] satisfies [string, Record<string, unknown>][]
  ).map(([what, change]) =>
    assumedWrite(S, `a scheduler with ${what} answers 400`, ['§2-5', '§4.8-2'], async (bench) => {
      // Otherwise a refusal proves nothing.
      await madeScheduler(bench);
      hasStatus(await createScheduler(bench, schedulerBody(bench, change)), 400);
    }),
  ),
  assumedSafe(S, 'the list of schedulers is {data, pagination}', ['§2.8-4'], async (bench) => {
    const list = z.looseObject({ data: z.array(z.unknown()), pagination: z.unknown() });
    answers(await bench.ask('GET', `${SCHEDULERS}?page=1&limit=5`), list);
  }),
  assumedWrite(
    S,
    'a scheduler that is deactivated is INACTIVE and stays so in the list',
    ['§3.6-2', '§3.6-3'],
    async (bench) => {
      spareRealMoney(bench, 'a scheduler pays out');
      const made = answers(
        await bench.ask('POST', SINGLE, { body: schedulerBody(bench) }),
        schedulerAnswer,
      ).data;
      const ended = await bench.ask('DELETE', `${SCHEDULERS}/${made.schedulerId}`);
      that(answers(ended, schedulerAnswer).data.status === 'INACTIVE', 'status INACTIVE', ended);
    },
  ),

  safe(
    '§4.15',
    'payout transfer creation on the checkout host is refused without the secret key',
    ['§1-26', '§4.15-1'],
    async (bench) => {
      const answer = await bench.ask('POST', '/v3/transfers/single', {
        host: 'checkout',
        key: null,
        body: {},
      });
      isNotLetIn(answer);
    },
  ),
  ...['/v2/transfers', '/v2/account'].map((path) =>
    assumedSafe('§4.15', `GET ${path} needs the secret key`, ['§4.15-2'], async (bench) => {
      isUnauthorized(await bench.ask('GET', path, { key: null }));
    }),
  ),
  assumedSafe(
    '§4.15',
    'the list of transfers has records with a documented status',
    ['§4.15-1', '§3.3-1', '§2.11-7'],
    async (bench) => {
      const row = z.looseObject({
        transferId: z.string(),
        status: z.enum([...STATUSES, 'PARTIALLY_TRANSFERRED']),
      });
      answers(await bench.ask('GET', '/v2/transfers?page=1&limit=50'), z.looseObject({ body: z.array(row) }));
    },
  ),
  assumedSafe(
    '§4.15',
    'balance accounts have total, available and held balances',
    ['§4.15-1', '§1-10'],
    async (bench) => {
      const account = z.looseObject({
        accountId: z.string(),
        isPrimary: z.boolean(),
        totalBalance: z.number(),
        availableBalance: z.number(),
        onHoldBalance: z.number(),
        currency: z.string(),
      });
      answers(await bench.ask('GET', '/v2/account'), z.looseObject({ data: z.array(account).min(1) }));
    },
  ),
  assumedSafe('§4.15', 'the payout fee inquiry tells the fee of an amount', ['§4.15-1'], async (bench) => {
    const fee = z.looseObject({ amount: z.literal(100), feeAmount: z.number(), totalAmount: z.number() });
    const answer = await bench.ask('POST', '/v2/transfers/fee-inquiry', {
      body: { method: 'wallet', amount: 100 },
    });
    answers(answer, z.looseObject({ body: fee }));
  }),
  assumedWrite(
    '§4.15',
    'a transfer is created on the checkout host and read on the dashboard',
    ['§4.15-1', '§1-6', '§1-26', '§2.8-10', '§3.3-1'],
    async (bench) => {
      const made = await madeTransfer(bench);
      const answer = await bench.ask('GET', `/v2/transfers/${made.transferId}`);
      const read = answers(answer, z.looseObject({ body: transfer })).body;
      that(read.transferId === made.transferId && read.amount === 10, 'the transfer that was made', answer);
    },
  ),
  assumedWrite('§4.15', 'the same merchantTransferId twice answers 409', ['§2.11-7'], async (bench) => {
    const { sent } = await madeTransfer(bench);
    hasStatus(await bench.ask('POST', '/v3/transfers/single', { host: 'checkout', body: sent }), 409);
  }),
  assumedWrite(
    '§4.15',
    'a bulk of transfers is created and read as one batch',
    ['§4.15-1', '§3.3-1'],
    async (bench) => {
      spareRealMoney(bench, 'a transfer pays out');
      const body = { batchName: bench.fresh('batch'), transfers: [transferBody(bench), transferBody(bench)] };
      const batch = z.looseObject({
        body: z.looseObject({ batchId: z.string(), status: z.string(), transfersCount: z.literal(2) }),
      });
      const made = answers(
        await bench.ask('POST', '/v3/transfers/batch', { host: 'checkout', body }),
        batch,
      ).body;
      answers(await bench.ask('GET', `/v2/transfers/batches/${made.batchId}`), batch);
    },
  ),
];
