/** The words for how a window stands at the bank: they say what is known, and ask only for what helps. */
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { bridgeText } from '#renderer/features/settlement/bridge-text.ts';
import { useTexts } from '../reports/texts.ts';

beforeAll(() => useTexts('en'));

const said = (expectedPayoutDate: string) =>
  bridgeText(
    i18next.t,
    {
      expectedPayoutDate,
      bridge: {
        state: 'no-statement',
        expected: null,
        deposited: null,
        unexplained: null,
        noStatement: { from: '2026-11-24', to: '2026-11-24' },
      },
    },
    { locale: { language: 'en', digits: 'latin' }, today: '2026-11-28' },
  ).replace(/\s/g, ' ');

it('up to where the statements have it not, if they cover the day on which it was due', () => {
  expect(said('2026-11-22')).toBe('Overdue, none by 23 Nov');
});

it('which statement is missing, if none covers that day', () => {
  expect(said('2026-11-24')).toBe('Needs 24 Nov statement');
});
