import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimelineEntry } from '#shared/contract/payments.ts';
import { inOrder, type OwnEntry } from '#electron/services/payments/timeline.ts';

const NOTHING = {
  word: null,
  status: null,
  kind: null,
  state: null,
  actor: null,
  windowId: null,
  terminalId: null,
  amount: null,
};
const entry = (what: TimelineEntry['what'], id: string, atMs: number | null): TimelineEntry => ({
  ...NOTHING,
  what,
  by: 'id',
  id,
  at: atMs === null ? null : { kind: 'instant', atMs, raw: '' },
});
const own = (id: string, atMs: number, made: string | null = null): OwnEntry => ({
  entry: entry('operation', id, atMs),
  made,
});
const idsOf = (entries: readonly TimelineEntry[]) => entries.map(({ id }) => id);

it('what the gateway dates and what was done here are one line of time', () => {
  const theirs = [entry('settled', 's', 40), entry('transaction', 'paid', 10)];
  expect(idsOf(inOrder(theirs, [own('refund', 20), own('void', 50)]))).toEqual([
    'paid',
    'refund',
    's',
    'void',
  ]);
});
it('an operation stands before what it made, though this computer’s clock is ahead', () => {
  const theirs = [entry('transaction', 'paid', 10), entry('transaction', 'refunded', 20)];
  expect(idsOf(inOrder(theirs, [own('refund', 900, 'refunded')]))).toEqual(['paid', 'refund', 'refunded']);
});

/** Whatever the clocks say, and whichever operation made which transaction. */
const histories = fc.record({
  theirs: fc.array(fc.option(fc.nat(60)), { maxLength: 12 }),
  ours: fc.array(fc.record({ atMs: fc.nat(60), made: fc.option(fc.nat(11)) }), { maxLength: 12 }),
});

it('each entry stands on the line once, in an order that neither source contradicts', () => {
  fc.assert(
    fc.property(histories, ({ theirs, ours }) => {
      const gateway = theirs.map((atMs, index) => entry('transaction', `t-${index}`, atMs));
      const here = ours.map(({ atMs, made }, index) =>
        own(`o-${index}`, atMs, made === null ? null : `t-${made}`),
      );
      const line = inOrder(gateway, here);
      const places = new Map(idsOf(line).map((id, place) => [id, place]));
      expect(idsOf(line).toSorted()).toEqual(
        [...idsOf(gateway), ...here.map(({ entry: { id } }) => id)].toSorted(),
      );
      const dated = line.flatMap(({ what, at }) =>
        what === 'transaction' && at?.kind === 'instant' ? [at.atMs] : [],
      );
      expect(dated).toEqual(dated.toSorted((a, b) => a - b));
      expect(idsOf(line.filter(({ what }) => what === 'operation'))).toEqual(
        here.map(({ entry: { id } }) => id),
      );
      for (const {
        entry: { id },
        made,
      } of here)
        if (made !== null && places.has(made)) {
          const first = here.find((one) => one.made === made);
          if (first?.entry.id === id) expect(places.get(id)).toBeLessThan(places.get(made) ?? -1);
        }
    }),
    { numRuns: 2_000 },
  );
});
