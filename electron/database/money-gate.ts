/**
 * No movement leaves without a durable INTENT and SENDING in the journal, so this is where money is stopped: while a
 * restored journal is unconfirmed, or once it was found damaged, these two cannot be written, whoever asks.
 */
import { OpenError } from './open-error.ts';

export type MoneyGate = {
  /** A person has not confirmed the list of a restored journal yet. */
  unconfirmed: boolean;
  /** Found damaged in this session: only the next opening can mend that. */
  damaged: boolean;
};

const isBlocked = ({ unconfirmed, damaged }: MoneyGate) => unconfirmed || damaged;

export function assertMayWrite(gate: MoneyGate, name: string, args: unknown): void {
  if (!isBlocked(gate)) return;
  const to = name === 'journal.change' ? (args as { to: string | null }).to : null;
  if (name === 'journal.create' || to === 'INTENT' || to === 'SENDING')
    throw new OpenError('JOURNAL_UNCONFIRMED', 'money is blocked: the journal has to be checked by hand');
}

/**
 * Recovery asks for the first event that does not verify, and touches no operation where there is one. While money is
 * blocked none counts as verified: an INTENT of an old backup may have been sent since, so it must not expire.
 */
export const hidesChain = (gate: MoneyGate, name: string): boolean =>
  isBlocked(gate) && name === 'journal.firstBrokenEvent';
