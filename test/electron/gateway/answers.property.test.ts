/**
 * Whatever comes back: no crash, no false success, no float in an amount. 200,000 runs with CLOSEOUT_FULL=1, else a seeded
 * tenth of them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '#electron/gateway/fields.ts';
import { parseLossless } from '#electron/gateway/json.ts';
import {
  readAcknowledgementAnswer,
  readInstantSettlementAnswer,
  readOrderAnswer,
  readReversalAnswer,
  readTokenPaymentAnswer,
  readTransferAnswer,
  readTransferBatchAnswer,
} from '#electron/gateway/verdict.ts';
import { bentAnswers, type Bent } from './bent-answers.ts';
import { flaw } from './flaw.ts';
import { egp } from './recorder.ts';
import { decoderModules, samples } from './samples.ts';

const full = process.env['CLOSEOUT_FULL'] === '1';
const RUNS = full ? 200_000 : 20_000;
/** Each property gets its share; the seed holds the everyday runs still. */
const runs = (share: number) => ({ numRuns: RUNS * share, ...(!full && { seed: 20_261_121 }) });

function objectOf(text: string) {
  try {
    const value = parseLossless(text);
    return isObject(value) ? value : null;
  } catch (error) {
    // The parser's refusal is an answer; anything else is the crash that is looked for.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

describe('every decoder', () => {
  it('of every file under endpoints/ is here', () => {
    const folder = join(import.meta.dirname, '../../../electron/gateway/endpoints');
    expect(readdirSync(folder)).toHaveLength(decoderModules.length);
    const exported = decoderModules.flatMap((module) =>
      Object.keys(module).filter((name) => name.startsWith('decode')),
    );
    expect(new Set(samples.map(({ name }) => name))).toEqual(new Set(exported));
  });

  it.each(samples)('$name reads a good answer', ({ text, decode }) => {
    const body = objectOf(text);
    expect(body && decode(body)).not.toBeNull();
  });

  it('of a bent answer makes no crash and no float', () => {
    const answers = samples.map((sample) => bentAnswers(sample.text).map((bent) => ({ sample, bent })));
    let decodedCount = 0;
    fc.assert(
      fc.property(fc.oneof(...answers), fc.constantFrom(...samples), ({ sample, bent }, other) => {
        const body = objectOf(bent.text);
        if (body === null) return;
        for (const { name, decode } of [sample, other]) {
          const decoded = decode(body);
          if (decoded !== null) decodedCount += 1;
          expect(flaw(decoded, name)).toBeNull();
        }
      }),
      runs(0.6),
    );
    // Bent enough to be refused often, and not so much that nothing is read.
    expect(decodedCount).toBeGreaterThan(RUNS * 0.1);
  });
});

const payment = { orderReference: 'A-1', amount: egp(12_050n) };
const transfer = {
  merchantTransferId: 'M-1',
  recipientName: 'Mona',
  recipientNumber: '01012345678',
  method: 'wallet' as const,
  amount: egp(12_050n),
};
const batch = { batchName: 'May', transfers: [transfer, { ...transfer, merchantTransferId: 'M-2' }] };

type Plain = Record<string, unknown>;
const plain = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
const word = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
const given = (value: unknown) => !['', 'NA'].includes(word(value));
const SUCCESS = ['SUCCESS', 'SUCCEEDED', 'OK', 'APPROVED', 'REVERSED', 'ACKNOWLEDGED', 'COMPLETED', '200'];
const saysSuccess = (body: Plain) => SUCCESS.includes(word(body['status']).toUpperCase());
const isTransfer = (value: unknown, id: string) => {
  const { transferId, merchantTransferId, amount, currency, status } = plain(value);
  return (
    given(transferId) &&
    (!given(merchantTransferId) || word(merchantTransferId) === id) &&
    Number(amount) === 120.5 &&
    word(currency) === 'EGP' &&
    word(status) !== 'FAILED'
  );
};

const order = `{"response":{"orderId":"A-1","merchantOrderId":"A-1","status":"PAID","amount":120.50,"currency":"EGP"},"transactionId":"TX-1","messages":{"en":"ok","ar":"تم"},"status":"SUCCESS","provider":{"type":"ONLINE","version":"1.0"}}`;
const oneTransfer = (id: string) =>
  `{"transferId":"TR-${id}","merchantTransferId":"${id}","amount":120.50,"currency":"EGP","status":"PENDING"}`;
const isOrder = (body: Plain) => {
  const { orderId, merchantOrderId } = plain(body['response']);
  const named = [orderId, merchantOrderId].filter(given).map(word);
  return (
    saysSuccess(body) &&
    given(body['transactionId']) &&
    typeof body['response'] === 'object' &&
    (named.length === 0 || named.includes('A-1'))
  );
};

/** Each reader, a good answer to its movement, and the success that is documented or assumed, checked another way. */
const readers = [
  {
    name: 'reversal',
    good: order,
    read: (status: number, text: string) => readReversalAnswer('A-1', status, text),
    isSuccess: isOrder,
  },
  {
    name: 'refund, void, capture',
    good: order,
    read: (status: number, text: string) => readOrderAnswer('A-1', status, text),
    isSuccess: isOrder,
  },
  {
    name: 'payment with a saved card',
    good: order,
    read: (status: number, text: string) => readTokenPaymentAnswer(payment, status, text),
    isSuccess: (body: Plain) => {
      const { merchantOrderId } = plain(body['response']);
      return (
        saysSuccess(body) &&
        given(body['transactionId']) &&
        (!given(merchantOrderId) || word(merchantOrderId) === 'A-1')
      );
    },
  },
  {
    name: 'acknowledgement',
    good: '{"status":"SUCCESS","response":{},"messages":{"en":"ok","ar":"تم"}}',
    read: readAcknowledgementAnswer,
    isSuccess: (body: Plain) => saysSuccess(body) && typeof body['response'] === 'object',
  },
  {
    name: 'instant settlement',
    good: '{"body":{"requestId":"IS-1","status":"PENDING","currency":"EGP","totalAmount":100.1},"message":"ok"}',
    read: readInstantSettlementAnswer,
    isSuccess: ({ body }: Plain) => given(plain(body)['requestId']) && given(plain(body)['status']),
  },
  {
    name: 'transfer',
    good: `{"body":${oneTransfer('M-1')},"messages":{"en":"ok"}}`,
    read: (status: number, text: string) => readTransferAnswer(transfer, status, text),
    isSuccess: ({ body }: Plain) => isTransfer(body, 'M-1'),
  },
  {
    name: 'batch of transfers',
    good: `{"body":{"batchId":"TB-1","status":"PENDING","totalAmount":241,"transfersCount":2,"transfers":[${oneTransfer('M-1')},${oneTransfer('M-2')}]},"messages":{"en":"ok"}}`,
    read: (status: number, text: string) => readTransferBatchAnswer(batch, status, text),
    isSuccess: ({ body }: Plain) => {
      const { batchId, transfers, status } = plain(body);
      return (
        given(batchId) &&
        word(status) !== 'FAILED' &&
        Array.isArray(transfers) &&
        transfers.length === 2 &&
        transfers.every((one) => isTransfer(one, 'M-1') || isTransfer(one, 'M-2'))
      );
    },
  },
];

describe('every verdict', () => {
  it.each(readers)('of a good answer to a $name is a success', ({ read, good }) =>
    expect(read(200, good).kind).toBe('succeeded'),
  );

  const statuses = fc.oneof(fc.constantFrom(200, 201), fc.integer({ min: 100, max: 599 }));
  const answers = readers.map((reader) => bentAnswers(reader.good).map((bent) => ({ reader, bent })));

  it('of a bent answer is no false success, no false refusal, and no crash', () => {
    let succeededCount = 0;
    fc.assert(
      fc.property(fc.oneof(...answers), statuses, ({ reader, bent }, status) => {
        const verdict = reader.read(status, bent.text);
        expect(flaw(verdict, reader.name)).toBeNull();
        if (verdict.kind === 'unknown') {
          expect(verdict.error.outcome).toBe('unknown');
          return;
        }
        expectWhole(bent);
        const body = plain(JSON.parse(bent.text));
        const failed = ['FAILURE', 'FAILED'].includes(word(body['status']));
        if (verdict.kind === 'refused') {
          expect(failed).toBe(true);
          expect(verdict.error.outcome).toBe('not-applied');
          return;
        }
        succeededCount += 1;
        expect([200, 201]).toContain(status);
        expect(failed).toBe(false);
        expect(reader.isSuccess(body)).toBe(true);
      }),
      runs(0.35),
    );
    expect(succeededCount).toBeGreaterThan(RUNS * 0.01);
  });

  it('of an answer to something else is no success', () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.constantFrom(...samples.map(({ text }) => text)),
    );
    fc.assert(
      fc.property(bodies, statuses, (text, status) => {
        for (const { read, isSuccess } of readers) {
          const { kind } = read(status, text);
          if (kind === 'succeeded') expect(isSuccess(plain(JSON.parse(text)))).toBe(true);
        }
      }),
      runs(0.05),
    );
  });
});

/** Only a whole answer, with no field given twice, decides anything. */
const expectWhole = ({ how }: Bent) => expect(how === 'cut' || how === 'doubled').toBe(false);
