/** What the step of the count says first: what is still to count, what of it is not understood, and what else is in the way. */
import { beforeEach, expect, it } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { closingSteps, type ClosingBlock } from '#shared/domain/closing.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { CountAnswer } = await import('#renderer/features/closing/steps/count.tsx');

const line = (terminalId: string, typed: string | null, slips: string | null | undefined = undefined) => ({
  currency: 'EGP',
  paymentType: null,
  terminalId,
  side: 'sales',
  typed,
  expected: { minor: 10_000n, currency: 'EGP' },
  slips: slips === undefined ? null : { typed: slips },
});
type Given = { lines: object[]; done?: boolean; block?: ClosingBlock };
const said = ({ lines, done = false, block = 'not-counted' }: Given) => {
  const steps = closingSteps.map((step) => ({
    step,
    done,
    ready: 0,
    total: lines.length,
    blocked: step === 'count' && !done ? { reason: block, count: 1 } : null,
  }));
  const closing = { countBy: 'terminal', countSlips: true, blind: false, terminals: [], lines, steps };
  return markupOf(<CountAnswer closing={closing as unknown as ClosingDetail} />)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
};

beforeEach(() => useTexts('en'));

it('says of an amount or a number of slips that is not understood before anything else', () => {
  expect(said({ lines: [line('T1', '12x'), line('T2', null)] })).toBe('1 amount is not understood');
  expect(said({ lines: [line('T1', '12x'), line('T2', '100.00', 'two')] })).toBe(
    '2 amounts are not understood',
  );
});

it('counts the lines that are left', () => {
  expect(said({ lines: [line('T1', null), line('T2', null)] })).toBe('2 lines to count');
  expect(said({ lines: [line('T1', '100.00'), line('T2', null)] })).toBe('1 of 2 lines still to count');
  expect(said({ lines: [line('T1', '100.00'), line('T2', '100.00', null)] })).toBe(
    '1 of 2 lines still to count',
  );
});

it('once all are typed says that they are to be saved, or what else is in the way', () => {
  const lines = [line('T1', '100.00')];
  expect(said({ lines })).toBe('Every line is entered: save the count');
  expect(said({ lines, block: 'operations-not-known' })).toBe('1 result not known');
  expect(said({ lines, done: true })).toBe('Every line is counted');
});
