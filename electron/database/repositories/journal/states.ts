/** The states that release the lock, those of what happened, and those whose outcome is not known, as SQL lists. */
import { doneStates, endedStates, unknownStates } from '#shared/domain/operation.ts';

const list = (states: readonly string[]) => states.map((state) => `'${state}'`).join(',');
export const ENDED = list(endedStates);
export const DONE = list(doneStates);
export const UNKNOWN = list(unknownStates);
