/** The list of a restored journal as the window sees it: what was salvaged is parsed once more, and what does not fit is null. */
import { z } from 'zod';
import type { OutputOf } from '#shared/contract/index.ts';
import type { CheckedOperation } from '#shared/contract/check-by-hand.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { movementKinds, operationStates } from '#shared/domain/operation.ts';
import type { CheckByHand, CheckEntry } from '../../database/check-by-hand.ts';

type OperationEntry = Extract<CheckEntry, { kind: 'operation' }>;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

/** The bytes came out of a damaged file: half an amount is worse than none. */
function totalsOf(text: string | null): CheckedOperation['totals'] {
  if (text === null) return null;
  try {
    return z.array(totalSchema).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const operationOf = ({ updatedAtMs, totals, ...entry }: OperationEntry): CheckedOperation => ({
  ...entry,
  movement: oneOf(movementKinds, entry.movement),
  state: oneOf(operationStates, entry.state),
  stateInBackup: oneOf(operationStates, entry.stateInBackup),
  totals: totalsOf(totals),
  atMs: updatedAtMs !== null && Number.isSafeInteger(updatedAtMs) ? updatedAtMs : null,
});

export const viewCheckByHand = (list: CheckByHand | null): OutputOf<'checkByHand.list'> => ({
  incidents: (list?.incidents ?? []).map(({ backup, entries, ...incident }) => ({
    ...incident,
    backup: backup && { file: backup.file, takenAtMs: backup.takenAtMs },
    entries: entries.map((entry) => (entry.kind === 'operation' ? operationOf(entry) : entry)),
  })),
});
