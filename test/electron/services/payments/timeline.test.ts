import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimelineEntry, TimelinePart } from '#shared/contract/timeline.ts';
import { placeOf, type Placed } from '#electron/database/repositories/payment-timeline.ts';
import { inOrder, withApprovals, type OwnEntry } from '#electron/services/payments/timeline.ts';

const NOTHING = {
  word: null,
  status: null,
  kind: null,
  state: null,
  actor: null,
  pc: null,
  windowId: null,
  terminalId: null,
  opId: null,
  attempts: null,
  amount: null,
  isGone: false,
};
const entry = (what: TimelinePart, id: string, atMs: number | null): TimelineEntry => ({
  ...NOTHING,
  what,
  by: 'id',
  id,
  at: atMs === null ? null : { kind: 'instant', atMs, raw: '' },
});
const placed = (
  what: TimelinePart,
  id: string,
  atMs: number | null,
  after: string | null = null,
): Placed => ({
  entry: entry(what, id, atMs),
  atMs,
  after,
});
const own = (id: string, atMs: number, made: string | null = null): OwnEntry => ({
  entry: entry('operation', id, atMs),
  made,
});
const idsOf = (entries: readonly TimelineEntry[]) => entries.map(({ id }) => id);

it('what the gateway dates and what was done here are one line of time', () => {
  const theirs = [placed('settled', 's', 40), placed('transaction', 'paid', 10)];
  expect(idsOf(inOrder(theirs, [own('refund', 20), own('void', 50)]))).toEqual([
    'paid',
    'refund',
    's',
    'void',
  ]);
});

it('an operation stands before what it made, though this computer’s clock is ahead', () => {
  const theirs = [placed('transaction', 'paid', 10), placed('transaction', 'refunded', 20)];
  expect(idsOf(inOrder(theirs, [own('refund', 900, 'refunded')]))).toEqual(['paid', 'refund', 'refunded']);
});

it('a settled row and its deposit stand after the sale, though the settlement is dated by its day alone', () => {
  const theirs = [
    placed('deposit', 'bank', 5, 'settled s'),
    placed('settled', 's', 0, 'transaction paid'),
    placed('transaction', 'paid', 10),
  ];
  expect(idsOf(inOrder(theirs, []))).toEqual(['paid', 's', 'bank']);
});

it('an approval stands after its operation and before the next one, though the clock was set back between', () => {
  const approval: TimelineEntry = { ...entry('approval', 'yes', 15), opId: 'first' };
  const line = withApprovals([own('first', 900), own('second', 20)], [approval]);
  expect(idsOf(line.map((one) => one.entry))).toEqual(['first', 'yes', 'second']);
});

const when = fc.option(fc.nat(60));
const PARTS = ['checkout', 'delivery', 'terminal-row', 'z', 'early', 'settled', 'deposit'] as const;
/** Whatever the clocks say, whichever operation made which transaction, and whatever was made of which. */
const histories = fc.record({
  transactions: fc.array(when, { maxLength: 10 }),
  others: fc.array(fc.record({ what: fc.constantFrom(...PARTS), atMs: when, after: fc.option(fc.nat(19)) }), {
    maxLength: 12,
  }),
  ours: fc.array(fc.record({ atMs: fc.nat(60), made: fc.option(fc.nat(9)) }), { maxLength: 12 }),
  approvals: fc.array(fc.record({ atMs: fc.nat(60), of: fc.nat(11) }), { maxLength: 6 }),
});

it('each entry stands on the line once, in an order that no source contradicts', () => {
  fc.assert(
    fc.property(histories, ({ transactions, others, ours, approvals }) => {
      const gateway = transactions.map((atMs, index) => placed('transaction', `t-${index}`, atMs));
      // Nothing is made of what comes after it: causes have no circle.
      for (const { what, atMs, after } of others) {
        const cause = after === null ? undefined : gateway[after];
        gateway.push(placed(what, `x-${gateway.length}`, atMs, cause ? placeOf(cause.entry) : null));
      }
      const here = ours.map(({ atMs, made }, index) =>
        own(`o-${index}`, atMs, made === null ? null : `t-${made}`),
      );
      const decided = approvals
        .filter(({ of }) => of < here.length)
        .map(({ atMs, of }, index) => ({ ...entry('approval', `a-${index}`, atMs), opId: `o-${of}` }))
        .sort((a, b) => (a.at?.kind === 'instant' && b.at?.kind === 'instant' ? a.at.atMs - b.at.atMs : 0));
      const line = inOrder(gateway, withApprovals(here, decided));
      const places = new Map(idsOf(line).map((id, place) => [id, place]));
      const placeIn = (id: string) => places.get(id) ?? -1;

      expect(idsOf(line).toSorted()).toEqual(
        [...gateway, ...here]
          .map(({ entry: { id } }) => id)
          .concat(idsOf(decided))
          .toSorted(),
      );
      const dated = line.flatMap(({ what, at }) =>
        what === 'transaction' && at?.kind === 'instant' ? [at.atMs] : [],
      );
      expect(dated).toEqual(dated.toSorted((a, b) => a - b));
      expect(idsOf(line.filter(({ what }) => what === 'operation'))).toEqual(
        here.map(({ entry: { id } }) => id),
      );
      for (const { opId, id } of decided) expect(placeIn(opId)).toBeLessThan(placeIn(id));
      for (const { entry: about, after } of gateway)
        if (after !== null) expect(placeIn(after.split(' ')[1] ?? '')).toBeLessThan(placeIn(about.id));
      for (const { entry: maker, made } of here)
        if (made !== null && places.has(made) && here.find((one) => one.made === made)?.entry.id === maker.id)
          expect(placeIn(maker.id)).toBeLessThan(placeIn(made));
    }),
    { numRuns: 2_000 },
  );
});
