/** What happened to a checkout within one minute is one step of its history. */
import { expect, it } from 'vitest';
import { historySteps, inOneSentence } from '#renderer/features/checkouts/history-steps.ts';
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import type { SessionStatus } from '#shared/domain/session.ts';

const MINUTE_MS = 60_000;
type Entry = CheckoutDetail['history'][number];
const entry = (value: SessionStatus, atMs: number | null): Entry => ({
  status: { kind: 'known', value },
  at: atMs === null ? null : { kind: 'instant', atMs, raw: String(atMs) },
});
const told = (history: Entry[]) =>
  historySteps(history).map(({ statuses }) =>
    statuses.map((status) => (status?.kind === 'known' ? status.value : null)).join(' '),
  );

it('steps of one minute are one, with the last of them last', () => {
  const history = [
    entry('CREATED', 10 * MINUTE_MS),
    entry('PENDING', 61 * MINUTE_MS + 2_000),
    entry('PAID', 61 * MINUTE_MS + 59_000),
  ];
  expect(told(history)).toEqual(['CREATED', 'PENDING PAID']);
  expect(historySteps(history)[1]?.at).toEqual(history[2]?.at);
});

it('steps of other minutes, and those whose time is not known, stay apart', () => {
  expect(told([entry('CREATED', 0), entry('PENDING', MINUTE_MS)])).toEqual(['CREATED', 'PENDING']);
  expect(told([entry('PENDING', null), entry('PAID', null)])).toEqual(['PENDING', 'PAID']);
});

it('what came within one minute is one sentence with one capital letter', () => {
  expect(inOneSentence(['Being paid', 'Paid'], ', then ', { language: 'en', digits: 'latin' })).toBe(
    'Being paid, then paid',
  );
  expect(inOneSentence(['Created'], ', then ', { language: 'en', digits: 'latin' })).toBe('Created');
});
