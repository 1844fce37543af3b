import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { amountText, orderText, serviceHash, tokenText } from '#electron/gateway/signatures.ts';
import { PUBLISHED, PUBLISHED_SIGNATURE } from '../../fixtures/published-event.ts';
import { verifyTransactionEvent, verifyTransferEvent } from './verify.ts';

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

describe('Service-Hash', () => {
  const order = { merchantId: 'mid-0-1', orderReference: '99', amount: '20', currency: 'EGP' };
  it('is the published one for the published order', () => {
    expect(orderText(order)).toBe('/?payment=mid-0-1.99.20.EGP');
    expect(serviceHash('11111', orderText(order))).toBe(
      '606a8a1307d64caf4e2e9bb724738f115a8972c27eccb2a8acd9194c357e4bec',
    );
  });
  it('covers the customer where a saved card is used', () =>
    expect(orderText({ ...order, customerReference: 'c-7' })).toBe('/?payment=mid-0-1.99.20.EGP.c-7'));
  it('of a token operation covers merchant and customer', () =>
    expect(tokenText({ merchantId: 'mid-0-1', customerReference: 'c-7' })).toBe('/?payment=mid-0-1.c-7'));
  it('is over UTF-8', () =>
    expect(serviceHash('مفتاح', tokenText({ merchantId: 'م', customerReference: '顧客 1' }))).toBe(
      hmac('مفتاح', '/?payment=م.顧客 1'),
    ));
  it.each([
    [2000n, 'EGP', '20'],
    [2050n, 'EGP', '20.5'],
    [2005n, 'EGP', '20.05'],
    [100000n, 'EGP', '1000'],
    [1000n, 'JPY', '1000'],
    [1250n, 'KWD', '1.25'],
    [5n, 'USD_VIRTUAL', '0.05'],
  ])('hashes %i minor units of %s as %s', (minor, currency, text) =>
    expect(amountText(money(minor, currency))).toBe(text),
  );
});

const event = (data: Record<string, unknown>) => JSON.stringify({ event: 'pay', data, hash: 'x' });
const bad = (reason: string) => ({ ok: false, reason });

describe('a transaction event', () => {
  it('with the published signature is genuine, whatever the order of its keys', () => {
    expect(verifyTransactionEvent(event(PUBLISHED), PUBLISHED_SIGNATURE, '11111')).toEqual({ ok: true });
    const turned = { ...PUBLISHED, signatureKeys: PUBLISHED.signatureKeys.toReversed() };
    expect(verifyTransactionEvent(event(turned), PUBLISHED_SIGNATURE, '11111')).toEqual({ ok: true });
  });
  it.each([
    ['another amount', { amount: 2 }],
    ['another status', { status: 'FAILED' }],
    ['another order', { merchantOrderId: '1653481557814' }],
    ['fewer keys', { signatureKeys: PUBLISHED.signatureKeys.slice(1) }],
  ])('with %s is not', (_name, change) =>
    expect(verifyTransactionEvent(event({ ...PUBLISHED, ...change }), PUBLISHED_SIGNATURE, '11111')).toEqual(
      bad('mismatch'),
    ),
  );
  it('with another key, another case, a cut or longer signature is not', () => {
    expect(verifyTransactionEvent(event(PUBLISHED), PUBLISHED_SIGNATURE, '11112')).toEqual(bad('mismatch'));
    for (const signature of [
      PUBLISHED_SIGNATURE.toUpperCase(),
      PUBLISHED_SIGNATURE.slice(0, -1),
      `${PUBLISHED_SIGNATURE}0`,
      'ü'.repeat(32),
      '0'.repeat(64),
    ])
      expect(verifyTransactionEvent(event(PUBLISHED), signature, '11111')).toEqual(bad('mismatch'));
  });
  it.each([undefined, null, '', '  '])('without a signature says so: %j', (signature) =>
    expect(verifyTransactionEvent(event(PUBLISHED), signature, '11111')).toEqual(bad('signature-missing')),
  );
  it.each([
    ['none', { signatureKeys: undefined }],
    ['an empty list', { signatureKeys: [] }],
    ['no list', { signatureKeys: 'amount' }],
    ['a number', { signatureKeys: ['amount', 1] }],
    ['a field that is not there', { signatureKeys: ['amount', 'cardToken'] }],
    ['what every object has', { signatureKeys: ['constructor'] }],
  ])('whose signatureKeys are %s says that they are missing', (_name, change) =>
    expect(verifyTransactionEvent(event({ ...PUBLISHED, ...change }), PUBLISHED_SIGNATURE, '11111')).toEqual(
      bad('keys-missing'),
    ),
  );
  it.each(['', 'null', '[]', '7', '<html>', '{"data":{"signatureKeys":["a"],"a"'])(
    'that is no event at all has no keys: %s',
    (body) => expect(verifyTransactionEvent(body, PUBLISHED_SIGNATURE, '11111')).toEqual(bad('keys-missing')),
  );
  it('is signed over its numbers as they were written', () => {
    const body = '{"data":{"amount":20.50,"signatureKeys":["amount"]}}';
    expect(verifyTransactionEvent(body, hmac('k', 'amount=20.50'), 'k')).toEqual({ ok: true });
    expect(verifyTransactionEvent(body, hmac('k', 'amount=20.5'), 'k')).toEqual(bad('mismatch'));
  });
  it('has its values URL-encoded: unicode, spaces, and what encodeURIComponent leaves', () => {
    const data = { note: "قهوة (2) it's *!", signatureKeys: ['note'] };
    const signed = 'note=%D9%82%D9%87%D9%88%D8%A9%20%282%29%20it%27s%20%2A%21';
    expect(verifyTransactionEvent(event(data), hmac('k', signed), 'k')).toEqual({ ok: true });
  });
  it('with half a character is a mismatch, not a crash', () =>
    expect(
      verifyTransactionEvent('{"data":{"a":"\\ud800","signatureKeys":["a"]}}', PUBLISHED_SIGNATURE, 'k'),
    ).toEqual(bad('mismatch')));
  it('sorts its keys by code unit: capitals before small letters', () => {
    const data = { b: '1', A: '2', a: '3', signatureKeys: ['b', 'a', 'A'] };
    expect(verifyTransactionEvent(event(data), hmac('k', 'A=2&a=3&b=1'), 'k')).toEqual({ ok: true });
  });
});

