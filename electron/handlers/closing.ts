/** The acts of closing that a second person may have to approve, or that a request waits for, and the closes of all PCs. */
import type { ApprovalKind } from '#shared/domain/approvals.ts';
import type { HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { ApprovedAct } from '#shared/domain/closing.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import { carrySubject } from '../services/approvals/index.ts';
import type { PeopleService } from '../services/people/index.ts';

type Channels =
  | 'closing.settings.set'
  | 'closing.cancel'
  | 'closing.carry'
  | 'closing.confirm'
  | 'closing.provisional'
  | 'closing.reopen'
  | 'closing.history';
type People = Pick<PeopleService, 'signedIn' | 'authorize'>;

const CLOSES: readonly ApprovalKind[] = ['close-day', 'close-provisional'];

/** The second person's name; null without an authorization: then the core says whether one is needed. */
export async function approve(
  { authorize }: Pick<People, 'authorize'>,
  act: ApprovedAct,
  authorization: Authorization | null,
): Promise<Result<string | null>> {
  if (!authorization) return ok(null);
  const right = act === 'reopen-close' ? 'close.reopen' : 'close.confirm';
  const approval = await authorize({ right, level: 'L3', authorization, request: null });
  return approval.ok ? ok(approval.value.approvedBy) : approval;
}

export function createClosingHandlers(use: UseSession, people: People): HandlersOf<Channels> {
  /** Done with both people there: a request that waits for the same act is over. */
  async function done<T>(
    { approvals }: ProfileSession,
    acted: Promise<Result<T, AppError>>,
    subject: string,
    kinds: readonly ApprovalKind[],
  ): Promise<Result<T, AppError>> {
    // Asked before the act has ended: a person who unlocks meanwhile decided nothing.
    const by = people.signedIn()?.name ?? '';
    const answer = await acted;
    if (answer.ok) await approvals.overtaken(subject, kinds, by);
    return answer;
  }
  return {
    'closing.history': (input) =>
      use(({ closing, headOffice }) => headOffice.closesOfAll(input, closing.history)),
    'closing.settings.set': (input) => use(({ closing }) => closing.setSettings(input)),
    'closing.cancel': (input) =>
      use((session) => done(session, session.closing.cancel(input), input.closingId, CLOSES)),
    'closing.carry': ({ authorization, ...input }) =>
      use(async (session) => {
        const by = await approve(people, 'close-over-unknown', authorization);
        if (!by.ok) return by;
        const subject = carrySubject(input.closingId, input.opId);
        return done(session, session.closing.carry(input, by.value), subject, ['carry-operation']);
      }),
    'closing.confirm': ({ closingId, authorization }) =>
      use(async (session) => {
        const by = await approve(people, 'close-with-large-difference', authorization);
        if (!by.ok) return by;
        return done(session, session.closing.confirm(closingId, by.value), closingId, CLOSES);
      }),
    'closing.provisional': ({ closingId, note, authorization }) =>
      use(async (session) => {
        const by = await approve(people, 'close-with-large-difference', authorization);
        if (!by.ok) return by;
        return done(session, session.closing.provisional(closingId, note, by.value), closingId, CLOSES);
      }),
    'closing.reopen': ({ closingId, reason, authorization }) =>
      use(async (session) => {
        const by = await approve(people, 'reopen-close', authorization);
        if (!by.ok) return by;
        return done(session, session.closing.reopen(closingId, reason, by.value), closingId, ['reopen-day']);
      }),
  };
}
