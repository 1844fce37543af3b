/**
 * A process that makes one movement and kills itself at a named step of it. It says each step as it passes, and each durable
 * operation as soon as the journal has answered, so that nothing it was told can be lost without being noticed.
 */
import { readSync, writeFileSync, writeSync } from 'node:fs';
import { money, toDecimal } from '#shared/money/money.ts';
import type { SendMoment } from '#electron/gateway/gateway.ts';
import type { Kind } from './kill-case.ts';
import { open, realClock, TERMINAL, type Access, type Parts } from './access.ts';

type Order = {
  folder: string;
  access: Access;
  kind: Kind;
  /** The name of the order, the customer of the card, or the number of the recipient. */
  subject?: string;
  killAt: string | null;
  /** The database worker's file. */
  worker: string;
  /** Waits for a byte on its input before the confirmation. */
  waits?: boolean;
  /** At this step the disk begins to fail: the text goes into the control file. */
  spoil?: { step: string; file: string; text: string };
};

const {
  folder,
  access,
  kind,
  subject = '',
  killAt,
  worker,
  waits,
  spoil,
} = JSON.parse(process.argv[2] ?? '{}') as Order;
/** Written at once, past every buffer: what was said before the kill was said. */
const say = (line: string) => void writeSync(1, `${line}\n`);
const times = new Map<string, number>();

function pass(step: string): void {
  const nth = (times.get(step) ?? 0) + 1;
  times.set(step, nth);
  const name = nth === 1 ? step : `${step} ${nth}`;
  say(`step ${name}`);
  if (name === spoil?.step) writeFileSync(spoil.file, spoil.text);
  if (name === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Steps around every journal procedure and every moment of the send. */
function around({ db, gateway }: Parts): Parts {
  const call: typeof db.call = async (name, args) => {
    const { code, opId } = (args ?? {}) as unknown as { code?: string; opId?: string };
    const step = code === undefined ? name : `${name}(${code})`;
    if (!name.startsWith('journal.') && !name.includes('storeReading')) return db.call(name, args);
    pass(`before ${step}`);
    const answer = db.call(name, args);
    pass(`posted ${step}`);
    const value = await answer;
    if (opId !== undefined && (name === 'journal.create' || name === 'journal.change'))
      say(`durable ${opId} ${code ?? 'asked'}`);
    pass(`after ${step}`);
    return value;
  };
  const send: typeof gateway.send = async (request, onMoment, mayLeave) => {
    pass('before send');
    const spied = (moment: SendMoment) => {
      pass(`before ${moment}`);
      onMoment(moment);
      pass(`after ${moment}`);
    };
    const outcome = await gateway.send(request, spied, mayLeave);
    pass('after send');
    return outcome;
  };
  return { db: { ...db, call }, gateway: { ...gateway, send } };
}

const session = await open(folder, access, around, realClock, new URL(worker));
const read = await session.terminals.readTerminal(TERMINAL);
if (!read.ok) throw new Error(JSON.stringify(read.error));
const cardKey = kind === 'charge' ? await cardOf(subject) : '';
say('ready');

async function cardOf(customer: string): Promise<string> {
  await session.savedCards.refresh();
  const cards = await session.savedCards.page({ text: customer, cursor: null, limit: 5 });
  const card = cards.ok ? cards.value.rows.find((one) => one.customer === customer) : undefined;
  if (!card) throw new Error('no card');
  return card.key;
}

function lastButton(): void {
  if (!waits) return;
  say('waiting');
  readSync(0, new Uint8Array(1));
}

async function reverse(sale: { rowId: string; amount: { minor: bigint } }) {
  const prepared = await session.operations.prepareReversal({ rowId: sale.rowId });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  const minor = sale.amount.minor.toString().padStart(3, '0');
  return session.operations.confirmReversal({
    preparationId: prepared.value.preparationId,
    reason: 'duplicate',
    note: '',
    typedAmount: `${minor.slice(0, -2)}.${minor.slice(-2)}`,
  });
}
async function acknowledge() {
  const prepared = await session.operations.prepareAcknowledgement({
    terminalId: TERMINAL,
    seenReadAtMs: null,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  return session.operations.confirmAcknowledgement({ preparationId: prepared.value.preparationId });
}

async function charge() {
  const amount = money(3_000n, 'EGP');
  const prepared = await session.operations.prepareCharge({ cardKey, amount });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  const form = { reason: 'subscription', note: '', typedAmount: '30' };
  return session.operations.confirmCharge(prepared.value.preparationId, form);
}
async function payOut() {
  const amount = money(1_000n, 'EGP');
  const transfer = { recipient: 'A Supplier', number: subject, method: 'wallet', bank: '', amount } as const;
  const prepared = await session.operations.preparePayout(transfer);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  const form = { reason: 'invoice', note: '', typedAmount: '10' };
  return session.operations.confirmPayout(prepared.value.preparationId, form);
}
async function payMany() {
  const transfer = { recipient: 'A Supplier', number: subject, method: 'wallet', bank: '' } as const;
  const transfers = [1_000n, 2_000n].map((minor) => ({ ...transfer, amount: money(minor, 'EGP') }));
  const prepared = await session.operations.preparePayoutBatch({ from: 'sheet', transfers });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  const form = { reason: 'wages', note: '', typedAmount: '30' };
  return session.operations.confirmPayoutBatch(prepared.value.preparationId, form);
}
type OrderKind = Exclude<Kind, 'reversal' | 'acknowledgement' | 'charge' | 'payout' | 'payout-batch'>;
async function moveOrder(what: OrderKind) {
  const prepared = await session.operations.prepareOrderMovement({
    kind: what,
    orderId: subject,
    amount: null,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  lastButton();
  const form = { reason: 'returned', note: '', typedAmount: toDecimal(prepared.value.plan.amount) };
  return session.operations.confirmOrderMovement(prepared.value.preparationId, form);
}
function move() {
  if (kind === 'charge') return charge();
  if (kind === 'payout') return payOut();
  if (kind === 'payout-batch') return payMany();
  if (kind === 'acknowledgement') return acknowledge();
  if (kind !== 'reversal') return moveOrder(kind);
  if (!sale) throw new Error('no sale');
  return reverse(sale);
}

/** The state that a person is shown. */
const endOf = (told: { operation: { state: string } } | { kind: 'set-changed' }): string =>
  'operation' in told ? told.operation.state : told.kind;

const sale = read.value.reading.rows.findLast(({ paymentType }) => paymentType === 'SALE');
try {
  const told = await move();
  say(`told ${told.ok ? endOf(told.value) : told.error.code}`);
} catch (error) {
  // As a host hears of a storage that failed before anything was sent.
  say(`told ${(error as { sqliteCode?: string }).sqliteCode ?? String(error)}`);
}
say('finished');
process.exit(0);