describe('a transfer event', () => {
  const data = { transferId: 'TR-1', status: 'TRANSFERRED', recipientName: 'منى & co', amount: 5 };
  const signatureKeys = ['transferId', 'status', 'recipientName', 'amount'];
  const body = JSON.stringify({ event: 'TRANSFERRED', data: { ...data, signatureKeys } });
  const inOrder = 'transferId=TR-1&status=TRANSFERRED&recipientName=منى & co&amount=5';
  it('is signed over raw values in the order of the array', () =>
    expect(verifyTransferEvent(body, hmac('tk', inOrder), 'tk')).toEqual({ ok: true }));
  it('is not the sorted, URL-encoded text of a transaction event, nor the other way round', () => {
    const sorted = `amount=5&recipientName=${encodeURIComponent('منى & co')}&status=TRANSFERRED&transferId=TR-1`;
    expect(verifyTransferEvent(body, hmac('tk', sorted), 'tk')).toEqual(bad('mismatch'));
    expect(verifyTransactionEvent(body, hmac('tk', inOrder), 'tk')).toEqual(bad('mismatch'));
    expect(verifyTransactionEvent(body, hmac('tk', sorted), 'tk')).toEqual({ ok: true });
  });
  it('whose keys change places is not genuine', () => {
    const turned = JSON.stringify({ data: { ...data, signatureKeys: signatureKeys.toReversed() } });
    expect(verifyTransferEvent(turned, hmac('tk', inOrder), 'tk')).toEqual(bad('mismatch'));
  });
  it('may have its fields at the top', () => {
    const flat = JSON.stringify({ ...data, signatureKeys });
    expect(verifyTransferEvent(flat, hmac('tk', inOrder), 'tk')).toEqual({ ok: true });
  });
});

it('whatever comes is no crash, and genuine only with the signature of what it says', () => {
  const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.jsonValue());
  const data = fc.dictionary(fc.string({ maxLength: 4 }), value, { maxKeys: 4 });
  fc.assert(
    fc.property(
      data,
      fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 }),
      fc.string(),
      (fields, keys, signature) => {
        const body = JSON.stringify({
          data: { ...fields, signatureKeys: [...keys, ...Object.keys(fields)] },
        });
        for (const verify of [verifyTransactionEvent, verifyTransferEvent])
          expect(verify(body, signature, 'k').ok).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});
