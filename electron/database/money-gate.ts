/**
 * No movement leaves without a durable INTENT and SENDING in the journal, so this is where money is stopped: while a
 * restored journal is unconfirmed, or once it was found damaged, these two cannot be written, whoever asks. Nor is a Z given
 * or a day opened again: what was lost may have been a close.
 */
import { OpenError } from './open-error.ts';

export type MoneyGate = {
  /** A person has not confirmed the list of a restored journal yet. */
  unconfirmed: boolean;
  /** Found damaged in this session: only the next opening can mend that. */
  damaged: boolean;
};
export type GateState = 'open' | 'unconfirmed' | 'damaged';

/** Recovery asks: what is damaged is not written to, and an INTENT of a restored journal may have been sent since. */
export const stateOf = ({ unconfirmed, damaged }: MoneyGate): GateState =>
  damaged ? 'damaged' : unconfirmed ? 'unconfirmed' : 'open';

const NUMBERED: readonly string[] = ['closing.issue', 'closing.reopen'];

export function assertMayWrite(gate: MoneyGate, name: string, args: unknown): void {
  if (stateOf(gate) === 'open') return;
  const to = name === 'journal.change' ? (args as { to: string | null }).to : null;
  if (NUMBERED.includes(name) || name === 'journal.create' || to === 'INTENT' || to === 'SENDING')
    throw new OpenError('JOURNAL_UNCONFIRMED', 'money is blocked: the journal has to be checked by hand');
}
