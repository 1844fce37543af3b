/** Requests for approval of other PCs, as this PC shows them. */
import type { OtherApproval } from '#shared/contract/approvals.ts';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { appErrorSchema } from '#shared/contract/wire.ts';
import { approvalKindNames } from '#shared/domain/approvals.ts';
import { internalError, type AppError } from '#shared/errors/app-error.ts';
import type { PublishedApproval } from '../../head-office/published-approvals.ts';
import { answerTo, inForce, shownOf } from '../../head-office/sent-decisions.ts';
import type { OtherRequest } from '../../head-office/store-approvals.ts';

/** Why it was not carried out; of a newer Closeout perhaps for a reason without words here. */
const errorOf = (declined: NonNullable<PublishedApproval['declined']>): AppError =>
  appErrorSchema.safeParse(declined.error).data ?? internalError('unexpected', { reference: '' });

function sentOf(request: OtherRequest, pcs: readonly HeadOfficePc[], nowMs: number): OtherApproval['sent'] {
  const sent = shownOf(request, nowMs);
  if (!sent) return null;
  const { decision, pc, atMs } = sent;
  const known = pcs.find(({ id }) => id === pc);
  const { by, word, untilMs } = decision;
  const told = { by: by.name, pcName: known?.name ?? pc, isHere: known?.isSelf === true };
  const declined = answerTo(request, sent);
  return { ...told, word, atMs, untilMs, error: declined && errorOf(declined) };
}

export function otherApproval(
  request: OtherRequest,
  pcs: readonly HeadOfficePc[],
  nowMs: number,
): OtherApproval[] {
  const { pc, requestId, askedAtMs, lastAtMs, last } = request;
  const { kind: named, sha256: _, ...asked } = request.asked;
  const kind = approvalKindNames.find((one) => one === named);
  // Of a newer Closeout.
  if (kind === undefined) return [];
  const known = pcs.find(({ id }) => id === pc);
  const self = pcs.find(({ isSelf }) => isSelf)?.id;
  return [
    {
      pc: { id: pc, name: known?.name ?? pc, branch: known?.branch ?? '' },
      requestId,
      kind,
      ...asked,
      atMs: askedAtMs,
      state: last.state,
      decided: last.decided && { ...last.decided, atMs: lastAtMs },
      sent: sentOf(request, pcs, nowMs),
      takeBackUntilMs: inForce(request, nowMs).find((one) => one.pc === self)?.decision.untilMs ?? null,
    },
  ];
}
