/** Issues a Z, provisional or final: the number, the document and its seal are one transaction. */
import type { OutputOf } from '#shared/contract/index.ts';
import { closingError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Decides } from '../../database/repositories/closing/index.ts';
import { detail, type Desk } from './desk.ts';
import { readAll } from './read.ts';

export type ZKind = 'provisional' | 'final';
/** A request that was approved before: the figures it was approved with, and the decision that is stored with the Z. */
type Requested = {
  readonly figures: string | null;
  readonly decides: Decides | null;
  /** What speaks against the decision by now: terminals are read before the Z. */
  readonly faultNow?: () => Promise<AppError | null>;
};
export const bothAreHere: Requested = { figures: null, decides: null };
type Asked = Requested & { readonly note: string | null; readonly approvedBy: string | null };

export const issueOf = async (desk: Desk, closingId: string, kind: ZKind, note: string | null) => ({
  ...desk.who(),
  closingId,
  kind,
  note,
  ...bothAreHere,
  approvedBy: null,
  appVersion: desk.version,
  environment: desk.environment,
  merchantId: desk.merchantId,
  strays: await desk.straysOf(closingId),
});

/** Sales may have come while people counted. If nothing else is in the way they are read now, and are late arrivals. */
async function readWhatIsOld(desk: Desk, closingId: string): Promise<void> {
  const old = await desk.db.call('closing.toReadAgain', await issueOf(desk, closingId, 'final', null));
  await readAll(desk, closingId, old);
}

export async function issue(
  desk: Desk,
  closingId: string,
  kind: ZKind,
  { note, faultNow = async () => null, ...approved }: Asked,
): Promise<Result<OutputOf<'closing.confirm'>, AppError>> {
  if (desk.numbers.stopped) return err(movementError('journal-blocked'));
  if (kind === 'final') await readWhatIsOld(desk, closingId);
  const asked = { ...(await issueOf(desk, closingId, kind, note)), ...approved };
  const fault = await faultNow();
  if (fault) return err(fault);
  const issued = await desk.db.call('closing.issue', asked);
  desk.changed(closingId);
  if (!issued.ok) return issued;
  const closing = await detail(desk, closingId);
  if (!closing.ok) return closing;
  const z = (await desk.db.call('closing.zs', closingId)).at(-1);
  return z ? ok({ closing: closing.value, z }) : err(closingError('not-found'));
}
