import i18next from 'i18next';
import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/operations.ts';
import { useTexts } from '../reports/texts.ts';
import { coveredText, rowsInOrder } from '../../../renderer/features/operations/selectors.ts';

const row = (opId: string, kind: Operation['kind']) => ({ opId, kind }) as Operation;
const rows = [row('a', 'acknowledgement'), row('b', 'reversal'), row('c', 'acknowledgement')];
const idsOf = (listed: Operation[]) => listed.map(({ opId }) => opId);

it('an operation whose result is not known stands first, once, and also if its page is not read yet', () => {
  expect(idsOf(rowsInOrder({ rows, unknown: [row('b', 'reversal')], kind: null }))).toEqual(['b', 'a', 'c']);
  expect(idsOf(rowsInOrder({ rows, unknown: [row('z', 'reversal')], kind: null }))).toEqual([
    'z',
    'a',
    'b',
    'c',
  ]);
});

it('among the operations of one kind none of another kind is put first', () => {
  const ofKind = [row('a', 'acknowledgement'), row('c', 'acknowledgement')];
  expect(
    idsOf(rowsInOrder({ rows: ofKind, unknown: [row('b', 'reversal')], kind: 'acknowledgement' })),
  ).toEqual(['a', 'c']);
});

it('what was acknowledged and is in no sum is counted, too', async () => {
  await useTexts('en');
  const locale = { language: 'en', digits: 'latin' } as const;
  const totals = [{ count: 2, amount: { minor: 20_050n, currency: 'EGP' } }];
  expect(coveredText({ totals, unread: 0 }, i18next.t, locale)).toBe('2');
  expect(coveredText({ totals, unread: 1 }, i18next.t, locale)).toBe('2 of 3');
  expect(coveredText({ totals: [], unread: 2 }, i18next.t, locale)).toBe('0 of 2');
  expect(coveredText({ totals: [], unread: 0 }, i18next.t, locale)).toBe('—');
});
