/** The commands of R6: what a person, the clock and the power switch do, each held to the model when it has ended. */
import fc from 'fast-check';
import type { OperationState } from '#shared/domain/operation.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import type { Machine } from './machine.ts';
import { fates, mayBeLater, statesAfterSend, weatherOf, type Fate, type Model } from './model.ts';
import { CARDS } from './order-world.ts';
import { clear } from './wire.ts';
import { TERMINALS } from './world.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

type Command = fc.AsyncCommand<Model, Machine>;
type Run = (model: Model, machine: Machine) => Promise<void>;

function agree(true_: boolean, what: string): void {
  if (!true_) throw new Error(what);
}

/** Every operation is where the model lets it be, and the wire has seen no more than was confirmed. */
function compare(model: Model, machine: Machine, expected: Map<string, OperationState[]>): void {
  for (const operation of machine.operations()) {
    const state = operation.state as OperationState;
    const before = model.seen.get(operation.op_id);
    const allowed = expected.get(operation.op_id) ?? (before ? mayBeLater(before) : null);
    if (allowed)
      agree(
        allowed.includes(state),
        `${operation.kind} became ${state}, the model has ${allowed.join(' or ')}`,
      );
    model.seen.set(operation.op_id, state);
  }
  const sends = machine.judge.sends.length;
  agree(sends <= model.mostSends, `${sends} sends, at most ${model.mostSends} in the model`);
  agree(machine.judge.confirmations === model.confirmations, 'a confirmation was not counted');
  agree(machine.judge.broken.length === 0, machine.judge.broken.join('; '));
}

const command = (name: string, run: Run): Command => ({
  check: () => true,
  run: async (model, machine) => run(model, machine),
  toString: () => name,
});
/** Commands after which only reads and time can have changed anything. */
const quiet = (name: string, run: (machine: Machine) => Promise<unknown>): Command =>
  command(name, async (model, machine) => {
    await run(machine);
    compare(model, machine, new Map());
  });

async function prepared(machine: Machine, nth: number) {
  const sales = machine.sales();
  const sale = sales[nth % Math.max(1, sales.length)];
  if (!sale) return null;
  const plan = await machine.ended(machine.services.operations.prepareReversal({ rowId: sale.row_id }));
  if (!plan.ok) return null;
  const { preparationId } = plan.value;
  const typedAmount = (sale.amount_minor / 100).toFixed(2);
  return () => {
    const { operations } = machine.services;
    const form = { preparationId, reason: 'duplicate', note: '', typedAmount } as const;
    return machine.confirm(() => operations.confirmReversal(form));
  };
}

/** A press of the last button of a dialog; null where none opens. */
type Dialog = (machine: Machine, nth: number) => Promise<(() => Promise<Told>) | null>;
type Told = { ok: true; value: { operation: { opId: string } } } | { ok: false };

const orderDialog =
  (kind: 'refund' | 'void' | 'capture' | 'order-reversal', part: boolean): Dialog =>
  async (machine, nth) => {
    const orders = machine.world.orders.orderIds();
    const orderId = orders[nth % orders.length] ?? '';
    const amount = part ? money(2_500n, 'EGP') : null;
    const plan = await machine.ended(
      machine.services.operations.prepareOrderMovement({ kind, orderId, amount }),
    );
    if (!plan.ok) return null;
    const form = { reason: 'duplicate', note: '', typedAmount: toDecimal(plan.value.plan.amount) };
    const { preparationId } = plan.value;
    return () => machine.confirm(() => machine.services.operations.confirmOrderMovement(preparationId, form));
  };

const payoutDialog: Dialog = async (machine, nth) => {
  const amount = money(1_000n, 'EGP');
  const number = `0100123450${nth}`;
  const transfer = { recipient: 'A Supplier', number, method: 'wallet', bank: '', amount } as const;
  const plan = await machine.ended(machine.services.operations.preparePayout(transfer));
  if (!plan.ok) return null;
  const { preparationId } = plan.value;
  const form = { reason: 'invoice', note: '', typedAmount: toDecimal(amount) };
  return () => machine.confirm(() => machine.services.operations.confirmPayout(preparationId, form));
};

