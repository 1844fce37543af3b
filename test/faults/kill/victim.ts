/**
 * A process that makes one movement and kills itself at a named step of it. It says each step as it passes, and each durable
 * operation as soon as the journal has answered, so that nothing it was told can be lost without being noticed.
 */
import { writeSync } from 'node:fs';
import type { ProfileContext } from '#electron/core-context.ts';
import { open, TERMINAL, type Access } from './access.ts';

type Order = { folder: string; access: Access; kind: 'reversal' | 'acknowledgement'; killAt: string | null };

const { folder, access, kind, killAt } = JSON.parse(process.argv[2] ?? '{}') as Order;
/** Written at once, past every buffer: what was said before the kill was said. */
const say = (line: string) => void writeSync(1, `${line}\n`);
const times = new Map<string, number>();

function pass(step: string): void {
  const nth = (times.get(step) ?? 0) + 1;
  times.set(step, nth);
  const name = nth === 1 ? step : `${step} ${nth}`;
  say(`step ${name}`);
  if (name === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Steps around every journal procedure and every moment of the send. */
function around({
  db,
  gateway,
}: Pick<ProfileContext, 'db' | 'gateway'>): Pick<ProfileContext, 'db' | 'gateway'> {
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
  const send: typeof gateway.send = async (request, onMoment) => {
    pass('before send');
    const outcome = await gateway.send(request, (moment) => {
      pass(`before ${moment}`);
      onMoment(moment);
      pass(`after ${moment}`);
    });
    pass('after send');
    return outcome;
  };
  return { db: { ...db, call }, gateway: { ...gateway, send } };
}

const session = await open(folder, access, around);
const read = await session.terminals.readTerminal(TERMINAL);
if (!read.ok) throw new Error(JSON.stringify(read.error));
say('ready');
if (kind === 'reversal') {
  const sale = read.value.reading.rows.findLast(({ paymentType }) => paymentType === 'SALE');
  if (!sale) throw new Error('no sale');
  const prepared = await session.operations.prepareReversal({ rowId: sale.rowId });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const minor = sale.amount.minor.toString().padStart(3, '0');
  await session.operations.confirmReversal({
    preparationId: prepared.value.preparationId,
    reason: 'duplicate',
    note: '',
    typedAmount: `${minor.slice(0, -2)}.${minor.slice(-2)}`,
  });
} else {
  const prepared = await session.operations.prepareAcknowledgement({
    terminalId: TERMINAL,
    seenReadAtMs: null,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  await session.operations.confirmAcknowledgement({ preparationId: prepared.value.preparationId });
}
say('finished');
process.exit(0);
