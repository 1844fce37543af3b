/** What the campaign has found once, so that it stays mended. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { newFolder } from './journal/profile-folder.ts';
import { Machine } from './simulation/machine.ts';
import { FAILING_NUMBER, plainOrders } from './simulation/order-world.ts';
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

it('what a reading shows after a person called it not done is read for without anybody asking', async () => {
  const machine = await start({ ...clear, droppedBefore: 1 });
  const { operations, terminals } = machine.services;
  const prepared = await machine.ended(
    operations.prepareAcknowledgement({ terminalId: '30410001', seenReadAtMs: null }),
  );
  if (!prepared.ok) throw new Error(prepared.error.code);
  const { preparationId } = prepared.value;
  await machine.ended(machine.confirm(() => operations.confirmAcknowledgement({ preparationId })));
  machine.scheduler.jump(25 * 3_600_000);
  await machine.scheduler.run(1_000);
  const [operation] = machine.operations();
  if (!operation) throw new Error('there is no operation');
  await machine.ended(
    operations.resolve({
      opId: operation.op_id,
      resolution: 'not-done',
      evidence: 'provider-portal',
      evidenceReference: '1',
      reason: 'not there',
    }),
  );
  machine.weather = clear;
  await machine.scheduler.run(10 * 60_000);
  expect(machine.operations()[0]?.state).toBe('RESOLVED_NOT_DONE');
  // It was carried out after all, and somebody opens the terminal.
  machine.world.execute(0, new URL(operation.url).pathname, operation.body, machine.scheduler.worldMs);
  await machine.scheduler.run(120_000);
  await machine.ended(terminals.readTerminal('30410001'));
  await machine.scheduler.run(1_000);
  expect(machine.operations()[0]?.state).toBe('DISPUTED');
  await machine.scheduler.run(6 * 60_000);
  expect(machine.operations()[0]?.state).toBe('SUCCEEDED_BY_READ');
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

const CHANGE = { reason: 'duplicate', note: '' } as const;

/** The first order whose payment was taken, or only authorized; one is bought where there is none. */
function firstOrder({ world, scheduler }: Machine, payment: 'pay' | 'authorize'): string {
  const { orders } = world;
  const found = () => (payment === 'pay' ? orders.paidOrder() : orders.authorizedOrder());
  while (found() === '') orders.buy(scheduler.worldMs - 60_000);
  return found();
}

/** A dialog, and its confirmation; answers how the operation ended, or why no dialog opens. */
async function moveOrder(
  machine: Machine,
  kind: 'refund' | 'void' | 'capture',
  orderId: string,
  amount: Money | null,
): Promise<string> {
  const { operations } = machine.services;
  const plan = await machine.ended(operations.prepareOrderMovement({ kind, orderId, amount }));
  if (!plan.ok) return plan.error.code;
  const form = { ...CHANGE, typedAmount: toDecimal(plan.value.plan.amount) };
  const { preparationId } = plan.value;
  const told = await machine.ended(
    machine.confirm(() => operations.confirmOrderMovement(preparationId, form)),
  );
  return told.ok ? told.value.operation.state : told.error.code;
}

it('a refund that never happened is not settled by an earlier one that the list did not show yet', async () => {
  const machine = new Machine(8, { lagMs: 60_000, orders: plainOrders });
  await machine.restart();
  const orderId = firstOrder(machine, 'pay');
  const refund = () => moveOrder(machine, 'refund', orderId, money(2_500n, 'EGP'));
  await refund();
  machine.weather = { ...clear, droppedBefore: 1 };
  await refund();
  machine.weather = clear;
  await machine.scheduler.run(10 * 60_000);
  expect(machine.world.executions).toHaveLength(1);
  const [first, second] = machine.operations().map(({ state }) => state);
  expect(first).toBe('SUCCEEDED');
  expect(second).not.toBe('SUCCEEDED_BY_READ');
});

it('a void that took less than was confirmed, since the list lagged, is not believed absent', async () => {
  const machine = new Machine(8, { lagMs: 60_000, orders: plainOrders });
  await machine.restart();
  const { orders } = machine.world;
  const orderId = firstOrder(machine, 'authorize');
  // Another computer captures a part of it.
  const capture = JSON.stringify({ apiOperation: 'CAPTURE', transaction: { amount: 25 } });
  orders.operate(orderId, capture, machine.scheduler.worldMs, (given) => given);
  machine.weather = { ...clear, droppedAfter: 1 };
  await moveOrder(machine, 'void', orderId, null);
  machine.weather = clear;
  for (let reads = 0; reads < 6; reads += 1) {
    machine.somethingNew();
    await machine.scheduler.run(5 * 60_000);
  }
  machine.judge.journal();
  machine.judge.absences();
  machine.judge.settled();
  expect(machine.judge.sends).toHaveLength(1);
  expect(orders.undoneCents(orderId)).toBe(2_500);
  expect(machine.operations().map(({ state }) => state)).toEqual(['CHECKING']);
  expect(machine.judge.broken).toEqual([]);
});

