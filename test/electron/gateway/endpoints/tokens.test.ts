import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeTokens } from '#electron/gateway/endpoints/tokens.ts';
import { egp, expectAsked, KEYS, object, withRecorder } from '../recorder.ts';

const TOKEN =
  '{"token":"tok-1","maskedCard":"511111******1118","cardBrand":"Mastercard","cardHolderName":"Mona","expiryMonth":"01","expiryYear":2030,"customerReference":"C-7","createdAt":"2026-11-17T10:30:00Z"}';
const owner = { merchantId: 'MID-1', customerReference: 'C-7' };
const hash = (text: string) =>
  createHmac('sha256', KEYS.paymentKey ?? '')
    .update(text)
    .digest('hex');
const signed = { 'service-hash': hash('/?payment=MID-1.C-7') };

it('a list has masked cards; a row without its token is counted', () =>
  expect(decodeTokens(object(`{"body":[${TOKEN},{"maskedCard":"x"}]}`), 1)).toMatchObject({
    rows: [
      { token: 'tok-1', maskedCard: '511111******1118', expiryYear: '2030', createdAt: { kind: 'instant' } },
    ],
    unreadable: 1,
  }));

describe('on the dashboard, with the secret key', () => {
  it('tokens are listed, read and deleted', async () => {
    await withRecorder('{"body":[]}', async ({ tokens }, asked) => {
      await tokens.list({ page: 1, limit: 20, customerReference: 'C 7' });
      expectAsked(asked, 'GET /v3/payment/tokenization/tokens?page=1&limit=20&customerReference=C%207', null);
    });
    await withRecorder(`{"body":${TOKEN}}`, async ({ tokens }, asked) => {
      expect(await tokens.get('tok-1')).toMatchObject({ value: { token: 'tok-1' } });
      expectAsked(asked, 'GET /v3/payment/tokenization/tokens/tok-1', null);
    });
    await withRecorder('{"message":"Deleted"}', async ({ tokens }, asked) => {
      expect(await tokens.delete('tok-1')).toEqual({ ok: true, value: { messages: { en: 'Deleted' } } });
      expectAsked(asked, 'DELETE /v3/payment/tokenization/tokens/tok-1', null);
    });
  });
});

describe('on the checkout host, under Service-Hash and without the secret key', () => {
  it('a card is saved; its number is in the request only', () =>
    withRecorder(`{"response":${TOKEN},"status":"SUCCESS","messages":{}}`, async ({ tokens }, asked) => {
      const card = { number: '5111111111111118', expiryMonth: '01', expiryYear: '30', holderName: 'Mona' };
      const saved = await tokens.checkoutCreate({ ...owner, card });
      expect(saved).toMatchObject({ value: { token: 'tok-1' } });
      expect(JSON.stringify(saved)).not.toContain('5111111111111118');
      expectAsked(asked, 'POST /v3/cards/tokens', { ...owner, card }, signed);
    }));
  it('a token is read and deleted', async () => {
    await withRecorder(`{"response":${TOKEN},"status":"SUCCESS"}`, async ({ tokens }, asked) => {
      expect(await tokens.checkoutGet('tok-1', owner)).toMatchObject({ value: { token: 'tok-1' } });
      expectAsked(asked, 'GET /v3/cards/tokens/tok-1', null, signed);
    });
    await withRecorder('{"message":"Deleted"}', async ({ tokens }, asked) => {
      expect((await tokens.checkoutDelete('tok-1', owner)).ok).toBe(true);
      expectAsked(asked, 'DELETE /v3/cards/tokens/tok-1', null, signed);
    });
  });
  it('a payment is built once and sent once, its amount hashed as it is written', () =>
    withRecorder('{}', async ({ tokens, send }, asked) => {
      const payment = { ...owner, orderReference: 'A-9', amount: egp(2050n), token: 'tok-1' };
      const made = await tokens.buildPayment(payment);
      if (!made.ok) throw new Error(made.error.code);
      expect(made.value.signedText).toBe('/?payment=MID-1.A-9.20.5.EGP.C-7');
      expect(JSON.stringify(made)).not.toContain(KEYS.paymentKey);
      expect(asked).toEqual([]);
      expect(await send(made.value, () => {})).toMatchObject({ kind: 'answer', status: 200 });
      expectAsked(
        asked,
        'POST /v3/orders/',
        {
          merchantId: 'MID-1',
          order: { reference: 'A-9', amount: 20.5, currency: 'EGP' },
          customer: { reference: 'C-7' },
          cardToken: 'tok-1',
        },
        { 'service-hash': hash('/?payment=MID-1.A-9.20.5.EGP.C-7') },
      );
    }));
  it('a payment built with another Payment API key is not sent', () =>
    withRecorder('{}', async ({ tokens, send }, asked) => {
      const made = await tokens.buildPayment({ ...owner, orderReference: 'A', amount: egp(1n), token: 't' });
      if (!made.ok) throw new Error(made.error.code);
      const outcome = await send({ ...made.value, keyFingerprint: '000000000000' }, () => {});
      expect(outcome).toMatchObject({ kind: 'not-sent', error: { params: { local: 'key-replaced' } } });
      expect(asked).toEqual([]);
    }));
  it('a payment of nothing is not built', () =>
    withRecorder('{}', async ({ tokens }) =>
      expect(
        await tokens.buildPayment({ ...owner, orderReference: 'A', amount: egp(0n), token: 't' }),
      ).toMatchObject({ error: { code: 'invalid' } }),
    ));
});
