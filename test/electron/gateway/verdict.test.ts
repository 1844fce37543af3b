import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import {
  readAcknowledgementAnswer,
  readInstantSettlementAnswer,
  readOrderAnswer,
  readReversalAnswer,
  readTokenPaymentAnswer,
  readTransferAnswer,
  readTransferBatchAnswer,
} from '#electron/gateway/verdict.ts';

const json = JSON.stringify;
const failure = (en: string, ar = 'رسالة') => json({ status: 'FAILURE', error: {}, messages: { en, ar } });
const reversed = {
  response: { orderId: 'A-1' },
  transactionId: 'RV-1',
  messages: { en: 'Reversed', ar: 'تم العكس' },
  status: 'SUCCESS',
  provider: { type: 'POS', version: '1.0' },
};
const acknowledged = { status: 'SUCCESS', response: {}, messages: { en: 'Done', ar: 'تم' } };
const requested = {
  body: {
    requestId: 'IS-1',
    status: 'PENDING',
    currency: 'EGP',
    totalAmount: 100.1,
    transactionsCount: 2,
    createdAt: '2026-11-17 10:30:00.000000+00:00',
    statusHistory: [{ status: 'PENDING', at: '2026-11-17T10:30:00Z' }, { status: 'ON_HOLD' }],
  },
  message: 'Created',
};

const read = {
  reversal: (status: number, body: string) => readReversalAnswer('A-1', status, body),
  acknowledgement: readAcknowledgementAnswer,
  instant: readInstantSettlementAnswer,
};
const all = ['reversal', 'acknowledgement', 'instant'] as const;

describe('a valid success', () => {
  it('of a reversal is a success, with or without an order id in it', () => {
    expect(read.reversal(200, json(reversed))).toMatchObject({
      kind: 'succeeded',
      messages: { en: 'Reversed' },
    });
    expect(read.reversal(200, json({ ...reversed, response: {} })).kind).toBe('succeeded');
  });
  it('of an acknowledgement is a success', () =>
    expect(read.acknowledgement(200, json(acknowledged)).kind).toBe('succeeded'));
  it('of instant settlement carries the request, unknown words kept', () => {
    expect(read.instant(201, json(requested))).toMatchObject({
      kind: 'succeeded',
      request: {
        requestId: 'IS-1',
        status: { kind: 'known', value: 'PENDING' },
        total: { minor: 10010n, currency: 'EGP' },
        history: [
          { at: { kind: 'instant', atMs: Date.UTC(2026, 10, 17, 10, 30) } },
          { status: { kind: 'unknown', raw: 'ON_HOLD' }, at: null },
        ],
      },
    });
  });
});

describe('almost a success is not known', () => {
  it.each([
    ['another order', { ...reversed, response: { orderId: 'A-2' } }],
    ['no transaction id', { ...reversed, transactionId: 'NA' }],
    ['no response', { ...reversed, response: 'ok' }],
    ['no status', { ...reversed, status: undefined }],
    ['a status that may not be final', { ...reversed, status: 'PENDING' }],
  ])('a reversal with %s', (_name, body) =>
    expect(read.reversal(200, json(body))).toMatchObject({
      kind: 'unknown',
      error: { outcome: 'unknown' },
    }),
  );
  it.each([202, 203, 204, 206])('a reversal answered with %i', (status) =>
    expect(read.reversal(status, json(reversed)).kind).toBe('unknown'),
  );
  it('a reversal of an order with an id too long to be one: it is not the order that was asked for', () =>
    expect(read.reversal(200, json({ ...reversed, response: { orderId: 'A'.repeat(201) } })).kind).toBe(
      'unknown',
    ));

  it('an acknowledgement without a status', () =>
    expect(read.acknowledgement(200, json({ response: {} })).kind).toBe('unknown'));
  it('a request without an id', () =>
    expect(read.instant(201, json({ body: { status: 'PENDING' } })).kind).toBe('unknown'));
});