/** Several amounts to several wallets, one of which a single transfer may go to, too. */
const payoutBatchDialog: Dialog = async (machine, nth) => {
  const transfers = [0, 1, 2].map((place) => ({
    recipient: 'A Supplier',
    number: `0100123450${(nth + place) % 10}`,
    method: 'wallet' as const,
    bank: '',
    amount: money(1_000n + BigInt(place) * 50n, 'EGP'),
  }));
  const { operations } = machine.services;
  const plan = await machine.ended(operations.preparePayoutBatch({ from: 'sheet', transfers }));
  if (!plan.ok) return null;
  const { preparationId, amount } = plan.value;
  const form = { reason: 'wages', note: '', typedAmount: toDecimal(amount) };
  return () => machine.confirm(() => machine.services.operations.confirmPayoutBatch(preparationId, form));
};

/** One of the cards that the bank does not refuse. */
const chargeDialog: Dialog = async (machine, nth) => {
  const { key: cardKey } = nth % 2 === 0 ? CARDS[0] : CARDS[1];
  const amount = money(3_000n, 'EGP');
  const plan = await machine.ended(machine.services.operations.prepareCharge({ cardKey, amount }));
  if (!plan.ok) return null;
  const { preparationId } = plan.value;
  const form = { reason: 'subscription', note: '', typedAmount: toDecimal(amount) };
  return () => machine.confirm(() => machine.services.operations.confirmCharge(preparationId, form));
};

const dialogs: Record<string, Dialog> = {
  reversal: prepared,
  refund: orderDialog('refund', false),
  'part of a refund': orderDialog('refund', true),
  void: orderDialog('void', false),
  capture: orderDialog('capture', false),
  'order reversal': orderDialog('order-reversal', false),
  payout: payoutDialog,
  'payout batch': payoutBatchDialog,
  charge: chargeDialog,
};

/** Another computer moved its order, or a person said of what was done to the order that it was not done. */
function isMovedUnseen(machine: Machine, opId: string): boolean {
  const { orders } = machine.world;
  const operations = machine.operations();
  const orderId = operations.find(({ op_id }) => op_id === opId)?.order_id ?? '';
  const number = orders.numberOf(orderId);
  const isDenied = operations.some(
    ({ order_id, state }) => state === 'RESOLVED_NOT_DONE' && orders.numberOf(order_id ?? '') === number,
  );
  return orders.isMovedByAnother(orderId) || (number !== null && isDenied);
}

function counted(model: Model, clicks: number): void {
  model.confirmations += clicks;
  // Clicks on one preparation are one movement.
  model.mostSends += 1;
}

const click = (nth: number): Command => quiet(`click ${nth}`, (machine) => prepared(machine, nth));

const confirm = (what: string, nth: number, fate: Fate, clicks: number): Command =>
  command(`${what} ${nth} ${fate} x${clicks}`, async (model, machine) => {
    const press = await dialogs[what]?.(machine, nth);
    if (!press) return compare(model, machine, new Map());
    machine.weather = weatherOf[fate];
    counted(model, clicks);
    const sendsBefore = machine.judge.sends.length;
    const told = await machine.ended(Promise.all(Array.from({ length: clicks }, press)));
    machine.weather = clear;
    const ended = told.flatMap((one) => (one.ok ? [one.value.operation] : []));
    agree(ended.length <= 1, 'two clicks moved twice');
    const [operation] = ended;
    if (!operation) agree(machine.judge.sends.length === sendsBefore, 'refused and sent');
    const opId = operation?.opId ?? '';
    compare(model, machine, new Map([[opId, statesAfterSend(fate, 1, isMovedUnseen(machine, opId))]]));
  });

const killWhileSending = (what: string, nth: number, steps: number, fate: Fate): Command =>
  command(`kill ${what} ${nth} after ${steps} ${fate}`, async (model, machine) => {
    const press = await dialogs[what]?.(machine, nth);
    if (!press) return compare(model, machine, new Map());
    machine.weather = weatherOf[fate];
    counted(model, 1);
    await machine.killedWithin(press, steps);
    machine.weather = clear;
    const open = machine.operations().some(({ state }) => state === 'INTENT' || state === 'SENDING');
    agree(!open, 'a restart left an operation in the middle of its send');
    compare(model, machine, new Map());
  });

/** No answer to a movement, and reads until it is believed absent: what a second attempt begins with. */
const untilAbsent = (what: string, nth: number): Command =>
  command(`until absent ${what} ${nth}`, async (model, machine) => {
    const press = await dialogs[what]?.(machine, nth);
    if (!press) return compare(model, machine, new Map());
    machine.weather = weatherOf.dropped;
    counted(model, 1);
    await machine.ended(press());
    machine.weather = clear;
    for (let reads = 5; reads > 0; reads -= 1) {
      machine.somethingNew();
      await machine.scheduler.run(4 * MINUTE);
      for (const { op_id } of machine.operations().slice(-1))
        await machine.ended(machine.services.operations.checkNow({ opId: op_id }));
    }
    compare(model, machine, new Map());
  });

