import { expect, it } from 'vitest';
import { endingOf, operationStates, type Ending, type OperationState } from '#shared/domain/operation.ts';

const said: Record<OperationState, Ending> = {
  INTENT: 'unknown',
  SENDING: 'unknown',
  NOT_SENT: 'not-sent',
  SUCCEEDED: 'done',
  REFUSED: 'refused',
  UNKNOWN: 'unknown',
  CHECKING: 'unknown',
  SUCCEEDED_BY_READ: 'done',
  ABSENT: 'unknown',
  NEEDS_PERSON: 'unknown',
  RESOLVED_DONE: 'done',
  RESOLVED_NOT_DONE: 'not-done',
  DISPUTED: 'unknown',
  EXPIRED: 'not-done',
};

it.each(operationStates)('an operation that is %s ends in one way everywhere', (state) => {
  expect(endingOf(state)).toBe(said[state]);
});
