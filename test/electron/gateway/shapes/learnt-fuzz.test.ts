/**
 * Whatever comes back after a shape was learnt: no crash, no float, no false success, and no amount that is another one than the
 * answer has in the place that was learnt. 10,000 answers an operation with CLOSEOUT_FULL=1 (`npm run faults -- --only learnt`).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as instant from '#electron/gateway/endpoints/instant-settlement.ts';
import { decodeAccounts } from '#electron/gateway/endpoints/payouts.ts';
import { decodeSettledPage, decodeWindows } from '#electron/gateway/endpoints/settlement.ts';
import { decodeTerminals } from '#electron/gateway/endpoints/terminals.ts';
import { decodeTransactions } from '#electron/gateway/endpoints/transactions.ts';
import { decodeTransfers } from '#electron/gateway/endpoints/transfers.ts';
import { isObject, list, moneyIn, text, type Obj } from '#electron/gateway/fields.ts';
import { parseLossless } from '#electron/gateway/json.ts';
import { inOurForm } from '#electron/gateway/shapes/apply.ts';
import { sumVerdict } from '#electron/gateway/shapes/arithmetic.ts';
import type { Fields } from '#electron/gateway/shapes/form.ts';
import { formOf, type OpenName } from '#electron/gateway/shapes/forms.ts';
import { learnFrom } from '#electron/gateway/shapes/learning.ts';
import { valueAt, type Shape as LearntShape } from '#electron/gateway/shapes/shape.ts';
import {
  readAcknowledgementAnswer,
  readInstantSettlementAnswer,
  readReversalAnswer,
} from '#electron/gateway/verdict.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { seededRng, type Rng } from '../../../faults/simulation/rng.ts';
import { bentAnswers } from '../bent-answers.ts';
import { flaw } from '../flaw.ts';
import { confirmedBy, knownOf } from './zoo-keeper.ts';
import { animals, answerOf, shapeOf, type Animal } from './zoo.ts';

const full = process.env['CLOSEOUT_FULL'] === '1';
const RUNS = full ? 10_000 : 300;
/** So many shapes are learnt of each operation, and each is bent as often as the others. */
const SHAPES = 5;
const SEED = 20_261_124;
const TIMEOUT_MS = full ? 1_800_000 : 60_000;

function parsed(given: string): Obj | null {
  try {
    const value = parseLossless(given);
    return isObject(value) ? value : null;
  } catch (error) {
    // The parser's refusal is an answer; anything else is the crash that is looked for.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const decoders: Record<OpenName, (body: Obj) => unknown> = {
  'terminals.list': decodeTerminals,
  'settlement.transactions': (body) => decodeSettledPage(body, 1),
  'settlement.windows': (body) => decodeWindows(body, 1),
  'instant-settlement.eligible': (body) => instant.decodeEligiblePage(body, 1),
  'instant-settlement.suggestions': (body) =>
    instant.decodeSuggestions(body, { minor: 100_000n, currency: 'EGP' }),
  'instant-settlement.fee-inquiry': instant.decodeQuote,
  'instant-settlement.list': (body) => instant.decodeInstantRequests(body, 1),
  'instant-settlement.get': (body) => instant.decodeInstantRequest(body['body']),
  'payouts.accounts': decodeAccounts,
  'payouts.list-transfers': (body) => decodeTransfers(body, 1),
  'transactions.list': (body) => decodeTransactions(body, 1),
};

/** One answer of a random shape, and what was learnt of it and confirmed. */
function learntOf(animal: Animal, rng: Rng): { answer: string; shape: LearntShape } {
  for (let tries = 0; tries < 200; tries += 1) {
    const shape = { ...shapeOf(rng), paging: 'ignored' as const };
    const answers = animal.isOne
      ? animal.rows.map((row) => answerOf(animal, shape, new URLSearchParams(), row))
      : [answerOf(animal, shape, new URLSearchParams(), undefined)];
    const bodies = answers.map(parsed).filter((one) => one !== null);
    const learnt = learnFrom(animal.name, bodies, knownOf(animal));
    if (learnt.outcome === 'other-form')
      return { answer: answers[0] ?? '', shape: confirmedBy(animal, shape, learnt.proposal).shape };
  }
  throw new Error('nothing learnt');
}

/** What a written amount is in minor units, digit by digit; null where it is not near enough to any. */
function minorOf(written: string, unit: LearntShape['unit'], scale: number): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(written) ?? [];
  if (whole === '') return null;
  const places = unit === 'minor' ? 0 : scale;
  const digits = fraction.padEnd(places, '0');
  const kept = BigInt(whole + digits.slice(0, places));
  const rest = digits.slice(places);
  const isUp = /^9{6}/.test(rest);
  if (!isUp && /[1-9]/.test(rest.slice(0, 6)) && !/^000001?0*$/.test(rest)) return null;
  const minor = isUp ? kept + 1n : kept;
  return sign === '' ? minor : -minor;
}

