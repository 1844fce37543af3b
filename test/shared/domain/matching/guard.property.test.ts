/** No line of a bank is matched or booked while something else that nothing is linked to explains it better. */
import { describe, expect, it } from 'vitest';
import { dice } from '#electron/sandbox/random.ts';
import { matchItems, type Matched, type MatchItem } from '#shared/domain/matching/index.ts';
import { monthOf, noises } from '#test/bench/matching-month.ts';
import { egypt, options } from './items.ts';

const SEEDS = 8;
/** Of what a rule of a person takes, whatever it is. */
const RULES = [/CASH|CHEQUE/, /SETTLEMENT/, /./];

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const isNamed = (line: MatchItem, window: MatchItem) => {
  const digits = /\d+$/.exec(window.itemId)?.[0] ?? '';
  // Whole: 'SW-10417' is not in 'SW-104171'.
  return new RegExp(`SW0*${digits}(?!\\d)`).test(plain(line.text));
};
const isInReach = (line: MatchItem, window: MatchItem) => {
  const days = egypt.between(window.date ?? '', line.date ?? '');
  return days >= 0 && days <= 2;
};
const isWhole = (line: MatchItem, window: MatchItem) => line.amount.minor === window.amount.minor;

/** How well this window alone explains the line, from nothing to its name and its amount. */
function strength(line: MatchItem, window: MatchItem): number {
  if (isNamed(line, window)) return isWhole(line, window) ? 4 : 3;
  return isWhole(line, window) && isInReach(line, window) ? 2 : 0;
}
/** Of what it is matched with: several that nothing names are less than one of its amount. */
const given = (line: MatchItem, ours: readonly MatchItem[]): number =>
  Math.max(ours.length === 1 ? 2 : 1, ...ours.map((one) => strength(line, one)));

/** What nothing is linked to. */
type Free = { readonly windows: readonly MatchItem[]; readonly lines: readonly MatchItem[] };
function freeOf({ exceptions, expected, booked }: Matched): Free {
  const alone = exceptions.flatMap(({ ours, theirs }) => {
    const [one, ...more] = [...(ours ? [ours] : []), ...theirs];
    return one && more.length === 0 ? [one] : [];
  });
  const free = [...alone, ...expected.map(({ item }) => item), ...booked.map(({ item }) => item)];
  return {
    windows: free.filter(({ side }) => side === 'ours'),
    lines: free.filter(({ side }) => side === 'theirs'),
  };
}

function eachMonth(check: (found: Matched, free: Free, seed: number) => number): number {
  let checked = 0;
  for (const noise of noises)
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { windows, lines } = monthOf(noise, 500 + seed);
      const die = dice(seed);
      // Of some windows the line never comes, and of some lines the window is not known.
      const rule = RULES[seed % RULES.length] ?? /./;
      const found = matchItems(
        windows.filter(() => die.next() > 0.05),
        lines.filter(() => die.next() > 0.1),
        options({
          comparison: 'bank',
          today: '2026-12-31',
          bookingOf: ({ text }) => (rule.test(text) ? 'other-income' : null),
        }),
      );
      checked += check(found, freeOf(found), seed);
    }
  return checked;
}

describe('while something free explains it better', () => {
  it('no line and no window is matched', () => {
    const checked = eachMonth((found, free, seed) => {
      for (const { rule, ours, theirs } of found.matches) {
        const what = `seed ${seed}: ${[...ours, ...theirs].map(({ itemId }) => itemId).join(' ')} by ${rule}, and not `;
        for (const line of theirs)
          for (const window of free.windows)
            expect(strength(line, window), what + window.itemId).toBeLessThanOrEqual(given(line, ours));
        for (const window of ours)
          for (const line of free.lines) {
            const most = Math.max(1, ...theirs.map((one) => given(one, [window])));
            expect(strength(line, window), what + line.itemId).toBeLessThanOrEqual(most);
          }
      }
      return found.matches.length;
    });
    expect(checked).toBeGreaterThan(1_000);
  });

  it('no line is booked', () => {
    const checked = eachMonth(({ booked }, free, seed) => {
      for (const { item, kind } of booked)
        for (const window of free.windows)
          expect(
            strength(item, window),
            `seed ${seed}: ${item.itemId} is ${kind}, and not ${window.itemId}`,
          ).toBe(0);
      return booked.length;
    });
    expect(checked).toBeGreaterThan(50);
  });
});
