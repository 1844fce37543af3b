/** Items and settings for the tests of the rules. */
import { matchItems, type MatchItem, type MatchOptions } from '#shared/domain/matching/index.ts';
import { createBusinessDays } from '#shared/time/business-days.ts';

export const egypt = createBusinessDays({ weekend: [5, 6], holidays: [] });
/** A Sunday. */
export const TODAY = '2026-11-22';

let made = 0;
type Facts = Partial<Omit<MatchItem, 'amount'>> & { minor?: bigint; currency?: string };
function item(side: 'ours' | 'theirs', { minor = 10_000n, currency = 'EGP', ...facts }: Facts): MatchItem {
  made += 1;
  const itemId = facts.itemId ?? `${side}-${made}`;
  return {
    side,
    itemId,
    orderId: null,
    reference: null,
    amount: { minor, currency },
    date: '2026-11-15',
    soldOn: facts.date === undefined ? '2026-11-15' : facts.date,
    branchName: null,
    terminalId: null,
    text: 'SALE',
    source: { kind: 'settled', transactionId: itemId, windowId: null },
    action: 'sale',
    notSummed: null,
    undoes: null,
    reversedHere: false,
    fee: null,
    foreign: false,
    ...facts,
  };
}
export const ours = (facts: Facts = {}) => item('ours', facts);
export const theirs = (facts: Facts = {}) => item('theirs', facts);

export const options = (more: Partial<MatchOptions> = {}): MatchOptions => ({
  comparison: 'sales',
  days: egypt,
  settlementDays: 2,
  from: null,
  today: TODAY,
  toleranceOf: () => 0n,
  isFeeUsual: () => true,
  isCovered: () => true,
  manual: [],
  ...more,
});

/** Three deposits of this payer that name their windows, long ago: from then on it is known. */
export function paidBy(payer: string): { ours: MatchItem[]; theirs: MatchItem[] } {
  const facts = [1, 2, 3].map((at) => ({ minor: BigInt(990_000 + at), date: `2026-09-0${at}` }));
  return {
    ours: facts.map((fact, at) => ours({ ...fact, itemId: `PAID-90000${at}` })),
    theirs: facts.map((fact, at) =>
      theirs({ ...fact, itemId: `known-${at}`, text: `${payer} PAID-90000${at}` }),
    ),
  };
}

/** At a bank that knows the payer of every line that says nothing else. */
export function foundAtBank(
  a: readonly MatchItem[],
  b: readonly MatchItem[],
  more: Partial<MatchOptions> = {},
) {
  const known = paidBy('ACQUIRER');
  const lines = b.map((line) =>
    line.text === 'SALE' || line.text === '' ? { ...line, text: 'ACQUIRER' } : line,
  );
  return found([...known.ours, ...a], [...known.theirs, ...lines], { comparison: 'bank', ...more }).filter(
    ([, own]) => !own?.[0]?.startsWith('PAID-'),
  );
}

/** What is proposed, in few words: its grounds, and the ids of both sides. */
export function proposed(a: readonly MatchItem[], b: readonly MatchItem[], more: Partial<MatchOptions> = {}) {
  const { proposals } = matchItems(a, b, options({ comparison: 'bank', ...more }));
  return proposals.map(({ rank, grounds, ours: own, theirs: other, alike }) => ({
    rank,
    grounds: grounds.map(({ kind, count }) => `${kind} ${count}`),
    ours: own.map(({ itemId }) => itemId),
    theirs: other.map(({ itemId }) => itemId),
    alike: alike !== null,
  }));
}

/** What was found, in few words: rule or type, and the ids of both sides. */
export function found(a: readonly MatchItem[], b: readonly MatchItem[], more: Partial<MatchOptions> = {}) {
  const { matches, exceptions, expected, before, leftOut, booked } = matchItems(a, b, options(more));
  const ids = (items: readonly MatchItem[]) => items.map(({ itemId }) => itemId).sort();
  return [
    ...matches.map(({ rule, grouping, ours: own, theirs: other }) => [
      grouping ?? rule,
      ids(own),
      ids(other),
    ]),
    ...exceptions.map(({ type, ours: own, theirs: other }) => [type, ids(own ? [own] : []), ids(other)]),
    ...expected.map(({ reason, item: one }) => [reason, [one.itemId], []]),
    ...before.map(({ side, itemId }) => [
      'before',
      side === 'ours' ? [itemId] : [],
      side === 'theirs' ? [itemId] : [],
    ]),
    ...booked.map(({ kind, item: one }) => [kind, [], [one.itemId]]),
    ...leftOut.map(({ itemId }) => ['left-out', [], [itemId]]),
  ].sort((x, y) => (JSON.stringify(x) < JSON.stringify(y) ? -1 : 1));
}