/** Every amount that is read of a row is what the row that came has in its learnt place. */
function judgeFields(
  came: Obj,
  ours: Obj,
  fields: Fields,
  {
    places,
    unit,
    currency,
  }: { places: LearntShape['fields']; unit: LearntShape['unit']; currency: string | null },
): number {
  let read = 0;
  for (const [word, { kind }] of Object.entries(fields)) {
    if (kind !== 'amount') continue;
    expect(typeof ours[word]).not.toBe('number');
    const money = moneyIn(ours, word, currency);
    if (money === null) continue;
    read += 1;
    const written = text({ value: valueAt(came, places[word] ?? []) }, 'value');
    const expected = minorOf(written ?? '', unit, currencyScale(money.currency) ?? 0);
    expect({ word, written, minor: money.minor }).toEqual({ word, written, minor: expected });
  }
  return read;
}

/** A row, and the objects in it. A suggestion is in the currency that was asked for. */
function judgeRow(came: Obj, ours: Obj, name: OpenName, { fields, parts, unit }: LearntShape): number {
  const form = formOf(name);
  const given = text(ours, 'currency');
  let read = judgeFields(came, ours, form.fields, { places: fields, unit, currency: given });
  for (const [key, part] of Object.entries(form.parts ?? {})) {
    const there = parts[key];
    const [inner, source] = [ours[key], valueAt(came, there?.at ?? [])];
    if (part.in !== 'row' || part.many || !there || !isObject(inner) || !isObject(source)) continue;
    read += judgeFields(source, inner, part.fields, { places: there.fields, unit, currency: given ?? 'EGP' });
  }
  return read;
}

const SUCCESS = ['SUCCESS', 'SUCCEEDED', 'OK', 'APPROVED', 'REVERSED', 'ACKNOWLEDGED', 'COMPLETED', '200'];
/** No answer to a read, however bent, is the success of a movement that does not say so itself. */
function judgeVerdicts(bent: string, body: Obj): void {
  const isRequest = isObject(body['body']) && text(body['body'], 'requestId') !== null;
  expect(readInstantSettlementAnswer(201, bent).kind === 'succeeded' && !isRequest).toBe(false);
  const saysSuccess = SUCCESS.includes((text(body, 'status') ?? '').toUpperCase());
  for (const read of [readAcknowledgementAnswer(200, bent), readReversalAnswer('ORD-1', 200, bent)])
    expect(read.kind === 'succeeded' && !saysSuccess).toBe(false);
}

describe('a bent answer of a gateway whose shape was learnt', () => {
  it.each(animals(SEED))(
    '$name: no crash, no float, no false success, no wrong amount',
    (animal) => {
      const { name } = animal;
      const form = formOf(name);
      const rng = seededRng(SEED);
      const counted = { read: 0, amounts: 0, refused: 0 };
      for (let at = 0; at < SHAPES; at += 1) {
        const { answer, shape } = learntOf(animal, rng);
        fc.assert(
          fc.property(bentAnswers(answer), ({ text: bent }) => {
            const body = parsed(bent);
            if (body === null) return;
            judgeVerdicts(bent, body);
            const read = inOurForm(form, shape, body);
            if (!read.ok) {
              counted.refused += 1;
              return;
            }
            counted.read += 1;
            expect(flaw(decoders[name](read.body), name)).toBeNull();
            const [came, ours] = [valueAt(body, shape.at), valueAt(read.body, form.at)].map((found) =>
              form.one ? [found] : (list(found) ?? []),
            );
            let broken = 0;
            ours?.forEach((row, index) => {
              const source = came?.[index];
              if (!isObject(row) || !isObject(source)) return;
              counted.amounts += judgeRow(source, row, name, shape);
              if (form.sums.some((sum) => ['broken', 'swapped'].includes(String(sumVerdict(row, sum)))))
                broken += 1;
            });
            if (shape.sumsHold) expect(broken).toBe(0);
          }),
          { numRuns: RUNS / SHAPES, ...(!full && { seed: SEED + at }) },
        );
      }
      if (full) console.info(name, counted);
      expect(counted.read).toBeGreaterThan(0);
      expect(counted.refused).toBeGreaterThan(0);
      if (name !== 'terminals.list') expect(counted.amounts).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
