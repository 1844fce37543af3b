/**
 * Tries of a PIN: after ten wrong ones, a person is blocked for thirty minutes of running time. Every change is stored before
 * anything depends on it.
 */
import type { AppError } from '#shared/errors/app-error.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import { isPin } from './pin.ts';
import type { KeptPerson } from './register.ts';

const MOST_TRIES = 10;
const BLOCK_MS = 30 * 60_000;
/** The running time of a block is stored this often. A restart repeats at most this much of it. */
export const BLOCK_TICK_MS = 30_000;

export const minutesLeft = ({ blockedRemainingMs }: KeptPerson): number | null =>
  blockedRemainingMs > 0 ? Math.ceil(blockedRemainingMs / 60_000) : null;

const blockedError = (person: KeptPerson): AppError =>
  peopleError('blocked', { minutes: minutesLeft(person) ?? 0, name: person.name });

type Put = (person: KeptPerson) => Promise<Result<null, AppError>>;

/** Tries a PIN once. The counter is raised and stored first, so that ending the program in time does not win a try. */
export async function tryPin(person: KeptPerson, typed: string, put: Put): Promise<Result<null, AppError>> {
  if (person.blockedRemainingMs > 0) return err(blockedError(person));
  const failedTries = person.failedTries + 1;
  const last = failedTries >= MOST_TRIES;
  const raised = { ...person, failedTries, blockedRemainingMs: last ? BLOCK_MS : 0 };
  const kept = await put(raised);
  if (!kept.ok) return kept;
  if (await isPin(typed, person.pin)) return put({ ...person, failedTries: 0, blockedRemainingMs: 0 });
  return err(last ? blockedError(raised) : peopleError('pin-wrong', { left: MOST_TRIES - failedTries }));
}

/** A block after so much more running time; the tries begin anew when it ends. */
export function afterRunning(person: KeptPerson, ms: number): KeptPerson {
  const blockedRemainingMs = Math.max(0, person.blockedRemainingMs - ms);
  return {
    ...person,
    blockedRemainingMs,
    failedTries: blockedRemainingMs === 0 ? 0 : person.failedTries,
  };
}
