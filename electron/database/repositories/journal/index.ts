/** The journal's SQL, assembled. */
import { chainProcedures } from './chain.ts';
import { markProcedures } from './marks.ts';
import { operationProcedures } from './operations.ts';
import { snapshotProcedures } from './snapshots.ts';

export { excludedOnTerminal, sameMoneyKinds, type Sharing } from './in-the-way.ts';
export type { Change, NewOperation } from './operations.ts';
export type { Snapshot } from './snapshots.ts';
export * from './marks.ts';
export { DONE } from './states.ts';

export const journalProcedures = {
  ...operationProcedures,
  ...snapshotProcedures,
  ...markProcedures,
  ...chainProcedures,
};
