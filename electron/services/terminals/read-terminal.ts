/** Reads one terminal's transactions and stores them before anybody sees them. */
import type { AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { TerminalReading } from '#shared/domain/pos-transaction.ts';
import type { ProfileContext } from '../context.ts';
import type { DecidedRow } from '../../database/repositories/transactions.ts';
import type { SeenUnreadable } from '../../database/repositories/unreadable-rows.ts';

export type TerminalRead = {
  reading: TerminalReading;
  /** The answer as received. */
  body: string;
  askedAtMs: number;
  readAtMs: number;
  serverAtMs: number | null;
  newRows: number;
  goneRows: number;
  /** The kind of each row, by the words as they were when it was stored. */
  decided: readonly DecidedRow[];
  /** Those of its rows that cannot be read and that nobody acknowledged. */
  unreadable: readonly SeenUnreadable[];
};

/**
 * One reader a profile. Reads of one terminal follow one another, so that an older answer never overwrites a newer one,
 * and every caller gets an answer that was asked for after the call.
 */
export function createTerminalReader(context: ProfileContext, onRead: (read: TerminalRead) => void) {
  const last = new Map<string, Promise<unknown>>();

  async function readNow(terminalId: string, signal?: AbortSignal): Promise<Result<TerminalRead, AppError>> {
    const { gateway, db, clock, log, emit } = context;
    const askedAtMs = clock.nowMs();
    const answer = await gateway.readTerminalTransactions(terminalId, signal);
    const readAtMs = clock.nowMs();
    if (!answer.ok) {
      if (answer.error.code !== 'cancelled')
        await db.call('terminals.readFailed', { terminalId, error: answer.error, atMs: readAtMs });
      return err(answer.error);
    }
    const { reading, body, serverAtMs } = answer.value;
    const stored = await db.call('transactions.storeReading', { reading, readAtMs, serverAtMs });
    const { areOthersNamed, ...counts } = stored;
    // Rows in closes of other PCs have names now by which they match.
    if (areOthersNamed) emit('headOffice.closes', {});
    const noisy = reading.rows.filter((row) => row.isNoisy).length;
    const unreadable = reading.unreadable.length;
    if (noisy + unreadable > 0) log.warn('terminal-amounts', { terminalId, noisy, unreadable });
    const read = { reading, body, askedAtMs, readAtMs, serverAtMs, ...counts };
    onRead(read);
    return ok(read);
  }

  return {
    isReading: (terminalId: string) => last.has(terminalId),
    async read(terminalId: string, signal?: AbortSignal): Promise<Result<TerminalRead, AppError>> {
      const before = last.get(terminalId) ?? Promise.resolve();
      const mine = before.then(() => readNow(terminalId, signal));
      // The next in line waits for this one, however it ends; its own caller gets the failure.
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(terminalId, settled);
      context.emit('terminals.changed', { terminalIds: [terminalId] });
      try {
        return await mine;
      } finally {
        if (last.get(terminalId) === settled) last.delete(terminalId);
        context.emit('terminals.changed', { terminalIds: [terminalId] });
      }
    },
  };
}
