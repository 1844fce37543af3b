/**
 * Decisions of other PCs on requests of this one. Each is checked here as if nothing had been checked before, and then takes the way
 * of a decision that is made here: the same confirmation, after a fresh read of this PC. What is not carried out is recorded with
 * its cause, and the request goes on waiting. A decision is used once. Nothing is taken while head office is away: what it knows of
 * this PC's own past, and of PCs that were withdrawn, counts.
 */
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { sameAmounts, staysOnItsPc } from '#shared/domain/approvals.ts';
import { mayDo } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { ChainPeople } from '../head-office/people-record.ts';
import type { KnownDecision } from '../head-office/store-approvals.ts';
import { DECISION_HOLDS_MS } from '../services/approvals/index.ts';
import type { Acting, Approval, Ask, Decider, PeopleService } from '../services/people/index.ts';
import { carryOutHere } from './approved-elsewhere.ts';
import { listToBelieve } from './chain-reading.ts';
import { createTouch } from './touched.ts';

/** The clock of another PC may be this far ahead. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Longer than one can hold, so that one that came too late is told as that. */
const LOOKED_BACK_MS = 3 * 3_600_000;

type Needs = {
  readonly use: UseSession;
  readonly people: Pick<
    PeopleService,
    'authorizeElsewhere' | 'signedIn' | 'limits' | 'chain' | 'followChain'
  >;
  readonly acting: Pick<Acting, 'run'>;
  /** Work that acts has begun, or ended: the lock waits for it. */
  readonly onWork: (change: 1 | -1) => void;
};
type Taken = 'done' | 'waits';

/** One that does not verify is another thing than the one that its PC may have signed. */
const idOf = ({ hash, problem }: KnownDecision): string => (problem === null ? hash : `${hash}/${problem}`);
const byOf = ({ decision, pcName }: KnownDecision): string => `${decision.by.name} (${pcName})`;
/** Person and PC have the names of the chain's list where they are in it: their PC may sign any name, and the server tell any. */
function asListed(known: KnownDecision, { people, pcs }: ChainPeople): KnownDecision {
  const { decision, pc, pcName } = known;
  const { by } = decision;
  const name = people.get(by.id)?.name ?? by.name;
  return { ...known, pcName: pcs.get(pc)?.name ?? pcName, decision: { ...decision, by: { ...by, name } } };
}
/** `list`: of the chain's people, if this PC takes its people from one. Its id and role count, not those that the other PC signed. */
function deciderOf(known: KnownDecision, list: ChainPeople | null): Decider {
  const { id, name, role } = known.decision.by;
  return { id: list && id, name, role: list ? (list.people.get(id)?.role ?? '') : role, by: byOf(known) };
}

/** What speaks against it by the list: its PC must be confirmed, and its person in the list and allowed to approve. */
function chainFault(known: KnownDecision, { people, pcs }: ChainPeople): AppError | null {
  const person = people.get(known.decision.by.id);
  const isAllowed = pcs.get(known.pc)?.confirmed === true && person?.active === true;
  return isAllowed && mayDo(person.role, 'approve')
    ? null
    : peopleError('decision-not-allowed', { by: byOf(known), cause: 'chain' });
}

/** What is so on this PC alone, and will pass. Nothing was stored yet: it is tried again, for as long as the decision holds. */
const PASSING: ReadonlySet<string> = new Set<`${AppError['kind']}.${AppError['code']}`>([
  'people.locked',
  'keychain.unavailable',
  'keychain.refused',
  'keychain.key-missing',
  'gateway.unreachable',
  'movement.not-claimed',
]);
const isPassing = ({ kind, code }: AppError): boolean => PASSING.has(`${kind}.${code}`);

const isTakingBack = ({ decision }: KnownDecision): boolean => decision.word === 'taken-back';

/** An error that names who took the decision back, if its own PC did. It looks at what has come in by now: that may be during a read. */
async function takenBack(
  { headOffice, context }: ProfileSession,
  { pc, hash, atMs }: KnownDecision,
  named: (known: KnownDecision) => KnownDecision,
): Promise<AppError | null> {
  // The clock of its PC may have been put back since.
  const all = await headOffice.decidedHere(Math.min(context.clock.nowMs(), atMs) - LOOKED_BACK_MS);
  const back = all.find(
    (one) => one.problem === null && one.pc === pc && isTakingBack(one) && one.decision.takesBack === hash,
  );
  return back ? peopleError('decision-taken-back', { by: byOf(named(back)) }) : null;
}

