/** A person takes over the claim of a PC that is gone. This PC must have read the movement's terminal just before. */
import type { HeadOfficeClaim } from '#shared/contract/head-office.ts';
import { headOfficeError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import type { Held } from './claim-taking.ts';

/** A terminal that was read longer ago than this must be read again. */
const FRESH_MS = 120_000;

type Wanted = { number: number; note: string };
type Needs = {
  readonly now: Held;
  readonly record: (
    action: NewEntry['action'],
    target: string,
    params: NewEntry['params'],
  ) => Promise<boolean>;
};

/** The claim as head office has it now. Null: it has ended. */
async function claimNow(now: Held, number: number): Promise<Result<HeadOfficeClaim | null, AppError>> {
  const standing = await now.thread.look();
  now.standing = standing;
  if (standing.failure !== null) return err(headOfficeError('not-asked', { failure: standing.failure }));
  return ok(standing.claims.find((claim) => claim.number === number) ?? null);
}

/** A movement on a terminal can be seen on the list of that terminal, so that list must be fresh. */
async function unread(
  { db, clock }: ProfileContext,
  { terminalId }: HeadOfficeClaim,
): Promise<AppError | null> {
  if (terminalId === null) return null;
  const terminal = await db.call('terminals.get', terminalId);
  const readAtMs = terminal?.lastReadAtMs ?? null;
  const isFresh = readAtMs !== null && readAtMs >= clock.nowMs() - FRESH_MS;
  return isFresh ? null : headOfficeError('claim-unread', { terminal: terminalId });
}

/** The entry names the PC and the operation that it had begun. */
export async function takeOver(
  context: ProfileContext,
  { number, note }: Wanted,
  { now, record }: Needs,
): Promise<Result<null, AppError>> {
  const card = cardIn({ note });
  if (card) return err(card);
  const found = await claimNow(now, number);
  if (!found.ok) return found;
  const claim = found.value;
  if (!claim) return err(headOfficeError('claim-ended'));
  if (now.standing?.pcs.some(({ id, isSelf }) => isSelf && id === claim.pc))
    return err(inputError('invalid', { where: 'number' }));
  const stale = await unread(context, claim);
  if (stale) return err(stale);
  const taken = await now.thread.takeOver(number);
  if (!taken.ok) return err(headOfficeError('not-asked', { failure: taken.failure }));
  if (!taken.value) return err(headOfficeError('claim-ended'));
  const { opId, pcName, actor, kind } = claim;
  await record('claim.taken-over', opId, { pc: pcName, by: actor, kind, note });
  now.standing = await now.thread.look();
  return ok(null);
}
