/** What a list asks a person to confirm: also the unit and the currency of its amounts. */
import '../calls.ts';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { AnswerLine } from '#renderer/features/answers/answer-card.tsx';
import { isChecked } from '#renderer/features/answers/asked.ts';
import type { AnswerView } from '#shared/contract/answers.ts';
import { useTexts } from '../reports/texts.ts';

beforeAll(() => useTexts('en'));

const evidence = { proof: 'not-proven', by: 'values', held: 0, of: 3, examples: ['12.50'] } as const;
type Confirmed = { net?: boolean; unit?: boolean; currency?: boolean };

/** Nothing proves its net, its unit and its currency. */
const answer = (
  { net = false, unit = false, currency = false }: Confirmed,
  isWaiting = false,
): AnswerView => ({
  name: 'settlement.windows',
  method: 'GET',
  path: '/windows',
  asked: null,
  state: isWaiting ? 'waits' : 'confirmed',
  problem: null,
  error: null,
  rows: 3,
  learntAtMs: 1,
  confirmed: isWaiting ? null : { by: 'Mona', atMs: 2 },
  at: 'data',
  fields: [
    {
      word: 'netAmount',
      isAmount: true,
      at: ['net'],
      ...evidence,
      examples: ['12.50'],
      needsWord: true,
      isConfirmed: net,
    },
    {
      word: 'windowId',
      isAmount: false,
      at: ['id'],
      ...evidence,
      examples: ['W-1'],
      needsWord: false,
      isConfirmed: false,
    },
  ],
  unit: { unit: 'major', ...evidence, examples: ['12.50'], needsWord: true, isConfirmed: unit },
  currency: { code: 'EGP', isConfirmed: currency },
  places: [],
  words: ['netAmount', 'windowId'],
  missing: [],
  notGiven: [],
});

const shown = (one: AnswerView) =>
  renderToStaticMarkup(
    <MantineProvider>
      <AnswerLine answer={one} plain={false} />
    </MantineProvider>,
  );
/** Which words are ticked as the line is drawn. */
const tickedIn = (one: AnswerView) =>
  [...shown(one).matchAll(/<tr[^>]*data-word="(\w+)"[\s\S]*?<\/tr>/g)].flatMap(([row, word]) =>
    /<input[^>]*checked=""/.test(row) ? [word] : [],
  );

it('a list is checked whole once its fields, its unit and its currency are ticked', () => {
  const waits = answer({}, true);
  expect(isChecked(waits, ['netAmount', 'unit'])).toBe(false);
  expect(isChecked(waits, ['netAmount', 'currency', 'windowId'])).toBe(false);
  expect(isChecked(waits, ['netAmount', 'unit', 'currency'])).toBe(true);
});

it('what was confirmed is ticked as it is drawn, so that confirming once more takes nothing back', () => {
  expect(tickedIn(answer({ net: true, unit: true, currency: true }))).toEqual([
    'netAmount',
    'unit',
    'currency',
  ]);
  expect(tickedIn(answer({ currency: true }))).toEqual(['currency']);
});

it('a confirmed list of which only the unit or the currency was asked can be confirmed again', () => {
  const asks = { ...answer({}), fields: [] };
  const [unit, currency] = [
    { ...asks, currency: null },
    { ...asks, unit: null },
  ];
  for (const one of [unit, currency]) expect(shown(one)).toContain('confirm-answer');
  expect(shown({ ...unit, unit: null })).not.toContain('confirm-answer');
});

it('what the net is less by has a minus, so that the examples add up on the screen', () => {
  const [net] = answer({}).fields;
  if (net === undefined) throw new Error('no field');
  const proven = { ...net, proof: 'proven', by: 'sum', held: 3, needsWord: false } as const;
  const fields = [
    { ...proven, word: 'grossAmount', examples: ['100.00'] },
    { ...proven, word: 'feesAmount', examples: ['2.00'] },
    { ...proven, word: 'vatAmount', examples: ['-0.28'] },
    { ...proven, word: 'netAmount', examples: ['97.72'] },
  ];
  const html = shown({ ...answer({}, true), fields, unit: null, currency: null });
  const said = html.replace(/<[^>]*>/g, ' ');
  expect(said).toContain('−2.00');
  expect(said).toContain(' -0.28');
  expect(said).not.toContain('−100.00');
  expect(said.match(/Taken off to give the net/g)).toHaveLength(2);
});