it('what we know was done to an order counts, though the list does not have it yet', async () => {
  const machine = new Machine(8, { lagMs: 60_000, orders: plainOrders });
  await machine.restart();
  const { orders } = machine.world;
  const orderId = firstOrder(machine, 'pay');
  const cents = (...operations: string[]) =>
    orders.made
      .filter((one) => one.orderId === orders.numberOf(orderId) && operations.includes(one.operation))
      .reduce((sum, one) => sum + one.cents, 0);
  const paid = cents('pay');
  expect(await moveOrder(machine, 'refund', orderId, money(2_500n, 'EGP'))).toBe('SUCCEEDED');
  expect(await moveOrder(machine, 'void', orderId, null)).toBe('nothing-left');
  expect(await moveOrder(machine, 'refund', orderId, money(BigInt(paid), 'EGP'))).toBe('nothing-left');
  // No amount is all that is left.
  expect(await moveOrder(machine, 'refund', orderId, null)).toBe('SUCCEEDED');
  expect(await moveOrder(machine, 'refund', orderId, null)).toBe('nothing-left');
  await machine.scheduler.run(120_000);
  expect(await moveOrder(machine, 'refund', orderId, null)).toBe('nothing-left');
  expect(machine.judge.sends).toHaveLength(2);
  expect(cents('refund', 'partial_refund')).toBe(paid);
});

it('a capture that a person took for done gives nothing that could be refunded', async () => {
  const machine = new Machine(8, { orders: plainOrders });
  await machine.restart();
  const orderId = firstOrder(machine, 'authorize');
  machine.weather = { ...clear, droppedBefore: 1 };
  expect(await moveOrder(machine, 'capture', orderId, null)).toBe('UNKNOWN');
  machine.weather = clear;
  machine.scheduler.jump(25 * 3_600_000);
  await machine.scheduler.run(1_000);
  const opId = machine.operations()[0]?.op_id ?? '';
  const said = { evidence: 'provider-portal', evidenceReference: '1', reason: 'seen' } as const;
  await machine.ended(machine.services.operations.resolve({ opId, resolution: 'done', ...said }));
  expect(machine.operations()[0]?.state).toBe('RESOLVED_DONE');
  expect(await moveOrder(machine, 'refund', orderId, null)).toBe('nothing-left');
  expect(machine.judge.sends).toHaveLength(1);
});

it('a dialog that was planned while another one moved the order sends nothing', async () => {
  let stopped = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const machine = new Machine(seed, { lagMs: 60_000, orders: plainOrders });
    await machine.restart();
    const { operations } = machine.services;
    const wanted = { kind: 'refund' as const, orderId: firstOrder(machine, 'pay'), amount: null };
    const opened = () => operations.prepareOrderMovement(wanted);
    const confirmed = (plan: Awaited<ReturnType<typeof opened>>) => {
      if (!plan.ok) throw new Error(plan.error.code);
      const form = { ...CHANGE, typedAmount: toDecimal(plan.value.plan.amount) };
      return machine.confirm(() => operations.confirmOrderMovement(plan.value.preparationId, form));
    };
    const one = await machine.ended(opened());
    // Too old by now: it is planned again before it is sent, and meanwhile the other dialog opens.
    machine.scheduler.jump(20_000);
    const [first, two] = [confirmed(one), opened()];
    expect(await machine.ended(first)).toMatchObject({ value: { operation: { state: 'SUCCEEDED' } } });
    const other = await machine.ended(two);
    const told = other.ok ? await machine.ended(confirmed(other)) : other;
    expect(told.ok).toBe(false);
    if (other.ok) stopped += 1;
    expect(machine.judge.sends).toHaveLength(1);
  }
  expect(stopped).toBeGreaterThan(0);
});

it('what is believed absent is not sent again on a read that shows something of it', async () => {
  const machine = await start({ ...clear, droppedBefore: 1 });
  const { operations } = machine.services;
  const { orders } = machine.world;
  const number = '01001234501';
  const amount = money(1_000n, 'EGP');
  const asked = { recipient: 'A Supplier', number, method: 'wallet', bank: '', amount } as const;
  const prepared = await machine.ended(operations.preparePayout(asked));
  if (!prepared.ok) throw new Error(prepared.error.code);
  const form = { ...CHANGE, typedAmount: '10' };
  await machine.ended(machine.confirm(() => operations.confirmPayout(prepared.value.preparationId, form)));
  machine.weather = clear;
  for (let reads = 0; reads < 6; reads += 1) {
    machine.somethingNew();
    await machine.scheduler.run(5 * 60_000);
  }
  const [operation] = machine.operations();
  const opId = operation?.op_id ?? '';
  expect(operation?.state).toBe('ABSENT');
  // It arrives after all, and is listed with its fee.
  const transfer = { transferId: 'late', batchId: null, merchantTransferId: opId, recipientNumber: number };
  orders.transfers.push({ ...transfer, cents: 1_100, atMs: machine.scheduler.worldMs - 120_000 });
  const again = await machine.ended(machine.confirm(() => operations.sendAgain({ opId, retyped: '10' })));
  expect(again).toMatchObject({ ok: false, error: { code: 'absence-not-shown' } });
  expect(machine.judge.sends).toHaveLength(1);
});

