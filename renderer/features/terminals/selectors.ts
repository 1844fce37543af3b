/** The figures of the terminals page, from the list. Pure. */
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import type { Terminal, Total } from '#shared/contract/terminals.ts';

export function filterTerminals(
  terminals: readonly Terminal[],
  text: string,
  branch: string | null,
): Terminal[] {
  const wanted = text.trim().toLowerCase();
  return terminals.filter(
    ({ terminalId, label, branchName, branchId }) =>
      (branch === null || branchId === branch) &&
      (wanted === '' || [terminalId, label, branchName].some((part) => part?.toLowerCase().includes(wanted))),
  );
}

/** Count and one sum a currency over several terminals. */
export function outstandingOf(terminals: readonly Terminal[]): { count: number; amounts: Money[] } {
  const totals: Total[] = terminals.flatMap((terminal) => terminal.outstanding);
  return {
    count: totals.reduce((sum, total) => sum + total.count, 0),
    amounts: sumByCurrency(totals.map((total) => total.amount)),
  };
}

/** Terminals whose list was never read: a sum over all terminals lacks what is on them. */
export const neverRead = (terminals: readonly Terminal[]): number =>
  terminals.filter(({ lastReadAtMs }) => lastReadAtMs === null).length;

/** Every terminal was read, and every row of it is in its sum. */
export const lacksNothing = (terminals: readonly Terminal[]): boolean =>
  neverRead(terminals) === 0 && terminals.every(({ notSummed }) => notSummed.length === 0);

/** The oldest read of all: the age that a sum over them must carry. */
export function oldestRead(terminals: readonly Terminal[]): number | null {
  const reads = terminals.flatMap(({ lastReadAtMs }) => lastReadAtMs ?? []);
  return reads.length === 0 ? null : Math.min(...reads);
}
