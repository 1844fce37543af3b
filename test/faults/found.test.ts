/** What the campaign has found once, so that it stays mended. */
import { expect, it } from 'vitest';
import { Machine } from './simulation/machine.ts';
import { clear, type Weather } from './simulation/wire.ts';

async function start(weather: Weather = clear): Promise<Machine> {
  const machine = new Machine(3);
  await machine.restart();
  await machine.readTerminals();
  machine.weather = weather;
  return machine;
}

/** A dialog on the first sale; answers its confirmation. */
async function dialog(machine: Machine): Promise<() => Promise<unknown>> {
  const { operations } = machine.services;
  const [sale] = machine.sales();
  if (!sale) throw new Error('there is no sale');
  const prepared = await machine.ended(operations.prepareReversal({ rowId: sale.row_id }));
  if (!prepared.ok) throw new Error(prepared.error.code);
  const form = {
    preparationId: prepared.value.preparationId,
    reason: 'duplicate' as const,
    note: '',
    typedAmount: (sale.amount_minor / 100).toFixed(2),
  };
  return () => machine.confirm(() => operations.confirmReversal(form));
}

it('two dialogs on one sale, confirmed one after the other, are one request and one success', async () => {
  const machine = await start();
  const [one, two] = [await dialog(machine), await dialog(machine)];
  await machine.ended(one());
  await machine.ended(two());
  expect(machine.judge.sends).toHaveLength(1);
  expect(machine.operations().map(({ state }) => state)).toEqual(['SUCCEEDED']);
});

it('a reversal after one that a person called not done is settled by a read', async () => {
  const machine = await start({ ...clear, droppedBefore: 1 });
  await machine.ended((await dialog(machine))());
  machine.scheduler.jump(25 * 3_600_000);
  await machine.scheduler.run(1_000);
  const [first] = machine.operations();
  expect(first?.state).toBe('NEEDS_PERSON');
  await machine.ended(
    machine.services.operations.resolve({
      opId: first?.op_id ?? '',
      resolution: 'not-done',
      evidence: 'provider-portal',
      evidenceReference: '1',
      reason: 'not there',
    }),
  );
  machine.weather = { ...clear, droppedAfter: 1 };
  await machine.ended((await dialog(machine))());
  machine.weather = clear;
  await machine.scheduler.run(120_000);
  expect(machine.operations()[1]?.state).toBe('SUCCEEDED_BY_READ');
  expect(machine.judge.broken).toEqual([]);
});

it('a sleep between the last read and the first byte sends nothing', async () => {
  const machine = await start();
  const { operations } = machine.services;
  const prepared = await machine.ended(
    operations.prepareAcknowledgement({ terminalId: '30410001', seenReadAtMs: null }),
  );
  if (!prepared.ok) throw new Error(prepared.error.code);
  const { preparationId } = prepared.value;
  const sent = machine.confirm(() => operations.confirmAcknowledgement({ preparationId }));
  await machine.scheduler.run(5_000, () => machine.operations().length > 0);
  machine.world.sell('30410001', machine.scheduler.worldMs);
  machine.scheduler.jump(8 * 3_600_000);
  await machine.ended(sent);
  expect(machine.judge.sends).toHaveLength(0);
  expect(machine.operations().map(({ state }) => state)).toEqual(['NOT_SENT']);
});
