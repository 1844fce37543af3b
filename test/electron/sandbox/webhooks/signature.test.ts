import { expect, test } from 'vitest';
import {
  hmac,
  orderHash,
  tokenHash,
  transactionSignature,
  transferSignature,
} from '#electron/sandbox/webhooks/signature.ts';
import { PUBLISHED as PUBLISHED_EVENT } from '../../../fixtures/published-event.ts';
import { hmacOf, percentEncoded } from '../listener.ts';

const { signatureKeys: KEYS, ...PUBLISHED } = PUBLISHED_EVENT;

test('the published Service-Hash comes out: key 11111, /?payment=mid-0-1.99.20.EGP', () => {
  const order = { merchantId: 'mid-0-1', reference: '99', amount: '20', currency: 'EGP' };
  expect(orderHash(order, '11111')).toBe('606a8a1307d64caf4e2e9bb724738f115a8972c27eccb2a8acd9194c357e4bec');
});

test('the published webhook signature comes out, in whatever order its keys are listed', () => {
  const wanted = '9610477b2255b2a8ef84fd89adfaa5f1305ff9c20324205851890f1ea03109f4';
  expect(transactionSignature({ ...PUBLISHED, signatureKeys: KEYS }, '11111')).toBe(wanted);
  expect(transactionSignature({ ...PUBLISHED, signatureKeys: KEYS.toReversed() }, '11111')).toBe(wanted);
  expect(transactionSignature({ ...PUBLISHED, signatureKeys: KEYS }, '11112')).not.toBe(wanted);
});

test('only the keys that are listed are signed', () => {
  const signed = { ...PUBLISHED, signatureKeys: KEYS };
  expect(transactionSignature({ ...signed, creationDate: 'other' }, '11111')).toBe(
    transactionSignature(signed, '11111'),
  );
  for (const key of KEYS)
    expect([key, transactionSignature({ ...signed, [key]: 'other' }, '11111')]).not.toEqual([
      key,
      transactionSignature(signed, '11111'),
    ]);
});

test("values are URL-encoded: a space is %20, and ! ' ( ) * are escaped, too", () => {
  const values: [string, string][] = [
    ['a b', 'a%20b'],
    ["!'()*", '%21%27%28%29%2A'],
    ['a+b&c=d', 'a%2Bb%26c%3Dd'],
    ['-_.~', '-_.~'],
    ['الجيزة', '%D8%A7%D9%84%D8%AC%D9%8A%D8%B2%D8%A9'],
    ['é', '%C3%A9'],
    ['🛒', '%F0%9F%9B%92'],
    ['%', '%25'],
  ];
  for (const [value, written] of values) {
    expect(percentEncoded(value)).toBe(written);
    expect(transactionSignature({ note: value, signatureKeys: ['note'] }, 'k')).toBe(
      hmacOf('k', `note=${written}`),
    );
  }
});

test('keys are sorted by code unit: capitals before small letters', () => {
  const data = { b: '1', B: '2', a: '3', A1: '4', _x: '5', signatureKeys: ['b', 'B', 'a', 'A1', '_x'] };
  expect(transactionSignature(data, 'k')).toBe(hmacOf('k', 'A1=4&B=2&_x=5&a=3&b=1'));
});

test('a transfer is signed in the order of its array, with raw values', () => {
  const data = {
    transferId: 'TR-000001',
    status: 'FAILED',
    amount: 120.5,
    recipientName: 'Mona & Adel (Ltd)',
    signatureKeys: ['status', 'transferId', 'recipientName', 'amount'],
  };
  expect(transferSignature(data, 'tk')).toBe(
    hmacOf('tk', 'status=FAILED&transferId=TR-000001&recipientName=Mona & Adel (Ltd)&amount=120.5'),
  );
  expect(transferSignature({ ...data, signatureKeys: [...data.signatureKeys].reverse() }, 'tk')).not.toBe(
    transferSignature(data, 'tk'),
  );
});

test('a saved card adds its customer to the signed order; token operations sign merchant and customer', () => {
  const order = { merchantId: 'mid-0-1', reference: '99', amount: '20', currency: 'EGP' };
  expect(orderHash({ ...order, customerReference: 'C-7' }, '11111')).toBe(
    hmacOf('11111', '/?payment=mid-0-1.99.20.EGP.C-7'),
  );
  expect(tokenHash('mid-0-1', 'C-7', '11111')).toBe(hmacOf('11111', '/?payment=mid-0-1.C-7'));
});

test('a signature is 64 lowercase hex digits', () => {
  expect(hmac('key', 'The quick brown fox jumps over the lazy dog')).toBe(
    'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  );
});