/** What speaks against the decision itself, whatever the request. `branch`: of this PC. */
function faultOf(known: KnownDecision, branch: string, nowMs: number): AppError | null {
  const { problem, isWithdrawn, atMs, decision } = known;
  if (problem !== null) return peopleError('decision-unsigned');
  if (isWithdrawn || (known.branch !== '' && known.branch !== branch))
    return peopleError('decision-not-allowed', { by: byOf(known) });
  if (atMs > nowMs + CLOCKS_DIFFER_MS) return peopleError('decision-clock');
  // It says itself how long it holds, but never longer than this.
  return nowMs > Math.min(decision.untilMs, atMs + DECISION_HOLDS_MS)
    ? peopleError('decision-expired')
    : null;
}

/** A decision holds for exactly what was asked. What rests on evidence of this PC is not decided elsewhere. */
async function misfitOf({ context }: ProfileSession, request: ApprovalRequest, { decision }: KnownDecision) {
  const { kind, totals, requestId } = request;
  const sha256 = await context.db.call('approvals.sha256', requestId);
  const isSame =
    kind === decision.kind && sha256 === decision.sha256 && sameAmounts(totals, decision.amounts);
  if (!isSame) return peopleError('decision-changed');
  const cause = staysOnItsPc(request);
  return cause === null ? null : peopleError('decided-there-only', { cause });
}

type Act = {
  readonly session: ProfileSession;
  readonly request: ApprovalRequest;
  readonly known: KnownDecision;
  readonly needs: Needs;
  /** Who was signed in when it was begun. */
  readonly seenId: string;
  readonly faultNow: () => Promise<AppError | null>;
  readonly decider: Decider;
};

const decideAs =
  ({ needs, seenId, faultNow, decider }: Act, word: 'approved' | 'refused') =>
  ({ right, request }: Pick<Ask, 'right' | 'request'>) =>
    needs.people.authorizeElsewhere({ right, request, decider, word, seenId, faultNow });

function approve(act: Act): Promise<Result<unknown, AppError>> {
  const { session, request, known, needs } = act;
  const authorize = async (ask: Ask): Promise<Result<Approval, AppError>> => {
    const allowed = await decideAs(act, 'approved')(ask);
    return allowed.ok ? ok({ ...allowed.value, decision: known.hash }) : allowed;
  };
  return carryOutHere(session, request, { ...needs.people, authorize, acting: needs.acting });
}

async function refuse(act: Act): Promise<Result<unknown, AppError>> {
  const { session, request, known } = act;
  // Whoever refuses needs the right to approve, not that of the act.
  const allowed = await decideAs(act, 'refused')({ right: 'approve', request });
  if (!allowed.ok) return allowed;
  const who = { personId: personOf(known), name: byOf(known), decision: known.hash };
  return session.approvals.refuse(request.requestId, known.decision.note ?? '', who);
}

const personOf = ({ pc, decision }: KnownDecision): string => `${pc}/${decision.by.id}`;

/** Whether this decision ended the request. If Closeout ended before that was recorded, it is recorded now. */
async function isItsEnd(
  { approvals, context }: ProfileSession,
  request: ApprovalRequest,
  known: KnownDecision,
): Promise<boolean> {
  const recorded = await context.db.call('approvals.recordedEnd', request.requestId);
  if (recorded) return recorded.decision === known.hash;
  const isThis = request.decidedBy === byOf(known) && request.state === known.decision.word;
  if (isThis) await approvals.endTold(request, byOf(known), known.hash);
  return isThis;
}

const ended = ({ decidedBy }: ApprovalRequest): AppError =>
  peopleError('request-not-open', { cause: 'ended', by: decidedBy ?? '' });

/** Recorded with its cause. Of one that does not verify nothing is repeated, and of no request of this PC nothing is kept. */
async function decline(
  { approvals, context }: ProfileSession,
  { request, known, error }: { request: ApprovalRequest | null; known: KnownDecision; error: AppError },
): Promise<Taken> {
  const { requestId, amounts } = known.decision;
  const isBelieved = known.problem === null;
  if (!request && !isBelieved) {
    context.log.warn('decision-not-believed', { pc: known.pc, problem: known.problem });
    return 'done';
  }
  const target = request ?? { requestId, totals: amounts.map((amount) => ({ count: 1, amount })) };
  const stored = await approvals.declined(
    target,
    isBelieved ? byOf(known) : known.pcName,
    idOf(known),
    error,
  );
  return stored ? 'done' : 'waits';
}

