/** The time of which no record exists: a moment is said as one. */
import { expect, it } from 'vitest';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';
import type { Incident } from '#shared/contract/check-by-hand.ts';

const { EntryList } = await import('#renderer/features/check-by-hand/entry-list.tsx');

const listOf = (seconds: number) => {
  const fromMs = Date.parse('2026-11-28T19:02:20Z');
  const entries = [{ kind: 'unknown-span', fromMs, toMs: fromMs + seconds * 1_000 }];
  const incident = { kept: 'journal.damaged', entries } as unknown as Incident;
  return markupOf(<EntryList incident={incident} />).replace(/<[^>]*>/g, ' ');
};

it('less than a minute is a moment, more has a beginning and an end', async () => {
  await useTexts('en');
  expect(listOf(1)).toContain('Anything done around');
  expect(listOf(1)).not.toContain('–');
  expect(listOf(60)).toContain('Anything else done in the time after the backup');
});
