/** Closing the day: parsed input to service. Who may do it, and with whom, is asked of `authority`. */
import type { ApprovalKind } from '#shared/contract/approvals.ts';
import type { Channel, HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { ApprovedAct } from '#shared/domain/closing.ts';
import { mayDo } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import { carrySubject } from './approval-acts.ts';
import type { PeopleService } from '../services/people/index.ts';
import type { Viewer } from '../services/closing/index.ts';

const CLOSES: readonly ApprovalKind[] = ['close-day', 'close-provisional'];

type Channels = Extract<Channel, `closing.${string}`>;

/** `approve` answers the second person's name; null without an authorization: then the core says whether one is needed. */
export type ClosingAuthority = Viewer & {
  /** Whose name decides on a request that is overtaken. */
  name(): string;
  approve(act: ApprovedAct, authorization: Authorization): Promise<Result<string | null>>;
};

/** People's rights and PINs, as closing asks for them. */
export const closingAuthority = ({
  signedIn,
  authorize,
}: Pick<PeopleService, 'signedIn' | 'authorize'>): ClosingAuthority => ({
  name: () => signedIn()?.name ?? '',
  seesExpected: (blindRoles) => {
    const me = signedIn();
    return me !== null && mayDo(me.role, 'close.see-expected') && !blindRoles.includes(me.role);
  },
  async approve(act, authorization) {
    const right = act === 'reopen-close' ? 'close.reopen' : 'close.confirm';
    const approval = await authorize({ right, level: 'L3', authorization, request: null });
    return approval.ok ? ok(approval.value.approvedBy) : approval;
  },
});

export function createClosingHandlers(use: UseSession, authority: ClosingAuthority): HandlersOf<Channels> {
  const approved = (act: ApprovedAct, authorization: Authorization | null) =>
    authorization ? authority.approve(act, authorization) : Promise.resolve(ok(null));
  /** Done with both people there: what waits for the same is done with, too. */
  const done = async <T>(
    { approvals }: ProfileSession,
    acted: Promise<Result<T, AppError>>,
    subject: string,
    kinds: readonly ApprovalKind[],
  ): Promise<Result<T, AppError>> => {
    // Asked before the act has ended: who unlocks meanwhile decided nothing.
    const by = authority.name();
    const answer = await acted;
    if (answer.ok) await approvals.overtaken(subject, kinds, by);
    return answer;
  };
  return {
    'closing.branches': () => use(({ closing }) => closing.branches()),
    'closing.settings.set': (input) => use(({ closing }) => closing.setSettings(input)),
    'closing.begin': (input) => use(({ closing }) => closing.begin(input, authority)),
    'closing.detail': (input) => use(({ closing }) => closing.detail(input, authority)),
    'closing.cancel': (input) =>
      use((session) => done(session, session.closing.cancel(input, authority), input.closingId, CLOSES)),
    'closing.read': (input) => use(({ closing }) => closing.read(input, authority)),
    'closing.leaveOut': (input) => use(({ closing }) => closing.leaveOut(input, authority)),
    'closing.leaveOutstanding': (input) => use(({ closing }) => closing.leaveOutstanding(input, authority)),
    'closing.carry': ({ authorization, ...input }) =>
      use(async (session) => {
        const by = await approved('close-over-unknown', authorization);
        if (!by.ok) return by;
        const acted = session.closing.carry(input, by.value, authority);
        return done(session, acted, carrySubject(input.closingId, input.opId), ['carry-operation']);
      }),
    'closing.freeze': (input) => use(({ closing }) => closing.freeze(input, authority)),
    'closing.count': (input) => use(({ closing }) => closing.count(input, authority)),
    'closing.lateArrivals': (input) => use(({ closing }) => closing.lateArrivals(input, authority)),
    'closing.explain': (input) => use(({ closing }) => closing.explain(input, authority)),
    'closing.x': (input) => use(({ closing }) => closing.x(input, authority)),
    'closing.preview': (input) => use(({ closing }) => closing.preview(input)),
    'closing.confirm': ({ closingId, authorization }) =>
      use(async (session) => {
        const by = await approved('close-with-large-difference', authorization);
        if (!by.ok) return by;
        return done(session, session.closing.confirm(closingId, by.value, authority), closingId, CLOSES);
      }),
    'closing.provisional': ({ closingId, note, authorization }) =>
      use(async (session) => {
        const by = await approved('close-with-large-difference', authorization);
        if (!by.ok) return by;
        const acted = session.closing.provisional(closingId, note, by.value, authority);
        return done(session, acted, closingId, CLOSES);
      }),
    'closing.reopen': ({ closingId, reason, authorization }) =>
      use(async (session) => {
        const by = await approved('reopen-close', authorization);
        if (!by.ok) return by;
        const acted = session.closing.reopen(closingId, reason, by.value, authority);
        return done(session, acted, closingId, ['reopen-day']);
      }),
    'closing.zs': (input) => use(({ closing }) => closing.zs(input)),
    'closing.z': (input) => use(({ closing }) => closing.z(input)),
    'closing.print': (input) => use(({ closing }) => closing.print(input)),
    'closing.zFile': (input) => use(({ closing }) => closing.zFile(input)),
    'closing.verifyZ': (input) => use(({ closing }) => closing.verifyZ(input)),
    'closing.history': (input) => use(({ closing }) => closing.history(input)),
    'closing.calendar': (input) => use(({ closing }) => closing.calendar(input, authority)),
  };
}
