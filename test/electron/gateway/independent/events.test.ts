/** Deliveries as a merchant gets them (§6), checked as Closeout's page of signatures does; tampered ones, too. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SIGNATURE_HEADER, verifyTransactionEvent, verifyTransferEvent } from '../verify.ts';
import { emit, transactionEvent, transferEvent, type GatewayEvent } from './deliveries.ts';
import { decimal } from './json.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { newState, type State } from './state.ts';

const ADDRESS = 'https://shop.example.com';
let state: State;
let receiver: Receiver;
beforeEach(async () => {
  state = newState('live');
  receiver = await startReceiver(state, ADDRESS);
});
afterEach(() => receiver.close());

/** What arrived at the merchant, and the header its signature came in. */
async function delivered(event: GatewayEvent): Promise<{ body: string; signature: string }> {
  await emit(event, state, `${ADDRESS}/events`);
  const last = receiver.received.at(-1);
  return { body: last?.body ?? '', signature: String(last?.headers[SIGNATURE_HEADER]) };
}

/** One field of a delivery's `data` changed on the way. */
function changed(body: string, field: string, value: unknown): string {
  const payload = JSON.parse(body) as { data: Record<string, unknown> };
  payload.data[field] = value;
  return JSON.stringify(payload);
}

describe('a transaction event', () => {
  it('is the gateway’s by the Payment API key only', async () => {
    const { body, signature } = await delivered(transactionEvent('pay', 'TX-249893963'));
    expect(verifyTransactionEvent(body, signature, state.paymentApiKey)).toEqual({ ok: true });
    for (const key of [state.transferApiKey, state.secretKey, state.apiKey, '', 'pay-test-0f4b'])
      expect(verifyTransactionEvent(body, signature, key)).toEqual({ ok: false, reason: 'mismatch' });
    // A webhook subscribed to both kinds needs two verifiers (§6, rule 7).
    expect(verifyTransferEvent(body, signature, state.paymentApiKey).ok).toBe(false);
  });

  it('with characters of every kind in its values is still the gateway’s', async () => {
    const values = ["!'()*~-._", 'a b+c&d=e%', 'كتب 📚', 'é/ü?#', '"\\\n\t', '', '0', 'NA'];
    for (const value of values) {
      const { body, signature } = await delivered(
        transactionEvent('pay', 'TX-1', { channel: value, orderReference: value }),
      );
      expect(verifyTransactionEvent(body, signature, state.paymentApiKey), value).toEqual({ ok: true });
    }
  });

  it('with an amount of any digits is taken as it was written', async () => {
    for (const amount of ['1', '20.5', '20.50', '0.1', '90071992547409.93']) {
      const { body, signature } = await delivered(
        transactionEvent('refund', 'TX-1', { amount: decimal(amount) }),
      );
      expect(body).toContain(`"amount":${amount},`);
      expect(verifyTransactionEvent(body, signature, state.paymentApiKey), amount).toEqual({ ok: true });
    }
  });

  it('sorts its keys by code unit, capitals first', async () => {
    const { body, signature } = await delivered(
      transactionEvent('pay', 'TX-1', { Zone: 'z', apple: 'a', signatureKeys: ['apple', 'Zone', 'amount'] }),
    );
    const text = 'Zone=z&amount=1&apple=a';
    expect(signature).toBe(createHmac('sha256', state.paymentApiKey).update(text).digest('hex'));
    expect(verifyTransactionEvent(body, signature, state.paymentApiKey)).toEqual({ ok: true });
  });

  it.each([
    ['amount', 1_000],
    ['amount', '1'],
    ['status', 'FAILED'],
    ['transactionId', 'TX-249893964'],
    ['currency', 'USD'],
    ['channel', 'online'],
    ['signatureKeys', ['amount']],
    ['signatureKeys', []],
    ['signatureKeys', ['amount', 'no-such-field']],
    ['signatureKeys', 'amount'],
    ['signatureKeys', undefined],
  ])('whose %s became %j on the way is found out', async (field, value) => {
    const { body, signature } = await delivered(transactionEvent('pay', 'TX-249893963'));
    const result = verifyTransactionEvent(changed(body, field, value), signature, state.paymentApiKey);
    // Text or number: `1` and `"1"` sign alike, so that one is no forgery.
    expect(result.ok).toBe(field === 'amount' && value === '1');
  });

  it('is taken, too, where the fields are the payload itself: its shape is not shown (§6)', async () => {
    const { body, signature } = await delivered(transactionEvent('pay', 'TX-1'));
    const { data } = JSON.parse(body) as { data: unknown };
    expect(verifyTransactionEvent(JSON.stringify(data), signature, state.paymentApiKey)).toEqual({
      ok: true,
    });
  });

  it('with no signature, another one or a cut one is not the gateway’s', async () => {
    const { body, signature } = await delivered(transactionEvent('pay', 'TX-1'));
    const { signature: another } = await delivered(transactionEvent('pay', 'TX-2'));
    for (const given of [null, undefined, '', another, signature.slice(0, 63), `${signature}0`, 'x'])
      expect(verifyTransactionEvent(body, given, state.paymentApiKey).ok).toBe(false);
    for (const text of ['', 'null', '[]', '{', '{}', '{"data":{}}', '"text"'])
      expect(verifyTransactionEvent(text, signature, state.paymentApiKey).ok).toBe(false);
  });
});

describe('a transfer event', () => {
  it('is the gateway’s by the Transfer API key, raw and in the order of its keys', async () => {
    const { body, signature } = await delivered(transferEvent('TRANSFERRED', 'TR-1'));
    expect(verifyTransferEvent(body, signature, state.transferApiKey)).toEqual({ ok: true });
    for (const key of [state.paymentApiKey, state.secretKey, ''])
      expect(verifyTransferEvent(body, signature, key)).toEqual({ ok: false, reason: 'mismatch' });
    expect(verifyTransactionEvent(body, signature, state.transferApiKey).ok).toBe(false);
  });

  it.each([
    ['amount', 9_999],
    ['status', 'FAILED'],
    ['recipientName', 'Someone Else'],
    ['signatureKeys', ['status', 'transferId', 'amount', 'currency', 'recipientName']],
  ])('whose %s became %j on the way is found out', async (field, value) => {
    const { body, signature } = await delivered(transferEvent('TRANSFERRED', 'TR-1'));
    expect(verifyTransferEvent(changed(body, field, value), signature, state.transferApiKey)).toEqual({
      ok: false,
      reason: 'mismatch',
    });
  });
});