describe('a clear refusal is a refusal', () => {
  it.each(all)('of %s: 400, 404 and 422 with the failure envelope, and 200 with it', (what) => {
    for (const status of [200, 400, 404, 422]) {
      expect(read[what](status, failure('This cannot be done.'))).toMatchObject({
        kind: 'refused',
        error: { outcome: 'not-applied', messages: { en: 'This cannot be done.', ar: 'رسالة' } },
      });
    }
  });
  it('of instant settlement names the limit', () => {
    const body = json({ status: 'FAILURE', messages: { en: 'Over' }, limit: 100, requested: 200 });
    expect(read.instant(422, body)).toMatchObject({
      kind: 'refused',
      error: { code: 'limit', params: { limit: '100', requested: '200' } },
    });
  });
  it('of instant settlement with 403 is one, too', () =>
    expect(read.instant(403, failure('create_instant_settlement'))).toMatchObject({
      kind: 'refused',
      error: { code: 'permission-missing' },
    }));
});

describe('everything else is not known', () => {
  const open = [301, 307, 401, 402, 405, 408, 409, 425, 429, 500, 502, 503, 504];
  it.each(all)('%s: statuses that may come after it was done', (what) => {
    for (const status of open) {
      expect(read[what](status, failure('No.'))).toMatchObject({
        kind: 'unknown',
        error: { outcome: 'unknown' },
      });
    }
  });
  it.each(['reversal', 'acknowledgement'] as const)('%s: 403 after the body was sent', (what) =>
    expect(read[what](403, failure('Forbidden')).kind).toBe('unknown'),
  );
  it.each(all)('%s: a refusing status without the failure envelope', (what) => {
    for (const body of ['', '<html></html>', '{}', '{"messages":{"en":"No."}}', '{"status":"FAIL'])
      expect(read[what](400, body).kind).toBe('unknown');
  });
});

describe('a refusal that may mean "done before" is not known', () => {
  it.each([
    failure('This order is already reversed.'),
    failure('Order was previously reversed'),
    failure('No.', 'تم عكس هذه العملية من قبل.'),
    failure('Already Reversed').replace('Already', '\\u0041lready'),
  ])('with a hint: %s', (body) => {
    for (const status of [200, 400, 409])
      expect(read.reversal(status, body)).toMatchObject({ kind: 'unknown', hint: 'already-done' });
  });
  it.each(['Duplicate request', 'A request for these is in progress', 'Handled already'])(
    'without one: %s',
    (words) => {
      for (const what of all)
        expect(read[what](400, failure(words))).toMatchObject({ kind: 'unknown', hint: null });
    },
  );
});

