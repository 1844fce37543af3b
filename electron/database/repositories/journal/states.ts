/** The states that release the lock, and those whose outcome is not known, as SQL lists. */
import { terminalStates, unknownStates } from '#shared/domain/operation.ts';

const list = (states: readonly string[]) => states.map((state) => `'${state}'`).join(',');
export const TERMINAL = list(terminalStates);
export const UNKNOWN = list(unknownStates);
