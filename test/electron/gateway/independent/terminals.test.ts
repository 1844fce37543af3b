/** Terminals (§4.10) and the reversal of a sale (§4.2): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import type { MovementVerdict } from '#electron/gateway/gateway.ts';
import { bench, lines, money, must, send, type Bench } from './client.ts';
import { decimal } from './json.ts';
import { EMPTY_TERMINAL, FOREIGN_TERMINAL, SALE, TERMINAL } from './seed.ts';

async function judged(client: Bench['client'], orderId: string): Promise<MovementVerdict> {
  const { outcome } = await send(client, await client.buildReversal(orderId));
  if (outcome.kind !== 'answer') throw new Error(outcome.kind);
  return client.readReversalAnswer(orderId, outcome.status, outcome.body);
}

async function acknowledged(client: Bench['client'], terminalId: string): Promise<MovementVerdict> {
  const { outcome } = await send(client, await client.buildAcknowledgement(terminalId));
  if (outcome.kind !== 'answer') throw new Error(outcome.kind);
  return client.readAcknowledgementAnswer(outcome.status, outcome.body);
}

describe('terminal transactions (§4.10)', () => {
  it('are read with the raw secret key, every documented field of a row as it was sent', async () => {
    const { client, server, sent } = await bench();
    const { reading } = must(await client.readTerminalTransactions(TERMINAL));
    expect(reading).toMatchObject({
      terminalId: '00451207',
      unreadable: [],
      rows: [
        {
          merchantOrderId: 'ORD-5001',
          refNumber: '000000000101',
          amount: money(25_075n),
          paymentType: 'SALE',
          entryMode: 'CHIP',
        },
        {
          merchantOrderId: 'ORD-5002',
          refNumber: '000000000102',
          amount: money(9_007_199_254_740_993n),
          paymentType: 'SALE',
          entryMode: 'CONTACTLESS',
        },
        // `NA` is no value.
        {
          merchantOrderId: 'ORD-5003',
          refNumber: null,
          amount: money(1_250n, 'KWD'),
          paymentType: 'REFUND',
          entryMode: null,
        },
      ],
    });
    expect(reading.rows).toHaveLength(3);
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard GET /v3/payment/pos/00451207/transactions']);
    expect(requests[0]).toMatchObject({ body: '', headers: { authorization: server.state.secretKey } });
    expect(requests[0]?.headers).not.toHaveProperty('api-key');
    expect(requests[0]?.headers).not.toHaveProperty('service-hash');
  });

  it('are an empty list where nothing is outstanding', async () => {
    const { client } = await bench();
    expect(must(await client.readTerminalTransactions(EMPTY_TERMINAL)).reading.rows).toEqual([]);
  });

  it('of another merchant are a foreign terminal, asked for once', async () => {
    const { client, sent } = await bench();
    expect(await client.readTerminalTransactions(FOREIGN_TERMINAL)).toMatchObject({
      ok: false,
      error: { code: 'foreign-terminal', httpStatus: 401 },
    });
    expect(sent()).toHaveLength(1);
  });

  it('keep a row that cannot be read apart from those that can', async () => {
    const { client, server } = await bench();
    server.state.terminals
      .get(EMPTY_TERMINAL)
      ?.rows.push(
        { merchant_order_id: 'A', ref_number: '1', amount: decimal('1.005'), currency: 'EGP' },
        { merchant_order_id: 'B', ref_number: '2', amount: decimal('2.00'), currency: 'EGP' },
        { merchant_order_id: 'C', ref_number: '3', amount: decimal('3e2'), currency: 'EGP' },
      );
    const { reading } = must(await client.readTerminalTransactions(EMPTY_TERMINAL));
    expect(reading.rows.map((row) => row.amount)).toEqual([money(200n)]);
    expect(reading.unreadable).toMatchObject([
      { index: 0, field: 'amount', problem: 'too-many-decimals' },
      { index: 2, field: 'amount', problem: 'not-a-decimal' },
    ]);
  });
});

describe('an acknowledgement (§4.10)', () => {
  it('is one POST of {} with the secret key, and the rows go away', async () => {
    const { client, server, sent } = await bench();
    const { outcome, moments } = await send(client, await client.buildAcknowledgement(TERMINAL));
    expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
    expect(moments).toEqual(['connected', 'headers-sent', 'body-sent', 'answer-began']);
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v3/payment/pos/ack/00451207']);
    expect(requests[0]).toMatchObject({
      body: '{}',
      headers: {
        authorization: server.state.secretKey,
        'content-type': 'application/json',
        'content-length': '2',
      },
    });
    expect(must(await client.readTerminalTransactions(TERMINAL)).reading.rows).toEqual([]);
    expect(await acknowledged(client, TERMINAL)).toEqual({
      kind: 'succeeded',
      messages: { en: 'The transactions were acknowledged.', ar: 'تم تأكيد العمليات.' },
      request: null,
    });
  });

  it('of a foreign terminal is not known, and nothing is claimed', async () => {
    const { client } = await bench();
    expect(await acknowledged(client, FOREIGN_TERMINAL)).toMatchObject({
      kind: 'unknown',
      error: { httpStatus: 401, outcome: 'unknown' },
    });
  });

  it.each(['drop-after', 'cut'] as const)(
    'whose answer is lost (%s) is sent once and not known',
    async (kind) => {
      const { client, server, sent } = await bench();
      server.plan(/pos\/ack/, { kind });
      const { outcome } = await send(client, await client.buildAcknowledgement(TERMINAL));
      expect(outcome).toMatchObject({ kind: 'no-answer', error: { code: 'connection-lost' } });
      expect(sent()).toHaveLength(1);
      expect(server.state.terminals.get(TERMINAL)?.rows).toEqual([]);
    },
  );
});

describe('a reversal (§4.2)', () => {
  it('is one PUT of {"apiOperation":"REVERSAL"} with the secret key', async () => {
    const { client, server, sent } = await bench();
    expect(await judged(client, SALE)).toEqual({
      kind: 'succeeded',
      messages: { en: 'The sale was reversed.', ar: 'تم عكس العملية.' },
      request: null,
    });
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard PUT /v3/payment/reversal/ORD-5001']);
    expect(requests[0]).toMatchObject({
      body: '{"apiOperation":"REVERSAL"}',
      headers: { authorization: server.state.secretKey, 'content-type': 'application/json' },
    });
    expect(server.state.orders.get(SALE)?.status).toBe('REVERSED');
    const { rows } = must(await client.readTerminalTransactions(TERMINAL)).reading;
    expect(rows.filter((row) => row.merchantOrderId === SALE).map((row) => row.paymentType)).toEqual([
      'SALE',
      'REVERSAL',
    ]);
  });

  it('a second time is told as already done, never as a success or a failure', async () => {
    const { client, sent } = await bench();
    await judged(client, SALE);
    expect(await judged(client, SALE)).toMatchObject({
      kind: 'unknown',
      hint: 'already-done',
      error: { httpStatus: 400, messages: { en: 'The order was already reversed.' } },
    });
    expect(sent()).toHaveLength(2);
  });

  it('of an unknown order changed nothing, where the gateway says so in a failure of its own', async () => {
    const { client, server } = await bench();
    // An error body is "not shown": one that is not known is no proof of anything.
    expect(await judged(client, 'ORD-0')).toMatchObject({ kind: 'unknown', error: { code: 'not-found' } });
    server.state.errorBody = (_status, message) => ({
      error: { cause: 'x' },
      messages: { en: message },
      status: 'FAILURE',
    });
    expect(await judged(client, 'ORD-0')).toMatchObject({
      kind: 'refused',
      error: { code: 'not-found', outcome: 'not-applied' },
    });
  });

  it.each(['drop-before', 'drop-after', 'cut'] as const)(
    'whose connection ends (%s) is sent exactly once',
    async (kind) => {
      const { client, server, sent } = await bench();
      server.plan(/reversal/, { kind }, 5);
      const { outcome } = await send(client, await client.buildReversal(SALE));
      expect(outcome).toMatchObject({ kind: 'no-answer', error: { code: 'connection-lost' } });
      expect(sent()).toHaveLength(1);
      expect(server.state.orders.get(SALE)?.status).toBe(kind === 'drop-before' ? 'PAID' : 'REVERSED');
    },
  );

  it.each([301, 302, 307, 308])('that is redirected (%i) is not sent elsewhere', async (status) => {
    const { client, server, sent } = await bench();
    const location = `${server.checkoutUrl}/v3/orders/${SALE}`;
    server.plan(/reversal/, { kind: 'answer', status, headers: { location } });
    expect(await judged(client, SALE)).toMatchObject({ kind: 'unknown', error: { code: 'redirected' } });
    expect(lines(sent())).toEqual(['dashboard PUT /v3/payment/reversal/ORD-5001']);
  });

  it.each([
    [429, 'limit'],
    [500, 'server'],
    [503, 'server'],
  ])('answered %i is sent once and not known', async (status, code) => {
    const { client, server, sent } = await bench();
    server.plan(/reversal/, { kind: 'answer', status, body: { message: 'no' } }, 5);
    expect(await judged(client, SALE)).toMatchObject({ kind: 'unknown', error: { code } });
    expect(sent()).toHaveLength(1);
  });

  it('takes an order id with any characters as one part of the path', async () => {
    const { client, server, sent } = await bench();
    server.state.orders.set('a/b c?d#ü', { kind: 'card-present', terminalId: null, status: 'PAID' });
    expect(await judged(client, 'a/b c?d#ü')).toMatchObject({ kind: 'succeeded' });
    expect(lines(sent())).toEqual(['dashboard PUT /v3/payment/reversal/a%2Fb%20c%3Fd%23%C3%BC']);
  });
});