it('a resolution that a read overtakes is refused for its state, and is no failure of the storage', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const machine = new Machine(seed);
    await machine.restart();
    await machine.readTerminals();
    machine.weather = { ...clear, droppedBefore: 1 };
    await machine.ended((await dialog(machine))());
    machine.weather = clear;
    machine.scheduler.jump(25 * 3_600_000);
    await machine.scheduler.run(1_000);
    const [operation] = machine.operations();
    if (!operation) throw new Error('there is no operation');
    // Another computer reverses it.
    machine.world.execute(0, new URL(operation.url).pathname, operation.body, machine.scheduler.worldMs);
    machine.scheduler.jump(120_000);
    const resolution = {
      opId: operation.op_id,
      resolution: 'done' as const,
      evidence: 'provider-portal' as const,
      evidenceReference: '1',
      reason: 'seen',
    };
    const { operations, terminals } = machine.services;
    const read = terminals.readTerminal(operation.terminal_id ?? '');
    await machine.scheduler.run(10_000, () => machine.scheduler.rng.chance(seed / 60));
    const resolved = operations.resolve(resolution).then(
      () => 'told',
      (error: unknown) => String(error),
    );
    await machine.ended(read);
    expect(await machine.ended(resolved)).toBe('told');
  }
});

it('the read that was made just before a second attempt says nothing of it', async () => {
  const machine = await start({ ...clear, droppedBefore: 1 });
  const { operations } = machine.services;
  await machine.ended((await dialog(machine))());
  machine.weather = clear;
  for (let reads = 0; reads < 6; reads += 1) {
    machine.somethingNew();
    await machine.scheduler.run(4 * 60_000);
  }
  const [operation] = machine.operations();
  expect(operation?.state).toBe('ABSENT');
  machine.weather = { ...clear, droppedBefore: 1 };
  const retyped = ((machine.sales()[0]?.amount_minor ?? 0) / 100).toFixed(2);
  const again = { opId: operation?.op_id ?? '', retyped };
  await machine.ended(machine.confirm(() => operations.sendAgain(again)));
  machine.weather = clear;
  machine.somethingNew();
  machine.scheduler.jump(20 * 60_000);
  await machine.scheduler.run(60_000);
  machine.judge.journal();
  expect(machine.judge.sends).toHaveLength(2);
  expect(machine.judge.broken).toEqual([]);
});

it('a power cut in the moment a profile is made leaves one that opens: nothing was promised yet', () => {
  const folder = newFolder('cut');
  const path = join(folder, 'journal.sqlite');
  const db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  db.close();
  // The log that the tables were written to was never synced.
  writeFileSync(`${path}-wal`, '');
  const opened = openProfileFiles(folder);
  expect(opened.files.journal.prepare('SELECT COUNT(*) AS n FROM operation').get()).toEqual({ n: 0 });
  opened.close();
});

it('what failed of a batch is paid again once, also where two dialogs are prepared at the same moment', async () => {
  const machine = await start();
  const { operations } = machine.services;
  const amount = money(1_000n, 'EGP');
  const to = { recipient: 'A Supplier', method: 'wallet', bank: '', amount } as const;
  const transfers = [{ ...to, number: FAILING_NUMBER }];
  const form = { ...CHANGE, typedAmount: '10' };
  const send = async (of: Parameters<typeof operations.preparePayoutBatch>[0]) => {
    const prepared = await operations.preparePayoutBatch(of);
    return prepared.ok
      ? machine.confirm(() => operations.confirmPayoutBatch(prepared.value.preparationId, form))
      : prepared;
  };
  await machine.ended(send({ from: 'sheet', transfers }));
  await machine.scheduler.run(5 * 60_000);
  const [made] = machine.operations();
  const of = { from: 'failed', opId: made?.op_id ?? '' } as const;
  // One dialog after the other is prepared while the first is being sent, at each of its moments.
  for (let laterMs = 0; laterMs < 4_000; laterMs += 50) machine.scheduler.after(laterMs, () => void send(of));
  await machine.scheduler.run(60_000);
  expect(machine.judge.sends).toHaveLength(2);
  // So many dialogs read more than a person does.
  expect(machine.judge.broken).toEqual(['the gateway is read without a pause']);
});