describe('whatever comes', () => {
  const word = fc.constantFrom('SUCCESS', 'FAILURE', 'FAILED', 'PENDING', 'success', 'NA', '', 'OK?');
  const nearly = fc.record(
    {
      status: fc.oneof(word, fc.jsonValue()),
      response: fc.oneof(fc.jsonValue(), fc.record({ orderId: fc.constantFrom('A-1', 'A-2') })),
      transactionId: fc.oneof(fc.constant('RV-1'), fc.jsonValue()),
      body: fc.oneof(fc.jsonValue(), fc.record({ requestId: fc.string(), status: word })),
      messages: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const statuses = fc.oneof(fc.constantFrom(200, 201), fc.integer({ min: 100, max: 599 }));

  it('a success needs 200 or 201, no failure word, and its own evidence; and a refusal needs a failure word', () => {
    fc.assert(
      fc.property(statuses, nearly, (status, body) => {
        const text = json(body);
        for (const what of all) {
          const { kind } = read[what](status, text);
          if (kind === 'refused') expect(['FAILURE', 'FAILED']).toContain(wordOf(body.status));
          if (kind !== 'succeeded') continue;
          expect([200, 201]).toContain(status);
          expect(['FAILURE', 'FAILED']).not.toContain(body.status);
          if (what === 'reversal') expect(json(body.response)).not.toContain('"orderId":"A-2"');
          if (what !== 'instant') expect(['SUCCESS', 'OK']).toContain(wordOf(body.status).toUpperCase());
          else expect(json(body.body)).toContain('requestId');
        }
      }),
      { numRuns: 5_000 },
    );
  });
  it('a success that is cut anywhere is not known', () => {
    const cases = [
      ['reversal', reversed],
      ['acknowledgement', acknowledged],
      ['instant', requested],
    ] as const;
    for (const [what, body] of cases) {
      const text = json(body);
      for (let length = 0; length < text.length; length += 1)
        expect(read[what](200, text.slice(0, length)).kind).toBe('unknown');
    }
  });
});

const orderDone = (response: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  json({
    ...reversed,
    transactionId: 'TX-2',
    provider: { type: 'ONLINE', version: '1.0' },
    response,
    ...rest,
  });

describe('a refund, void or capture', () => {
  const judged = (response: Record<string, unknown>, rest = {}) =>
    readOrderAnswer('A-1', 200, orderDone(response, rest));

  it.each([
    ['the gateway’s id', { orderId: 'A-1', merchantOrderId: 'M-9' }],
    ['the merchant’s reference', { orderId: 'o-9', merchantOrderId: 'A-1' }],
    ['no order', {}],
  ])('that names %s is a success with the order', (_name, response) =>
    expect(judged({ ...response, refundedAmount: 20.5, currency: 'EGP' })).toMatchObject({
      kind: 'succeeded',
      request: null,
      order: { transactionId: 'TX-2', refunded: { minor: 2050n, currency: 'EGP' } },
    }),
  );
  it.each([
    ['names other orders', { orderId: 'o-9', merchantOrderId: 'M-9' }, {}],
    ['failed by its own state', { orderId: 'A-1', status: 'Declined' }, {}],
    ['has no success word', { orderId: 'A-1' }, { status: 'PENDING' }],
    ['has no transaction', { orderId: 'A-1' }, { transactionId: null }],
  ])('that %s is not known', (_name, response, rest) =>
    expect(judged(response, rest)).toMatchObject({ kind: 'unknown', error: { outcome: 'unknown' } }),
  );
  it('refused with 403 names the permission and is a refusal', () =>
    expect(
      readOrderAnswer('A-1', 403, failure('The permission transactions.refund_transaction is missing.')),
    ).toMatchObject({
      kind: 'refused',
      error: {
        code: 'permission-missing',
        params: { permission: 'transactions.refund_transaction' },
        outcome: 'not-applied',
      },
    }));
  it.each(['already refunded', 'previously voided', 'already been captured'])('%s is a hint', (words) =>
    expect(readOrderAnswer('A-1', 400, failure(`The order was ${words}.`))).toMatchObject({
      kind: 'unknown',
      hint: 'already-done',
    }),
  );
  it('whose answer gives a field twice is not known, either way round', () => {
    const done = orderDone({ orderId: 'A-1' });
    for (const text of [
      done.replace('{', '{"status":"FAILURE",'),
      done.replace('{', '{"\\u0073tatus":"FAILURE",'),
      failure('No.').replace('{', '{"status":"SUCCESS",'),
      done.replace('"orderId":"A-1"', '"orderId":"A-2","orderId":"A-1"'),
    ])
      expect(readOrderAnswer('A-1', 200, text)).toMatchObject({ kind: 'unknown', hint: null });
  });
});

describe('a payment with a saved card', () => {
  const payment = { orderReference: 'A-1', amount: money(2050n, 'EGP') };
  const judged = (response: Record<string, unknown>, status = 200) =>
    readTokenPaymentAnswer(payment, status, orderDone(response));
  it('of this reference and amount is a success', () =>
    expect(
      judged({ orderId: 'o-9', merchantOrderId: 'A-1', amount: 20.5, currency: 'EGP', status: 'PAID' }),
    ).toMatchObject({ kind: 'succeeded', order: { orderId: 'o-9', status: 'PAID' } }));
  it.each([
    ['another reference', { merchantOrderId: 'A-2' }],
    ['another amount', { amount: 20.51, currency: 'EGP' }],
    ['another currency', { amount: 20.5, currency: 'USD' }],
    ['a failed state', { status: 'FAILED' }],
  ])('with %s is not known', (_name, response) => expect(judged(response).kind).toBe('unknown'));
  it('refused by the bank is a refusal; a hash that is not taken, or the limit, is not known', () => {
    expect(readTokenPaymentAnswer(payment, 400, failure('The card was refused.')).kind).toBe('refused');
    for (const status of [401, 429])
      expect(readTokenPaymentAnswer(payment, status, failure('No.')).kind).toBe('unknown');
  });
});

describe('a transfer', () => {
  const asked = {
    merchantTransferId: 'M-1',
    recipientName: 'Mona',
    recipientNumber: '01012345678',
    method: 'wallet' as const,
    amount: money(10050n, 'EGP'),
  };
  const record = {
    transferId: 'TR-1',
    merchantTransferId: 'M-1',
    amount: 100.5,
    currency: 'EGP',
    status: 'PENDING',
  };
  const answer = (body: unknown) => json({ body, messages: { en: 'Taken', ar: 'تم' } });
  const judged = (change: Record<string, unknown>) =>
    readTransferAnswer(asked, 201, answer({ ...record, ...change }));

  it('that was taken is a success with its record', () =>
    expect(judged({})).toMatchObject({
      kind: 'succeeded',
      messages: { en: 'Taken' },
      transfer: { transferId: 'TR-1', status: { value: 'PENDING' } },
    }));
  it.each([
    ['another amount', { amount: 100.49 }],
    ['another currency', { currency: 'USD' }],
    ['another id of ours', { merchantTransferId: 'M-2' }],
    ['no id', { transferId: 'NA' }],
    ['the state FAILED', { status: 'FAILED' }],
  ])('with %s is not known', (_name, change) => expect(judged(change).kind).toBe('unknown'));
  it('over the balance is a refusal with the amounts', () =>
    expect(
      readTransferAnswer(
        asked,
        422,
        json({ status: 'FAILURE', messages: { en: 'Over' }, data: { limit: 50, requested: 100.5 } }),
      ),
    ).toMatchObject({
      kind: 'refused',
      error: { code: 'limit', params: { limit: '50', requested: '100.5' } },
    }));
  it('whose id was used before is a hint, not a refusal', () =>
    expect(readTransferAnswer(asked, 409, failure('Used.'))).toMatchObject({
      kind: 'unknown',
      hint: 'already-done',
      error: { code: 'conflict', outcome: 'unknown' },
    }));

  describe('batch', () => {
    const two = { batchName: 'May', transfers: [asked, { ...asked, merchantTransferId: 'M-2' }] };
    const members = [record, { ...record, transferId: 'TR-2', merchantTransferId: 'M-2' }];
    const batch = {
      batchId: 'TB-1',
      status: 'PENDING',
      totalAmount: 201,
      transfersCount: 2,
      transfers: members,
    };
    const judgedBatch = (change: Record<string, unknown>) =>
      readTransferBatchAnswer(two, 201, answer({ ...batch, ...change }));
    it('that was taken whole is a success, in any order and with fees in its total', () => {
      expect(judgedBatch({})).toMatchObject({ kind: 'succeeded', batch: { batchId: 'TB-1' } });
      expect(judgedBatch({ transfers: members.toReversed(), totalAmount: 203.28 }).kind).toBe('succeeded');
    });
    it.each([
      ['fewer', { transfers: members.slice(1) }],
      ['more', { transfers: [...members, record] }],
      ['the same one twice', { transfers: [record, record] }],
      ['one that cannot be read', { transfers: [record, { ...record, amount: 'many' }] }],
      ['another count', { transfersCount: 3 }],
      ['less in all', { totalAmount: 200.99 }],
      ['the state FAILED', { status: 'FAILED' }],
      ['another name', { batchName: 'June' }],
      ['no list', { transfers: undefined }],
    ])('with %s is not known', (_name, change) => expect(judgedBatch(change).kind).toBe('unknown'));
  });
});
