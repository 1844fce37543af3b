/** The allowed steps between the states of an operation, each with its reason. Pure. */
import type { OperationState } from '#shared/domain/operation.ts';

type Reasons = Partial<Record<OperationState, string>>;

const SEEN = 'a read shows that it happened';
const PERSON = 'too old, or reads can prove nothing: a person must look outside';

export const transitions: Readonly<Record<OperationState, Reasons>> = {
  INTENT: {
    SENDING: 'the request is about to leave',
    EXPIRED: 'found without having been sent',
    CHECKING: 'found where it may have been sent: before a second attempt, or in a journal from a backup',
  },
  SENDING: {
    NOT_SENT: 'proven: no byte was written',
    SUCCEEDED: 'a valid answer',
    REFUSED: 'a refusal on the tested list',
    UNKNOWN: 'anything else, or found without an outcome',
    CHECKING: 'a second attempt that did not happen leaves the first one not known',
  },
  UNKNOWN: { CHECKING: 'a read was made', SUCCEEDED_BY_READ: SEEN, NEEDS_PERSON: PERSON },
  CHECKING: {
    CHECKING: 'a read proved nothing',
    SUCCEEDED_BY_READ: SEEN,
    ABSENT: 'the five conditions hold',
    NEEDS_PERSON: PERSON,
  },
  ABSENT: {
    ABSENT: 'a read still does not show it',
    INTENT: 'a person sends it again',
    SUCCEEDED_BY_READ: SEEN,
    NEEDS_PERSON: PERSON,
  },
  NEEDS_PERSON: {
    NEEDS_PERSON: 'a read proved nothing',
    SUCCEEDED_BY_READ: SEEN,
    RESOLVED_DONE: 'a person says so, with outside evidence',
    RESOLVED_NOT_DONE: 'a person says so, with outside evidence',
  },
  RESOLVED_DONE: {},
  RESOLVED_NOT_DONE: {
    RESOLVED_NOT_DONE: 'a later read does not show it',
    DISPUTED: 'a later read shows that it did happen',
  },
  DISPUTED: {
    DISPUTED: 'a read proved nothing',
    SUCCEEDED_BY_READ: SEEN,
    RESOLVED_DONE: 'a person says so, with outside evidence',
    RESOLVED_NOT_DONE: 'a person says so, with outside evidence',
  },
  NOT_SENT: {},
  SUCCEEDED: {},
  REFUSED: {},
  SUCCEEDED_BY_READ: {},
  EXPIRED: {},
};

export const mayBecome = (from: OperationState, to: OperationState): boolean =>
  transitions[from][to] !== undefined;
