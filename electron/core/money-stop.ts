/** Money stops while the audit record is broken or the journal lost something, and moves again once a person has looked. */
import {
  inputError,
  keychainError,
  movementError,
  profileError,
  type AppError,
} from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AuditRecord, Broken } from '../audit/open-audit.ts';
import type { CheckByHand } from '../database/check-by-hand.ts';
import type { ProfileDatabase } from '../database/client.ts';
import type { ProfileContext } from '../services/context.ts';
import type { ProfileServices } from './services.ts';

type MoneyStop = ReturnType<typeof createMoneyStop>;
type Needs = {
  readonly context: ProfileContext;
  readonly database: ProfileDatabase;
  readonly audit: AuditRecord;
  readonly operations: ProfileServices['operations'];
  readonly money: MoneyStop;
};

export function createMoneyStop({ operations, closing }: Pick<ProfileServices, 'operations' | 'closing'>) {
  let stoppedBy: Broken | null = null;
  return {
    /** The break of the record that money is stopped for; null while it may move. */
    stoppedBy: () => stoppedBy,
    stop(broken: Broken | null): void {
      stoppedBy = broken;
      operations.stopMoney(broken !== null);
      closing.stopNumbers(broken !== null);
    },
  };
}

/** Takes the record as it is. False if it is still broken. */
async function accept({ audit, money }: Needs, note: string): Promise<boolean> {
  if (!money.stoppedBy()) return true;
  if (!(await audit.accept(note))) return false;
  money.stop(null);
  return true;
}

/** Follows what may have been sent. A movement that is being sent right now was not left open, so this is refused then. */
async function recoverAll({ operations }: Needs): Promise<Result<null, AppError>> {
  if (operations.inFlight() > 0) return err(profileError('movement-in-flight'));
  await operations.recover(true);
  return ok(null);
}

async function confirmCheck(
  needs: Needs,
  { who, note }: { who: string; note: string },
): Promise<Result<CheckByHand, AppError>> {
  const { context, database, audit } = needs;
  if (who.trim() === '' || note.trim() === '') return err(inputError('note-needed'));
  // First, and while money is still blocked: what the journal may have sent since is followed, never called unsent.
  const recovered = await recoverAll(needs);
  if (!recovered.ok) return recovered;
  const list = await database.confirmCheckByHand({ who, note, atMs: context.clock.nowMs() });
  context.log.warn('journal-check-confirmed', { who });
  // The backup is older than the anchor: the person who confirms what it lost takes its record, too.
  await accept(needs, note);
  const kept = list.incidents.map((incident) => incident.kept);
  const target = context.profileId;
  await audit.record({ action: 'journal.checked', target, params: { note, kept }, outcome: 'ok' });
  return ok(list);
}

async function acceptRecord(needs: Needs, note: string): Promise<Result<null, AppError>> {
  // What the journal may have lost is looked up first, and its confirmation takes the record, too.
  if (await needs.database.checkByHand()) return err(movementError('journal-blocked', { cause: 'restored' }));
  const recovered = await recoverAll(needs);
  if (!recovered.ok) return recovered;
  if (await accept(needs, note)) return ok(null);
  const still = needs.audit.broken();
  if (!still) return err(keychainError('refused'));
  return err(movementError('journal-blocked', { where: still.in, at: still.at, what: still.problem }));
}

/** What a person can do about stopped money. */
export const lookedAt = (needs: Needs) => ({
  stoppedBy: needs.money.stoppedBy,
  /** A person has looked at the break: the record is taken as it is, which it says itself, and money may move again. */
  acceptRecord: (note: string) => acceptRecord(needs, note),
  /** After a restored journal: movements answer `journal-blocked` until a person has confirmed what it lost. */
  checkByHand: {
    /** Null if nothing waits to be confirmed. */
    list: (): Promise<CheckByHand | null> => needs.database.checkByHand(),
    confirm: (confirmation: { who: string; note: string }) => confirmCheck(needs, confirmation),
  },
});
