/** Wrong clocks, sleep and the nights on which clocks change (R14). */
import { afterEach, expect, it } from 'vitest';
import { runHistory } from './simulation/history.ts';
import { Machine } from './simulation/machine.ts';
import type { Fate } from './simulation/model.ts';
import { reversal } from './simulation/moves.ts';
import { clear } from './simulation/wire.ts';
import { TERMINALS } from './simulation/world.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('histories that begin on the night clocks change are the same in every time zone, and break nothing', async () => {
  // Cairo, New York: into and out of daylight saving; the turn of a year.
  const nights = [
    '2026-04-23T21:50Z',
    '2026-10-29T20:50Z',
    '2026-03-08T06:50Z',
    '2026-11-01T05:50Z',
    '2026-12-31T23:50Z',
  ];
  for (const [seed, night] of nights.entries()) {
    const hashes = new Set<string>();
    for (const tz of ['UTC', 'Africa/Cairo', 'America/New_York']) {
      process.env['TZ'] = tz;
      const { hash, broken } = await runHistory(9_000 + seed, Date.parse(night));
      expect(broken).toEqual([]);
      hashes.add(hash);
    }
    expect(hashes.size).toBe(1);
  }
}, 120_000);

it.each<[Fate, string[]]>([
  ['answers', ['SUCCEEDED']],
  ['acts-in-silence', ['UNKNOWN', 'CHECKING', 'SUCCEEDED_BY_READ']],
  ['dropped', ['UNKNOWN', 'CHECKING', 'NEEDS_PERSON']],
])('a computer that sleeps in mid-request tells nobody that it failed (%s)', async (fate, allowed) => {
  for (const atStep of [4, 8, 12, 16, 20, 24]) {
    const machine = new Machine(atStep);
    await machine.restart();
    const steps = machine.scheduler.steps;
    const sent = reversal(machine, 0, fate);
    await machine.scheduler.run(60_000, () => machine.scheduler.steps >= steps + 30 + atStep);
    machine.scheduler.jump(8 * HOUR);
    await machine.ended(sent);
    const [operation] = machine.operations();
    expect(allowed).toContain(operation?.state);
    expect(machine.judge.sends).toHaveLength(1);
    expect(machine.judge.broken).toEqual([]);
    machine.close();
  }
});

it.each([YEAR, -YEAR, HOUR, -HOUR])(
  'a clock that jumps by %i ms between two reversals changes neither their order nor their states',
  async (jump) => {
    const machine = new Machine(3);
    await machine.restart();
    await machine.ended(reversal(machine, 0, 'answers'));
    machine.scheduler.skewMs += jump;
    const second = await machine.ended(reversal(machine, 1, 'acts-in-silence'));
    machine.scheduler.skewMs += jump;
    if (!second.ok) throw new Error(second.error.code);
    await machine.restart();
    const { operations } = machine.services;
    await machine.ended(operations.checkNow({ opId: second.value.operation.opId }));
    const page = await machine.ended(operations.page({ scope: 'all', kind: null, cursor: null, limit: 10 }));
    const rows = page.ok ? page.value.rows : [];
    expect(rows.map(({ state }) => state)).toEqual(['SUCCEEDED_BY_READ', 'SUCCEEDED']);
    expect(rows[0]?.opId).toBe(second.value.operation.opId);
    machine.judge.journal();
    machine.judge.chain();
    expect(machine.judge.broken).toEqual([]);
    expect(machine.judge.sends).toHaveLength(2);
    machine.close();
  },
);

/** Lets a reversal be sent that does nothing, and the clock be set back since. */
async function setBackAfterSending(jump: number): Promise<Machine> {
  const machine = new Machine(4);
  await machine.restart();
  await machine.ended(reversal(machine, 0, 'dropped'));
  machine.weather = clear;
  machine.scheduler.skewMs -= jump;
  return machine;
}
const checksOf = (machine: Machine) => machine.operations().map(({ checks_count }) => checks_count);

it.each([HOUR, YEAR])(
  'a clock set back by %i ms stops no reads, and lets none follow at once',
  async (jump) => {
    for (const restarts of [false, true]) {
      const machine = await setBackAfterSending(jump);
      if (restarts) await machine.restart();
      const before = machine.judge.reads.length;
      await machine.scheduler.run(HOUR);
      const reads = machine.judge.reads.length - before;
      expect(reads).toBeGreaterThan(HOUR / 300_000);
      expect(reads).toBeLessThan(HOUR / 300_000 + 10);
      expect(checksOf(machine)).toEqual([reads]);
      // Its age can no longer be told, where it was sent so far in the future.
      expect(machine.operations().map(({ state }) => state)).toEqual([
        jump === YEAR ? 'NEEDS_PERSON' : 'CHECKING',
      ]);
      machine.close();
    }
  },
);

it('operations on one terminal that are due together are read for together', async () => {
  const machine = new Machine(4);
  await machine.restart();
  const { world, scheduler } = machine;
  for (const terminalId of TERMINALS.slice(0, 1))
    for (let sales = 3; sales > 0; sales -= 1) world.sell(terminalId, scheduler.worldMs - HOUR);
  for (const nth of [0, 1, 2]) await machine.ended(reversal(machine, nth, 'dropped'));
  machine.weather = clear;
  await scheduler.run(15 * 60_000);
  const before = machine.judge.reads.length;
  await scheduler.run(HOUR);
  expect(machine.operations()).toHaveLength(3);
  expect(machine.judge.reads.length - before).toBeLessThanOrEqual(HOUR / 300_000 + 1);
  machine.close();
});
