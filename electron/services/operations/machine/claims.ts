/**
 * The claim of a movement's subject, made before its INTENT and given back with its ending: where computers share a head office,
 * one of them moves one piece of money. Without a head office there are no claims.
 */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { ClaimedMovement } from '../../../head-office/published.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Intent } from './intent.ts';

export type ToClaim = ClaimedMovement & {
  /** By this PC's clock. A movement of the same money that another PC has made since is in the way. */
  readonly knownSinceMs: number;
};

/** `own-terminal`, `policy`: head office was not reached, and why it goes on all the same. */
export type ClaimHeld = 'head-office' | 'own-terminal' | 'policy';

export type Claims = {
  /** Does the work once its subject is claimed; null: there is nobody to claim it from. Refused, nothing is done. */
  during<T>(
    movement: ToClaim,
    work: (held: ClaimHeld | null) => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>>;
  /** The operation may have ended. */
  changed(opId: string): void;
};

export const noClaims: Claims = { during: (_, work) => work(null), changed: () => {} };

/** How long a movement without a read may have stood on the screen before it was confirmed. */
const UNREAD_MS = 60_000;

export const subjectKeyOf = (
  { environment, merchantId }: ProfileContext,
  { subject }: Pick<Intent, 'subject'>,
): string => `${environment}:${merchantId}:${subject}`;

/** A plan that was made of what had been moved before rests on a list that may have lagged behind. */
export function claimOfIntent(context: ProfileContext, intent: Intent): ToClaim {
  const {
    opId,
    kind,
    terminalId = null,
    orderId = null,
    rowIds = [],
    readAtMs,
    knownOps,
    seenSinceMs,
  } = intent;
  const lagMs = knownOps === undefined ? 0 : context.capabilities.listLagMs;
  const knownSinceMs = (readAtMs ?? context.clock.nowMs() - UNREAD_MS) - lagMs;
  return {
    opId,
    kind,
    subjectKey: subjectKeyOf(context, intent),
    terminalId,
    orderId,
    rowIds,
    knownSinceMs: Math.min(knownSinceMs, seenSinceMs ?? knownSinceMs),
  };
}

export async function claimOfRecord(
  { db }: ProfileContext,
  { opId, kind, subjectKey, terminalId, orderId, createdAtMs }: OperationRecord,
): Promise<ToClaim> {
  const rowIds = await db.call('journal.rowIdsOf', opId);
  return { opId, kind, subjectKey, terminalId, orderId, rowIds, knownSinceMs: createdAtMs };
}