async function takeOne(session: ProfileSession, heard: KnownDecision, needs: Needs): Promise<Taken> {
  const { context, headOffice } = session;
  const list = await listToBelieve(session, needs.people);
  const named = (one: KnownDecision) => (list === null || list === 'unread' ? one : asListed(one, list()));
  const known = named(heard);
  const { decision } = known;
  const { requestId } = decision;
  const { db, clock } = context;
  if (await db.call('approvals.isDeclined', { requestId, decision: idOf(known) })) return 'done';
  const request = await db.call('approvals.get', requestId);
  const declined = (error: AppError) => decline(session, { request, known, error });
  if (known.problem !== null) return declined(peopleError('decision-unsigned'));
  if (isTakingBack(known)) return 'done';
  // An older copy of this PC's files: here it still waits, or was never asked for.
  if (known.isUsed && (!request || request.state === 'waiting')) return 'done';
  if (!request) return declined(peopleError('request-not-open'));
  if (request.state !== 'waiting')
    return (await isItsEnd(session, request, known)) ? 'done' : declined(ended(request));
  const state = await headOffice.state();
  const branch = state.ok ? (state.value.membership?.branch ?? '') : '';
  if (list === 'unread') return 'waits';
  const faultNow = async () =>
    (await takenBack(session, known, named)) ??
    faultOf(known, branch, clock.nowMs()) ??
    (list && chainFault(known, list()));
  const fault = await faultNow();
  if (fault) return declined(fault);
  const misfit = await misfitOf(session, request, known);
  if (misfit) return declined(misfit);
  // While nobody is signed in, no movement is sent and no refusal is recorded.
  const me = needs.people.signedIn();
  if (me === null) return 'waits';
  const decider = deciderOf(known, list && list());
  const act = { session, request, known, needs, seenId: me.personId, faultNow, decider };
  needs.onWork(1);
  try {
    const actor = { personId: personOf(known), name: byOf(known) };
    const done = await needs.acting.run(actor, () =>
      decision.word === 'approved' ? approve(act) : refuse(act),
    );
    if (done.ok) return 'done';
    const now = await db.call('approvals.get', requestId);
    if (!now || now.state === 'waiting') return isPassing(done.error) ? 'waits' : await declined(done.error);
    // It was sent, and the answer was lost; or somebody decided it here meanwhile: first come, first kept.
    return (await isItsEnd(session, now, known)) ? 'done' : await declined(ended(now));
  } finally {
    needs.onWork(-1);
  }
}

/** The oldest first, but a refusal before every approval: whoever says no is heard, whatever the clocks say. */
const refusalsFirst = (all: readonly KnownDecision[]): readonly KnownDecision[] =>
  all.toSorted((a, b) => Number(a.decision.word !== 'refused') - Number(b.decision.word !== 'refused'));

/** A contact of this process with head office went well, and none has failed since. */
async function isThere({ headOffice }: ProfileSession): Promise<boolean> {
  const state = await headOffice.state();
  const standing = state.ok ? state.value.standing : null;
  return standing !== null && standing.isAsked && standing.failure === null;
}

async function takeAll(session: ProfileSession, seen: Set<string>, needs: Needs): Promise<Result<null>> {
  const { headOffice, context } = session;
  if (!(await isThere(session))) return ok(null);
  /** Requests with a decision that comes first and waits. */
  const held = new Set<string>();
  const came = await headOffice.decidedHere(context.clock.nowMs() - LOOKED_BACK_MS);
  // What takes another back is looked at with that one.
  for (const known of refusalsFirst(came.filter((one) => one.problem !== null || !isTakingBack(one)))) {
    const id = idOf(known);
    const { requestId } = known.decision;
    if (seen.has(id) || held.has(requestId)) continue;
    const taken = await takeOne(session, known, needs).catch((error: unknown): Taken => {
      // It is there still, and is looked at again at the next touch. The others do not wait for it.
      context.log.error('decision-not-taken', { error: String(error) });
      return 'waits';
    });
    if (taken === 'done') seen.add(id);
    else if (known.problem === null) held.add(requestId);
  }
  return ok(null);
}

export function createDecisionTaking(needs: Needs) {
  /** Of the sessions that are open: what needs no second look. */
  const done = new WeakMap<ProfileSession, Set<string>>();
  function seenIn(session: ProfileSession): Set<string> {
    const seen = done.get(session) ?? new Set<string>();
    done.set(session, seen);
    return seen;
  }
  return {
    /** Something came from head office, or somebody signed in. One decision follows the other. */
    touch: createTouch(() =>
      needs.use((session) =>
        takeAll(session, seenIn(session), needs).catch((error: unknown) => {
          // What it was about is there still, and is looked at again at the next touch.
          session.context.log.error('decisions-not-taken', { error: String(error) });
          return ok(null);
        }),
      ),
    ),
  };
}
