import { expect, test } from 'vitest';
import { englishOf, withGateway } from '../gateway.ts';
import { allAccountedFor, SMALL, transferRequest } from '../merchant.ts';
import {
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at } from '../wire.ts';

const SINGLE = '/v3/transfers/single';
const BATCH = '/v3/transfers/batch';
const create = { method: 'POST', path: SINGLE, json: transferRequest(), host: 'checkout' as const };
const wallet = { method: 'wallet', recipientNumber: '01001234567', recipientBank: undefined };

const BAD: BadField[] = [
  ...[undefined, '', '  ', 7, 'x'.repeat(201)].flatMap((value): BadField[] => [
    ['merchantTransferId', value],
    ['recipientName', value],
    ['recipientNumber', value],
  ]),
  ...[undefined, 'cash', 'BANK', '', 7, null].map((value): BadField => ['method', value]),
  ...[undefined, 0, '0.00', -5, '-5', 10.005, '1e3', '', ' 5', null, true, [5], 1e15].map(
    (value): BadField => ['amount', value],
  ),
  ['recipientBank', undefined],
  ['recipientBank', ''],
  ['recipientBank', 7],
  ['recipientBank', null],
];

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    await refusesFields(sandbox, create, BAD);
    await refusesFields(sandbox, { ...create, json: transferRequest({ method: 'card' }) }, [
      ['recipientBank', undefined],
    ]);
    const toWallet = { ...create, json: transferRequest(wallet) };
    const bad = [
      '0100123456',
      '010012345678',
      '01301234567',
      '01401234567',
      '02012345678',
      '1001234567',
      '+966501234567',
      '+2010012345',
      'abc',
      '٠١٠٠١٢٣٤٥٦٧',
      '01001234567x',
    ];
    await refusesFields(
      sandbox,
      toWallet,
      bad.map((number): BadField => ['recipientNumber', number]),
    );
    await refusesShapes(sandbox.live, create);
  }, SMALL);
});

test('an Egyptian mobile number is taken in its usual forms', async () => {
  await withGateway(async (sandbox) => {
    const numbers = [
      ['01001234567', '01001234567'],
      ['01112345678', '01112345678'],
      ['01223456789', '01223456789'],
      ['01512345678', '01512345678'],
      ['+201001234567', '01001234567'],
      ['00201001234567', '01001234567'],
    ] as const;
    for (const [index, [sent, kept]] of numbers.entries()) {
      const json = transferRequest({
        ...wallet,
        recipientNumber: sent,
        merchantTransferId: `W-${index}`,
        amount: 5,
      });
      const { status, body } = await ask(sandbox.live, 'POST', SINGLE, { ...create, json });
      expect([status, at(body, 'body.recipientNumber'), at(body, 'body.recipientBank')]).toEqual([
        201,
        kept,
        'NA',
      ]);
    }
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the fee inquiry answers what a transfer costs', async () => {
  await withGateway(async (sandbox) => {
    const path = '/v2/transfers/fee-inquiry';
    for (const [method, amount, feeAmount, vatAmount, totalAmount] of [
      ['bank', 1_000, 6, 0.84, 1_006.84],
      ['card', '1000.00', 5, 0.7, 1_005.7],
      ['wallet', 99.99, 1, 0.14, 101.13],
      ['bank', '0.01', 5, 0.7, 5.71],
    ] as const) {
      const { status, body } = await ask(sandbox.live, 'POST', path, { json: { method, amount } });
      expect([status, body]).toEqual([
        200,
        { body: { amount: Number(amount), feeAmount, vatAmount, totalAmount, currency: 'EGP' } },
      ]);
    }
    const inquiry = { method: 'POST', path, json: { method: 'bank', amount: 5 } };
    await refusesFields(
      sandbox,
      inquiry,
      BAD.filter(([field]) => field === 'method' || field === 'amount'),
    );
    await refusesStrangers(sandbox, inquiry);
  }, SMALL);
});

test('strangers, other methods, unknown ids and the dashboard’s own checks', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await refusesStrangers(sandbox, create);
    await refusesStrangers(sandbox, { ...create, host: 'dashboard' });
    for (const path of ['/v2/transfers', '/v2/transfers/TR-000001', '/v2/account'])
      await refusesStrangers(sandbox, { method: 'GET', path });
    await takesOnly(live, '/v2/transfers', 'GET');
    await takesOnly(live, '/v2/account', 'GET');
    await takesOnly(live, SINGLE, 'POST', 'checkout');
    await takesOnly(live, BATCH, 'POST', 'checkout');
    await refusesTricks(live, 'GET', (id) => `/v2/transfers/${id}`);
    await refusesTricks(live, 'GET', (id) => `/v2/transfers/batches/${id}`);
    expect(englishOf(await ask(live, 'GET', '/v2/transfers/TR-999999'))).toBe(
      'There is no transfer with this id.',
    );
  }, SMALL);
});
