/** Asks head office for a movement's subject, and says whether the movement goes on if head office cannot be asked. */
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { apartFailures, type HeadOfficeFailure, type WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { ClaimAnswer } from '../../head-office/claim.ts';
import type { HeadOfficeThread } from '../../head-office/client.ts';
import type { FromServer } from '../../head-office/protocol.ts';
import { publishedClaim } from '../../head-office/published.ts';
import type { ClaimHeld, ToClaim } from '../operations/index.ts';
import type { Membership } from './membership.ts';

/** The membership that a session holds, the thread that works for it, and what the thread said last. */
export type Held = { membership: Membership; thread: HeadOfficeThread; standing: HeadOfficeStanding | null };

/** Looked back at least this far, whatever the clock of this PC says: longer than the oldest read that is still sent on. */
const LEAST_BACK_MS = 30_000;
/** An answer of the server may be this late. */
const TRANSIT_MS = 10_000;

export async function askFor(
  { clock, actor, log }: ProfileContext,
  { thread }: Held,
  movement: ToClaim,
): Promise<FromServer<ClaimAnswer>> {
  const backMs = Math.max(clock.nowMs() - movement.knownSinceMs, LEAST_BACK_MS);
  const claim = { ...publishedClaim(movement, actor()), movedWithinMs: backMs + TRANSIT_MS };
  return thread.claim(claim).catch((error: unknown) => {
    log.error('claim-not-asked', { opId: movement.opId, error: String(error) });
    return { ok: false, failure: 'other' } as const;
  });
}

export async function takeClaim(
  context: ProfileContext,
  { now, movement, rule }: { now: Held; movement: ToClaim; rule: WithoutHeadOffice },
): Promise<Result<ClaimHeld, AppError>> {
  const answer = await askFor(context, now, movement);
  if (!answer.ok) return goOnWithout(context, { now, movement, rule, failure: answer.failure });
  const { value } = answer;
  if (value.kind === 'claimed') return ok('head-office');
  const { pcName, actor, claimedAtMs, endedAtMs, number } = value.by;
  return value.kind === 'held'
    ? err(movementError('claimed', { pc: pcName, actor, atMs: claimedAtMs, claim: number }))
    : err(movementError('moved-elsewhere', { pc: pcName, actor, atMs: endedAtMs ?? claimedAtMs }));
}

type Without = { now: Held; movement: ToClaim; rule: WithoutHeadOffice; failure: HeadOfficeFailure };

/** The error says who could make it. */
async function goOnWithout(
  { db }: ProfileContext,
  { now, movement: { terminalId }, rule, failure }: Without,
): Promise<Result<ClaimHeld, AppError>> {
  if (apartFailures.includes(failure)) return err(movementError('not-claimed', { failure, cause: 'apart' }));
  if (rule === 'go-on') return ok('policy');
  const terminal = terminalId === null ? null : await db.call('terminals.get', terminalId);
  const isOf = (branch: string) =>
    branch !== '' && (branch === terminal?.branchName || branch === terminal?.branchId);
  const home = now.standing?.pcs.find(({ isHome, branch }) => isHome && isOf(branch));
  if (rule === 'own-terminals' && home?.isSelf) return ok('own-terminal');
  const cause = rule === 'own-terminals' && home ? 'home' : '';
  return err(movementError('not-claimed', { failure, cause, pc: home?.name ?? '' }));
}
