/** A disk that fails for a while: what is open is followed again as soon as it is well, without a restart. */
import { expect, it } from 'vitest';
import { Machine } from './simulation/machine.ts';
import type { Fate } from './simulation/model.ts';
import { reversal } from './simulation/moves.ts';
import { clear } from './simulation/wire.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function started(): Promise<Machine> {
  const machine = new Machine(5);
  await machine.restart();
  return machine;
}
const statesOf = (machine: Machine) => machine.operations().map(({ state }) => state);
const checksOf = (machine: Machine) => machine.operations()[0]?.checks_count ?? 0;

it.each(['read', 'write-journal', 'write-cache'])(
  'reads go on when the disk is well again, and do not follow at once while it is not (%s)',
  async (mode) => {
    const machine = await started();
    await machine.ended(reversal(machine, 0, 'dropped'));
    machine.weather = clear;
    const reads = machine.judge.reads.length;
    const checks = checksOf(machine);
    machine.diskFailure = (of) => (of === mode ? 'SQLITE_IOERR' : null);
    await machine.scheduler.run(10 * MINUTE);
    expect(machine.judge.reads.length - reads).toBeLessThanOrEqual(10);
    machine.diskFailure = () => null;
    await machine.scheduler.run(6 * MINUTE);
    expect(checksOf(machine)).toBeGreaterThan(checks);
    expect(machine.judge.broken).toEqual([]);
    machine.close();
  },
);

it('a terminal whose reading cannot be stored holds up the reads of no other', async () => {
  const machine = await started();
  await machine.ended(reversal(machine, 0, 'dropped'));
  // Listed by terminal: the last sale is of another one.
  await machine.ended(reversal(machine, machine.sales().length - 1, 'dropped'));
  machine.weather = clear;
  const [first, second] = machine.operations();
  expect(first?.terminal_id).not.toBe(second?.terminal_id);
  machine.diskFailure = (mode, args) => {
    const { reading } = args as { reading?: { terminalId: string } };
    return mode === 'write-cache' && reading?.terminalId === first?.terminal_id ? 'SQLITE_IOERR' : null;
  };
  const before = machine.judge.reads.length;
  await machine.scheduler.run(HOUR);
  expect(machine.operations()[1]?.checks_count).toBeGreaterThan(15);
  // What could not be kept proves nothing, and is a read of the schedule like any other.
  expect(machine.judge.reads.length - before).toBeLessThan(60);
  await machine.scheduler.run(25 * HOUR);
  expect(statesOf(machine)[0]).toBe('NEEDS_PERSON');
  machine.close();
});

it.each<[Fate, string]>([
  ['answers', 'SUCCEEDED_BY_READ'],
  ['acts-in-silence', 'SUCCEEDED_BY_READ'],
  ['dropped', 'CHECKING'],
])('an outcome that could not be stored is looked up without a restart (%s)', async (fate, state) => {
  const machine = await started();
  machine.diskFailure = (mode) =>
    mode === 'write-journal' && machine.judge.sends.length > 0 ? 'SQLITE_FULL' : null;
  const sent = await machine.ended(reversal(machine, 0, fate));
  // Never "failed", and never "nothing was sent": it is shown as not known.
  expect(sent).toMatchObject({ ok: true, value: { operation: { state: 'UNKNOWN' } } });
  await machine.scheduler.run(5 * MINUTE);
  expect(statesOf(machine)).toEqual(['SENDING']);
  machine.weather = clear;
  machine.diskFailure = () => null;
  await machine.scheduler.run(3 * MINUTE);
  expect(statesOf(machine)).toEqual([state]);
  expect(machine.judge.sends).toHaveLength(1);
  machine.judge.journal();
  expect(machine.judge.broken).toEqual([]);
  machine.close();
});

it('an intent that could not be sent for want of room frees its sale when there is room again', async () => {
  const machine = await started();
  machine.diskFailure = (_mode, args) =>
    (args as { code?: string } | null)?.code === 'sending' ? 'SQLITE_FULL' : null;
  await expect(machine.ended(reversal(machine, 0, 'answers'))).rejects.toThrow('SQLITE_FULL');
  expect(statesOf(machine)).toEqual(['INTENT']);
  machine.diskFailure = () => null;
  await machine.scheduler.run(2 * MINUTE);
  expect(statesOf(machine)).toEqual(['EXPIRED']);
  expect(machine.judge.sends).toEqual([]);
  const again = await machine.ended(reversal(machine, 0, 'answers'));
  expect(again).toMatchObject({ ok: true });
  expect(statesOf(machine)).toEqual(['EXPIRED', 'SUCCEEDED']);
  expect(machine.judge.broken).toEqual([]);
  machine.close();
});

it('an operation that was left behind is made safe while others go on', async () => {
  const machine = await started();
  machine.diskFailure = (mode) =>
    mode === 'write-journal' && machine.judge.sends.length > 0 ? 'SQLITE_FULL' : null;
  await machine.ended(reversal(machine, 0, 'dropped'));
  machine.diskFailure = () => null;
  // A till that never rests for a minute.
  const sales = machine.sales().length;
  for (const nth of [sales - 1, sales - 2]) {
    await machine.ended(reversal(machine, nth, 'answers'));
    await machine.scheduler.run(45_000);
  }
  expect(statesOf(machine)).toEqual(['CHECKING', 'SUCCEEDED', 'SUCCEEDED']);
  machine.close();
});
