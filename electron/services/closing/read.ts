/** Reads the terminals of a close, one after another. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import { detail, type Desk, type Detail } from './desk.ts';

/** Facts about us, not about one terminal: asking the others would get the same answer. */
const STOPS_ALL = ['address-not-allowed', 'key-refused', 'cancelled'];

async function readOne(desk: Desk, closingId: string, terminalId: string): Promise<AppError | null> {
  const key = `${closingId}/${terminalId}`;
  desk.reading.add(key);
  desk.changed(closingId);
  try {
    const read = await desk.terminals.readTerminal(terminalId);
    const error = read.ok ? null : read.error;
    // The terminal's line shows the read, complete or failed.
    const act = { do: 'read', terminalId, error } as const;
    await desk.db.call('closing.act', { ...desk.who(), closingId, act, strays: [] });
    return error;
  } finally {
    desk.reading.delete(key);
    desk.changed(closingId);
  }
}

export async function readAll(desk: Desk, closingId: string, terminalIds: readonly string[]): Promise<void> {
  for (const terminalId of terminalIds) {
    const error = await readOne(desk, closingId, terminalId);
    if (error && STOPS_ALL.includes(error.code)) break;
  }
}

/** Without `terminalIds`: those that were not read yet, or whose read failed. */
export async function read(desk: Desk, { closingId, terminalIds }: ParsedInputOf<'closing.read'>): Detail {
  const before = await detail(desk, closingId);
  if (!before.ok) return before;
  const { state, terminals: known } = before.value;
  if (state !== 'open' && state !== 'provisional')
    return err(closingError('not-allowed-in-state', { state }));
  const stranger = terminalIds?.find((id) => !known.some(({ terminalId }) => terminalId === id));
  if (stranger !== undefined) return err(closingError('terminal-not-in-close', { terminalId: stranger }));
  const unread = known.filter((one) => one.state === 'to-read' || one.state === 'failed');
  await readAll(desk, closingId, terminalIds ?? unread.map(({ terminalId }) => terminalId));
  return detail(desk, closingId);
}