const sendAgain = (fate: Fate): Command =>
  command(`send again ${fate}`, async (model, machine) => {
    const operation = machine.operations().find(({ state }) => state === 'ABSENT');
    if (!operation) return;
    const opId = operation.op_id;
    const cents = machine.sales()[0]?.amount_minor ?? 0;
    const [total] = JSON.parse(operation.totals) as { amount: { minor: string | number } }[];
    const retyped = (Number(total?.amount.minor ?? cents) / 100).toFixed(2);
    machine.weather = weatherOf[fate];
    counted(model, 2);
    const { operations } = machine.services;
    const press = () => machine.confirm(() => operations.sendAgain({ opId, retyped }));
    const sendsBefore = machine.judge.sends.length;
    await machine.ended(Promise.all([press(), press()]));
    machine.weather = clear;
    const left = machine.judge.sends.length > sendsBefore || fate === 'not-connected';
    const later = mayBeLater('ABSENT');
    compare(
      model,
      machine,
      new Map([[opId, left ? [...statesAfterSend(fate, 2, isMovedUnseen(machine, opId)), ...later] : later]]),
    );
  });

const resolve = (resolution: 'done' | 'not-done'): Command =>
  command(`resolve ${resolution}`, async (model, machine) => {
    const operation = machine
      .operations()
      .find(({ state }) => state === 'NEEDS_PERSON' || state === 'DISPUTED');
    if (!operation) return;
    const opId = operation.op_id;
    const told = await machine.ended(
      machine.services.operations.resolve({
        opId,
        resolution,
        evidence: 'provider-portal',
        evidenceReference: '1',
        reason: 'seen',
      }),
    );
    const to = resolution === 'done' ? 'RESOLVED_DONE' : 'RESOLVED_NOT_DONE';
    compare(model, machine, new Map(told.ok ? [[opId, [to]]] : []));
  });

const readBack: Command = quiet('read back', async (machine) => {
  for (const { op_id } of machine.operations().slice(-4))
    await machine.ended(machine.services.operations.checkNow({ opId: op_id }));
});

const nth = fc.nat(5);
const what = fc.constantFrom('reversal', 'reversal', ...Object.keys(dialogs));
const fate = fc.constantFrom(...fates);

export const commandsOfR6 = [
  nth.map(click),
  fc
    .tuple(what, nth, fate, fc.constantFrom(1, 1, 3))
    .map(([kind, order, how, clicks]) => confirm(kind, order, how, clicks)),
  fc
    .tuple(what, nth, fc.nat(40), fate)
    .map(([kind, order, steps, how]) => killWhileSending(kind, order, steps, how)),
  fc.tuple(what, nth).map(([kind, order]) => untilAbsent(kind, order)),
  fate.map(sendAgain),
  fc.constantFrom('done' as const, 'not-done' as const).map(resolve),
  fc.constant(readBack),
  fc.constant(quiet('restart', (machine) => machine.restart())),
  fc
    .constantFrom(1, 6, 20)
    .map((minutes) => quiet(`${minutes} minutes`, (m) => m.scheduler.run(minutes * MINUTE))),
  fc.constantFrom(-365, -1, 1, 365).map((days) =>
    quiet(`clock ${days} days`, async ({ scheduler }) => {
      scheduler.skewMs += days * DAY;
      await scheduler.run(1_000);
    }),
  ),
  fc.constant(quiet('clock right', async ({ scheduler }) => void (scheduler.skewMs = 0))),
  fc.constant(
    quiet('sleep', async ({ scheduler }) => {
      scheduler.jump(25 * 60 * MINUTE);
      await scheduler.run(1_000);
    }),
  ),
  fc.constant(
    quiet('another computer', async ({ world, scheduler }) => world.orders.anotherMoves(scheduler.worldMs)),
  ),
  fc.nat(TERMINALS.length - 1).map((at) =>
    quiet(`sale ${at}`, async (machine) => {
      machine.world.sell(TERMINALS[at] ?? '', machine.scheduler.worldMs);
      await machine.readTerminals();
    }),
  ),
];
