/** Several terminals, one after another: read all first, then one send at a time, stopping where it must. */
import { create } from 'zustand';
import type { AckPreparation, Operation } from '#shared/contract/operations.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import { isAnswerLost, movementError, type AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { tellLate } from '../../components/late-ending.tsx';
import { waitForAnswer } from '../../waiting.ts';

export type ManyStep =
  | { kind: 'waiting' }
  | { kind: 'reading' }
  | { kind: 'ready'; preparation: AckPreparation }
  | { kind: 'changed'; preparation: AckPreparation }
  | { kind: 'sending' }
  | { kind: 'ended'; operation: Operation; count: number }
  | { kind: 'failed'; error: AppError };
export type ManyItem = { terminal: Terminal; step: ManyStep };

/** Facts about us: the other terminals would get the same answer. */
const STOPS_ALL = ['permission-missing', 'address-not-allowed', 'key-refused', 'unreachable'];

/** Rows that cannot be read are a decision of their own, in the dialog of their terminal. */
function prepared(kind: 'ready' | 'changed', preparation: AckPreparation): ManyStep {
  const count = preparation.unreadable.length;
  return count > 0
    ? { kind: 'failed', error: movementError('unreadable-rows', { count }) }
    : { kind, preparation };
}

type ManyState = {
  items: ManyItem[];
  phase: 'reading' | 'confirming' | 'sending' | 'ended';
  stopAsked: boolean;
  prepare: (terminals: Terminal[]) => Promise<void>;
  send: () => Promise<void>;
  stop: () => void;
  /** The dialog is closed: nothing is read or sent any further, and an answer that still comes is told beside the page. */
  leave: () => void;
};

export const useMany = create<ManyState>((set, get) => {
  /** The number of the dialog that is open: an answer to an earlier dialog does not change its rows. */
  let run = 0;
  const put = (terminalId: string, step: ManyStep) =>
    set({
      items: get().items.map((item) => (item.terminal.terminalId === terminalId ? { ...item, step } : item)),
    });
  return {
    items: [],
    phase: 'reading',
    stopAsked: false,
    prepare: async (terminals) => {
      const mine = (run += 1);
      set({
        items: terminals.map((terminal) => ({ terminal, step: { kind: 'waiting' } })),
        phase: 'reading',
        stopAsked: false,
      });
      for (const { terminalId, lastReadAtMs } of terminals) {
        put(terminalId, { kind: 'reading' });
        const answer = await call('acknowledgement.prepare', { terminalId, seenReadAtMs: lastReadAtMs });
        if (mine !== run) return;
        put(
          terminalId,
          answer.ok ? prepared('ready', answer.value) : { kind: 'failed', error: answer.error },
        );
        if (!answer.ok && STOPS_ALL.includes(answer.error.code)) break;
      }
      set({ phase: 'confirming' });
    },
    send: async () => {
      const mine = run;
      set({ phase: 'sending' });
      let lost = false;
      for (const { terminal, step } of get().items) {
        if (get().stopAsked) break;
        if (step.kind !== 'ready' && step.kind !== 'changed') continue;
        const { terminalId } = terminal;
        put(terminalId, { kind: 'sending' });
        const { preparationId, count } = step.preparation;
        const end = waitForAnswer();
        const answer = await call('acknowledgement.confirm', { preparationId }).finally(end);
        if (mine !== run) return tellLate('acknowledgement', answer);
        if (!answer.ok) {
          put(terminalId, { kind: 'failed', error: answer.error });
          // Nothing further leaves before somebody has looked at what came of this one.
          lost = isAnswerLost(answer.error);
          if (lost || STOPS_ALL.includes(answer.error.code)) break;
          continue;
        }
        if (answer.value.kind === 'set-changed')
          put(terminalId, prepared('changed', answer.value.preparation));
        else {
          const { operation } = answer.value;
          put(terminalId, { kind: 'ended', operation, count });
          if (operation.error && STOPS_ALL.includes(operation.error.code)) break;
        }
      }
      const asksAgain = get().items.some(({ step }) => step.kind === 'changed');
      set({ phase: asksAgain && !lost && !get().stopAsked ? 'confirming' : 'ended', stopAsked: false });
    },
    stop: () => set({ stopAsked: true }),
    leave: () => {
      run += 1;
    },
  };
});
