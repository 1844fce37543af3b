import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Killed, movingList, randomFrom, type MovingList, type Random } from './moving-list.ts';

const FULL = process.env['CLOSEOUT_FULL'] === '1';
/** `CLOSEOUT_FULL=1` makes 5,000 histories of each kind; `CLOSEOUT_SEED=n` makes others. */
const numRuns = FULL ? 5_000 : 200;
const seed = Number(process.env['CLOSEOUT_SEED'] ?? 1);
const timeoutMs = FULL ? 1_200_000 : 60_000;
const history = fc.record({
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
  size: fc.nat({ max: 90 }),
  /** After so many requests of each reading. */
  kills: fc.array(fc.nat({ max: 16 }), { maxLength: 3 }),
});

type History = { seed: number; size: number; kills: number[] };

/** Reads it through all kills while it moves, then standing still; each reading that says "whole" has to be. */
async function readThrough({ seed, size, kills }: History, move: (list: MovingList, random: Random) => void) {
  const random = randomFrom(seed);
  let moves = true;
  const list = movingList(random, size, { move: (one) => moves && move(one, random) });
  for (const killAfter of [...kills, Infinity]) {
    try {
      const ending = await list.sync({ killAfter });
      if (ending.ok && ending.value === 'whole') expect(list.stored()).toEqual(list.listed());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  moves = false;
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
}

it(
  'whatever comes in anywhere while it is read and killed: nothing is missing, nothing is there twice',
  () =>
    fc.assert(
      fc.asyncProperty(history, (one) =>
        readThrough(one, (list, random) => {
          while (random(3) === 0) list.insert();
        }),
      ),
      { seed, numRuns },
    ),
  timeoutMs,
);

it(
  'rows that go away and amounts that change are found, too',
  () =>
    fc.assert(
      fc.asyncProperty(history, (one) =>
        readThrough(one, (list, random) => {
          const what = random(12);
          if (what < 3) list.insert();
          if (what === 3) list.remove();
          if (what === 4) list.change();
          if (what === 5) {
            list.remove();
            list.insert();
          }
        }),
      ),
      { seed, numRuns },
    ),
  timeoutMs,
);

it('a row that comes and goes again while it is read leaves no trace, though count and total are as before', async () => {
  const random = randomFrom(1_888_296_424);
  const list = movingList(random, 23, {
    move: (one) => {
      const what = random(12);
      if (what === 2) one.insert();
      if (what === 3) one.remove();
    },
  });
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
});

it('a gateway that does not count is read until nothing new is found', () =>
  fc.assert(
    fc.asyncProperty(history, async ({ seed: from, size, kills }) => {
      const random = randomFrom(from);
      const list = movingList(random, size, { move: () => {}, countless: true });
      for (const killAfter of kills) await list.sync({ killAfter }).catch(() => null);
      expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
      expect(list.stored()).toEqual(list.listed());
    }),
    { seed, numRuns: 60 },
  ));

it('a gateway that counts a row it does not give, or gives one twice, is not asked for ever, and never called whole', async () => {
  const list = movingList(randomFrom(7), 60, { move: () => {} });
  const [twice] = list.rows;
  if (twice) list.rows.push(twice);
  expect(await list.sync()).toEqual({ ok: true, value: 'moving' });
  expect(new Set(list.stored()).size).toBe(60);
  expect(list.stored()).toHaveLength(60);
  // Two passes of nine pages, and the first page before the second.
  expect(list.requests.length).toBeLessThanOrEqual(19);
});

it.each([5, 60])(
  'a total that is no sum of the amounts is believed after one reading of %i rows, and does not make it read again',
  async (size) => {
    const summed = ({ amount }: { amount: { minor: bigint } }) => amount.minor - 1n;
    const list = movingList(randomFrom(7), size, { move: () => {}, summed });
    expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
    const asked = list.requests.length;
    expect(asked).toBeLessThanOrEqual(Math.ceil(size / 7) + 1);
    expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
    expect(list.requests.length).toBe(asked + 1);
  },
);

it('a cache that is rebuilt while rows come in is filled from the beginning', async () => {
  const list = movingList(randomFrom(7), 60, {
    move: (one) => void (one.requests.length === 4 && one.lose()),
  });
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
});

it('rows that cannot be read are counted, not waited for; and while there are any, none is taken away', async () => {
  const bad = new Set<string>();
  const list = movingList(randomFrom(7), 60, {
    move: () => {},
    unreadable: ({ transactionId }) => bad.has(transactionId),
  });
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  for (const row of list.rows.slice(20, 23)) bad.add(row.transactionId);
  list.remove();
  expect(await list.sync({ anew: true })).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toHaveLength(60);
  const asked = list.requests.length;
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  expect(list.requests.length).toBe(asked + 1);
  bad.clear();
  expect(await list.sync({ anew: true })).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
});

it('branches are read apart, also before and after the whole list is', async () => {
  const list = movingList(randomFrom(7), 60, { move: () => {} });
  const ofBranch = () => list.rows.filter(({ branchId }) => branchId === 'BR-01').length;
  expect(await list.sync({ branchIds: ['BR-01'] })).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toHaveLength(ofBranch());
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
  for (let more = 0; more < 9; more += 1) list.insert();
  expect(await list.sync({ branchIds: ['BR-02'] })).toEqual({ ok: true, value: 'whole' });
  expect(await list.sync({ branchIds: ['BR-01'] })).toEqual({ ok: true, value: 'whole' });
  expect(list.stored()).toEqual(list.listed());
  expect(await list.sync()).toEqual({ ok: true, value: 'whole' });
});
