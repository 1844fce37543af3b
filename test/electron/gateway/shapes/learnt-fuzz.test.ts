/** Whatever comes back after a shape was learnt: no crash, no float, no amount that is not in the answer. 10,000 with CLOSEOUT_FULL=1. */
import { describe, expect, it } from 'vitest';
import { isObject, list, text, type Obj } from '#electron/gateway/fields.ts';
import { NumberText, parseLossless } from '#electron/gateway/json.ts';
import { inOurForm } from '#electron/gateway/shapes/apply.ts';
import { sumVerdict } from '#electron/gateway/shapes/arithmetic.ts';
import { formOf } from '#electron/gateway/shapes/forms.ts';
import { learnFrom } from '#electron/gateway/shapes/learning.ts';
import { nothingKnown } from '#electron/gateway/shapes/learn.ts';
import { seededRng } from '../../../faults/simulation/rng.ts';
import { bentAnswers } from '../bent-answers.ts';
import fc from 'fast-check';
import { confirmedBy } from './zoo-keeper.ts';
import { animals, answerOf, shapeOf, type Animal } from './zoo.ts';

const full = process.env['CLOSEOUT_FULL'] === '1';
const RUNS = full ? 10_000 : 300;
const SEED = 20_261_124;

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

function learntOf(animal: Animal) {
  const rng = seededRng(SEED);
  for (let at = 0; at < 40; at += 1) {
    const shape = {
      ...shapeOf(rng),
      envelope: 'data.items',
      unit: 'number' as const,
      paging: 'ignored' as const,
    };
    const answers = animal.isOne
      ? animal.rows.map((row) => answerOf(animal, shape, new URLSearchParams(), row))
      : [answerOf(animal, shape, new URLSearchParams(), undefined)];
    const bodies = answers.map(parsed).filter((one) => one !== null);
    const learnt = learnFrom(animal.name, bodies, nothingKnown);
    if (learnt.outcome === 'other-form')
      return { answer: answers[0] ?? '', shape: confirmedBy(animal, shape, learnt.proposal).shape };
  }
  throw new Error('nothing learnt');
}

describe('a bent answer of a gateway whose shape was learnt', () => {
  it.each(animals(SEED))('$name: no crash, no float, no sum that does not hold', (animal) => {
    const { answer, shape } = learntOf(animal);
    const form = formOf(animal.name);
    let readCount = 0;
    fc.assert(
      fc.property(bentAnswers(answer), ({ text: bent }) => {
        const body = parsed(bent);
        if (body === null) return;
        const read = inOurForm(form, shape, body);
        if (!read.ok) return;
        readCount += 1;
        const at = form.at.reduce<unknown>(
          (inner, key) => (isObject(inner) ? inner[key] : undefined),
          read.body,
        );
        const rows = (form.one ? [at] : (list(at) ?? [])).filter(isObject);
        let broken = 0;
        for (const row of rows)
          for (const [word, { kind }] of Object.entries(form.fields)) {
            if (kind !== 'amount') continue;
            const value = row[word];
            expect(typeof value === 'number').toBe(false);
            const written = text(row, word);
            // Every amount is one of the answer, in the same digits but for noise and zeros.
            if (value instanceof NumberText && written !== null)
              expect(bent).toContain(written.replace(/\.?0+$/, ''));
          }
        for (const row of rows)
          if (form.sums.some((sum) => ['broken', 'swapped'].includes(String(sumVerdict(row, sum)))))
            broken += 1;
        if (shape.sumsHold) expect(broken).toBe(0);
      }),
      { numRuns: RUNS, ...(!full && { seed: SEED }) },
    );
    expect(readCount).toBeGreaterThan(0);
  });
});
