/** The check of an event's signature: published vectors, and 200 wrong ones with their causes. Signed here without the product's code. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { senderWith } from '#electron/gateway/sender.ts';
import { checkSignature } from '#electron/services/profiles/check-signature.ts';
import type { ProfileFile } from '#electron/services/profiles/profile-files.ts';
import { profileError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { must } from './operations/harness.ts';

const KEYS = {
  test: { paymentKey: '11111', transferKey: 'transfer-test' },
  live: { paymentKey: 'payment-live', transferKey: 'transfer-live' },
};
const profileOf = (environment: 'test' | 'live'): ProfileFile => ({
  schemaVersion: 1,
  id: environment,
  name: environment,
  merchantId: 'mid-0-1',
  environment,
  dashboardUrl: 'https://dash.example.com',
  checkoutUrl: 'https://pay.example.com',
  keychainId: environment,
});
const clock = { nowMs: () => 0, after: () => () => {} };
const register = (profiles = [profileOf('test'), profileOf('live')]) => ({
  profiles,
  activeId: () => 'test',
  find: (id: string) => {
    const found = profiles.find((one) => one.id === id);
    return found ? ok(found) : err(profileError('not-found', {}));
  },
  senderFor: ({ environment }: ProfileFile) => {
    const keys = environment === 'live' ? KEYS.live : KEYS.test;
    return senderWith(async () => ok({ secretKey: 'sk', apiKey: null, ...keys }), clock);
  },
});
const check = async (body: string, signature: string, given = register()) =>
  must(await checkSignature(given, { body, signature }));
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

const PUBLISHED = {
  merchantOrderId: '1653481557813',
  kashierOrderId: '9ad06b17-755b-4e21-9774-aff3e2726ac9',
  orderReference: 'TEST-ORD-38855',
  transactionId: 'TX-249893963',
  status: 'SUCCESS',
  method: 'card',
  creationDate: '2022-05-25T12:25:57.813Z',
  amount: 1,
  currency: 'EGP',
  channel: 'online | e-commerce',
  transactionResponseCode: '00',
  signatureKeys: [
    'status',
    'transactionId',
    'amount',
    'channel',
    'currency',
    'kashierOrderId',
    'merchantOrderId',
    'method',
    'orderReference',
    'transactionResponseCode',
  ],
};
const PUBLISHED_SIGNATURE = '9610477b2255b2a8ef84fd89adfaa5f1305ff9c20324205851890f1ea03109f4';

it('the published vector is valid, and its signed text is the published one', async () => {
  const body = JSON.stringify({ event: 'pay', data: PUBLISHED });
  expect(await check(body, PUBLISHED_SIGNATURE)).toEqual({
    verdict: 'valid',
    verifier: 'transaction',
    signedText:
      'amount=1&channel=online%20%7C%20e-commerce&currency=EGP&kashierOrderId=9ad06b17-755b-4e21-9774-aff3e2726ac9' +
      '&merchantOrderId=1653481557813&method=card&orderReference=TEST-ORD-38855&status=SUCCESS' +
      '&transactionId=TX-249893963&transactionResponseCode=00',
  });
  expect((await check(body, ` x-signature: ${PUBLISHED_SIGNATURE} `)).verdict).toBe('valid');
});

type Event = { kind: 'transaction' | 'transfer'; data: Record<string, string | number>; keys: string[] };
function eventOf(number: number): Event {
  const amount = 100 + number + 0.5;
  if (number % 2 === 0)
    return {
      kind: 'transaction',
      data: {
        status: 'SUCCESS',
        transactionId: `TX-${number}`,
        amount,
        channel: `online | e-commerce (${number})`,
        merchantOrderId: `Order ${number} ع`,
        currency: 'EGP',
      },
      keys: ['status', 'transactionId', 'amount', 'merchantOrderId', 'channel', 'currency'],
    };
  return {
    kind: 'transfer',
    data: {
      transferId: `TR-${number}`,
      status: 'TRANSFERRED',
      amount,
      recipientName: `Nour (Samir) ${number}`,
    },
    keys: ['transferId', 'status', 'recipientName', 'amount'],
  };
}
const bodyOf = ({ data, keys, kind }: Event) =>
  JSON.stringify({
    event: kind === 'transfer' ? 'TRANSFERRED' : 'pay',
    data: { ...data, signatureKeys: keys },
    hash: 'x',
  });
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const asIs = (text: string) => text;
type How = { order?: 'sorted' | 'array'; write?: (text: string) => string; amount?: string };
function textOf({ kind, data, keys }: Event, how: How = {}): string {
  const order = how.order ?? (kind === 'transaction' ? 'sorted' : 'array');
  const write = how.write ?? (kind === 'transaction' ? strict : asIs);
  return (order === 'sorted' ? keys.toSorted() : keys)
    .map(
      (key) =>
        `${key}=${write(key === 'amount' && how.amount !== undefined ? how.amount : String(data[key]))}`,
    )
    .join('&');
}
const keyOf = ({ kind }: Event, mode: 'test' | 'live' = 'test') =>
  kind === 'transaction' ? KEYS[mode].paymentKey : KEYS[mode].transferKey;
const sign = (event: Event, how?: How) => hmac(keyOf(event), textOf(event, how));

type Wrong = {
  body?: (event: Event) => string;
  signature: (event: Event) => string;
  cause: string | ((event: Event) => string);
};
const isTransaction = ({ kind }: Event) => kind === 'transaction';
const WRONG: readonly Wrong[] = [
  { cause: 'other-mode', signature: (event) => hmac(keyOf(event, 'live'), textOf(event)) },
  {
    cause: 'other-verifier',
    signature: (event) =>
      isTransaction(event)
        ? hmac(KEYS.test.transferKey, textOf(event, { order: 'array', write: asIs }))
        : hmac(KEYS.test.paymentKey, textOf(event, { order: 'sorted', write: strict })),
  },
  {
    cause: 'other-verifier',
    signature: (event) =>
      hmac(isTransaction(event) ? KEYS.test.transferKey : KEYS.test.paymentKey, textOf(event)),
  },
  {
    cause: 'plus-for-spaces',
    signature: (event) => sign(event, { write: (text) => strict(text).replaceAll('%20', '+') }),
  },
  {
    cause: (event) => (isTransaction(event) ? 'not-encoded' : 'encoded'),
    signature: (event) => sign(event, { write: isTransaction(event) ? asIs : strict }),
  },
  {
    cause: (event) => (isTransaction(event) ? 'other-escapes' : 'other-order'),
    signature: (event) =>
      isTransaction(event) ? sign(event, { write: encodeURIComponent }) : sign(event, { order: 'sorted' }),
  },
  {
    cause: 'other-order',
    signature: (event) => sign(event, { order: isTransaction(event) ? 'array' : 'sorted' }),
  },
  { cause: 'body-rewritten', signature: (event) => sign(event, { amount: `${event.data['amount']}0` }) },
  {
    cause: 'body-rewritten',
    body: (event) => bodyOf(event).replace(/"amount":([\d.]+)/, '"amount":$100'),
    signature: (event) => sign(event),
  },
  { cause: 'header-form', signature: (event) => sign(event).toUpperCase() },
  { cause: 'header-form', signature: (event) => `sha256=${sign(event)}` },
  { cause: 'header-form', signature: (event) => Buffer.from(sign(event), 'hex').toString('base64') },
  { cause: 'key-or-content', signature: (event) => hmac('a key of nobody', textOf(event)) },
  {
    cause: 'key-or-content',
    body: (event) => bodyOf({ ...event, data: { ...event.data, status: 'FAILED' } }),
    signature: (event) => sign(event),
  },
  { cause: 'signature-missing', signature: () => ' ' },
  { cause: 'signature-malformed', signature: (event) => sign(event).slice(1) },
  { cause: 'not-json', body: (event) => bodyOf(event).slice(0, -20), signature: (event) => sign(event) },
  {
    cause: 'keys-missing',
    body: (event) => JSON.stringify({ data: event.data }),
    signature: (event) => sign(event),
  },
  {
    cause: 'field-missing',
    body: (event) => bodyOf({ ...event, keys: [...event.keys, 'extra'] }),
    signature: (event) => sign(event),
  },
  {
    cause: 'field-not-simple',
    body: (event) => bodyOf(event).replace(/"status":"\w+"/, '"status":["SUCCESS"]'),
    signature: (event) => sign(event),
  },
];

it('each of 200 wrong signatures has its cause named, and the right ones beside them are valid', async () => {
  for (let number = 0; number < 200; number += 1) {
    const event = eventOf(number);
    const wrong = WRONG[Math.floor(number / 2) % WRONG.length]!;
    const body = (wrong.body ?? bodyOf)(event);
    const checked = await check(body, wrong.signature(event));
    const expected = typeof wrong.cause === 'string' ? wrong.cause : wrong.cause(event);
    expect([number, 'cause' in checked ? checked.cause : 'valid']).toEqual([number, expected]);
    expect((await check(bodyOf(event), sign(event))).verdict).toBe('valid');
  }
});

it('without a profile of the other mode its keys are not tried, and that is said', async () => {
  const event = eventOf(0);
  const alone = register([profileOf('test')]);
  const signature = hmac(keyOf(event, 'live'), textOf(event));
  expect(await check(bodyOf(event), signature, alone)).toMatchObject({
    cause: 'key-or-content',
    triedOtherMode: false,
  });
  expect(await check(bodyOf(event), signature)).toMatchObject({ cause: 'other-mode', triedOtherMode: true });
});
