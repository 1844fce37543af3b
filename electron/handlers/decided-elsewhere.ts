/**
 * Decisions of other PCs on requests of this one. Each is checked here as if nothing had been checked before, and then takes the way
 * of a decision that is made here: the same confirmation, after a fresh read of this PC. What is not carried out is recorded with
 * its cause, and the request goes on waiting. A decision is used once.
 */
import { isDecidedElsewhere, type ApprovalRequest } from '#shared/contract/approvals.ts';
import { reversalReasons, type MovementKind } from '#shared/domain/operation.ts';
import { rightOfKind } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, toDecimal } from '#shared/money/money.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { KnownDecision } from '../head-office/store-approvals.ts';
import { createConfirm, DECISION_HOLDS_MS } from '../services/approvals/index.ts';
import type { Acting, Decider, PeopleService } from '../services/people/index.ts';
import { createOperationHandlers } from './operations.ts';

/** The clock of another PC may be this far ahead. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Longer than one can hold, so that one that came too late is told as that. */
const LOOKED_BACK_MS = 3 * 3_600_000;

type Needs = {
  readonly use: UseSession;
  readonly people: Pick<PeopleService, 'authorizeElsewhere' | 'signedIn' | 'limits'>;
  readonly acting: Pick<Acting, 'run'>;
  /** Work that acts has begun, or ended: the lock waits for it. */
  readonly onWork: (change: 1 | -1) => void;
};
type Taken = 'done' | 'waits';

/** One that does not verify is another thing than the one that its PC may have signed. */
const idOf = ({ hash, problem }: KnownDecision): string => (problem === null ? hash : `${hash}/${problem}`);
const byOf = ({ decision, pcName }: KnownDecision): string => `${decision.by.name} (${pcName})`;
const deciderOf = (known: KnownDecision): Decider => ({ ...known.decision.by, by: byOf(known) });

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

/** It holds for exactly what was asked. */
async function isOfThis({ context }: ProfileSession, request: ApprovalRequest, { decision }: KnownDecision) {
  const sha256 = await context.db.call('approvals.sha256', request.requestId);
  const [total, ...more] = request.totals;
  const isSame = more.length === 0 && total !== undefined && sameMoney(total.amount, decision.amount);
  return isSame && sha256 === decision.sha256 && isDecidedElsewhere(request.kind);
}

/** Through the calls that a person's dialog makes: prepared by a fresh read, then confirmed. */
async function approve(
  session: ProfileSession,
  request: ApprovalRequest,
  known: KnownDecision,
  people: Needs['people'],
): Promise<Result<unknown, AppError>> {
  const confirm = createConfirm({
    limits: people.limits,
    authorize: async ({ right, request: asked }) => {
      const allowed = await people.authorizeElsewhere({ right, request: asked, decider: deciderOf(known) });
      return allowed.ok ? ok({ ...allowed.value, decision: known.hash }) : allowed;
    },
  });
  const calls = createOperationHandlers((work) => work(session), confirm);
  const { requestId, kind, subject, reason, note } = request;
  const { amount } = known.decision;
  const authorization = { pin: '', second: null, requestId };
  const form = { note: note ?? '', typedAmount: toDecimal(amount), authorization };
  if (kind === 'reversal') {
    const known = reversalReasons.find((one) => one === reason);
    if (!known) return err(peopleError('decision-changed'));
    const prepared = await calls['reversal.prepare']({ rowId: subject });
    if (!prepared.ok) return prepared;
    const { preparationId, transaction } = prepared.value;
    if (!sameMoney(transaction.amount, amount)) return err(peopleError('decision-changed'));
    return calls['reversal.confirm']({ preparationId, reason: known, ...form });
  }
  if (!isDecidedElsewhere(kind)) return err(peopleError('decision-changed'));
  const prepared = await calls['orderMovement.prepare']({ kind, orderId: subject, amount });
  if (!prepared.ok) return prepared;
  const { preparationId } = prepared.value;
  return calls['orderMovement.confirm']({ preparationId, reason: reason ?? '', ...form });
}

async function refuse(
  { approvals }: ProfileSession,
  request: ApprovalRequest,
  known: KnownDecision,
  people: Needs['people'],
): Promise<Result<unknown, AppError>> {
  const right = rightOfKind[request.kind as MovementKind];
  const allowed = await people.authorizeElsewhere({ right, request, decider: deciderOf(known) });
  if (!allowed.ok) return allowed;
  const who = { personId: personOf(known), name: byOf(known), decision: known.hash };
  return approvals.refuse(request.requestId, known.decision.note ?? '', who);
}

const personOf = ({ pc, decision }: KnownDecision): string => `${pc}/${decision.by.id}`;

/** A decision was carried out, and Closeout ended before it was recorded. */
async function tellEnd(
  { approvals, context }: ProfileSession,
  request: ApprovalRequest,
  known: KnownDecision,
) {
  if (request.state !== 'approved' || (await context.db.call('approvals.isEndRecorded', request.requestId)))
    return;
  approvals.approved(request, { by: byOf(known), decision: known.hash }, request.opId);
}

const ended = ({ decidedBy }: ApprovalRequest): AppError =>
  peopleError('request-not-open', { cause: 'ended', by: decidedBy ?? '' });

async function takeOne(session: ProfileSession, known: KnownDecision, needs: Needs): Promise<Taken> {
  const { context, approvals, headOffice } = session;
  const { decision } = known;
  const { requestId } = decision;
  const { db, clock } = context;
  const id = idOf(known);
  if (await db.call('approvals.isDeclined', { requestId, decision: id })) return 'done';
  const request = await db.call('approvals.get', requestId);
  const declined = async (error: AppError): Promise<Taken> => {
    const totals = [{ count: 1, amount: decision.amount }];
    const stored = await approvals.declined(request ?? { requestId, totals }, byOf(known), id, error);
    return stored ? 'done' : 'waits';
  };
  const state = await headOffice.state();
  const branch = state.ok ? (state.value.membership?.branch ?? '') : '';
  const fault = faultOf(known, branch, clock.nowMs());
  if (known.problem !== null) return declined(peopleError('decision-unsigned'));
  if (!request) return declined(peopleError('request-not-open'));
  if (request.state !== 'waiting') {
    const isThis = request.decidedBy === byOf(known) && request.state === decision.word;
    if (!isThis) return declined(ended(request));
    await tellEnd(session, request, known);
    return 'done';
  }
  if (fault) return declined(fault);
  if (!(await isOfThis(session, request, known))) return declined(peopleError('decision-changed'));
  // Nothing leaves while nobody is signed in, and a refusal is told when somebody is there.
  if (needs.people.signedIn() === null) return 'waits';
  const act = decision.word === 'approved' ? approve : refuse;
  needs.onWork(1);
  try {
    const actor = { personId: personOf(known), name: byOf(known) };
    const done = await needs.acting.run(actor, () => act(session, request, known, needs.people));
    if (done.ok) return 'done';
    // Somebody decided it here meanwhile: first come, first kept.
    const now = await db.call('approvals.get', requestId);
    return await declined(now && now.state !== 'waiting' ? ended(now) : done.error);
  } finally {
    needs.onWork(-1);
  }
}

export function createDecisionTaking(needs: Needs) {
  /** Of the sessions that are open: what needs no second look. */
  const done = new WeakMap<ProfileSession, Set<string>>();
  let again = false;
  let running: Promise<void> | null = null;

  async function takeAll(session: ProfileSession): Promise<Result<null>> {
    const { headOffice, context } = session;
    const seen = done.get(session) ?? new Set<string>();
    done.set(session, seen);
    for (const known of await headOffice.decidedHere(context.clock.nowMs() - LOOKED_BACK_MS)) {
      const id = idOf(known);
      if (!seen.has(id) && (await takeOne(session, known, needs)) === 'done') seen.add(id);
    }
    return ok(null);
  }
  async function run(): Promise<void> {
    do {
      again = false;
      await needs.use((session) =>
        takeAll(session).catch((error: unknown) => {
          // What it was about is there still, and is looked at again at the next touch.
          session.context.log.error('decisions-not-taken', { error: String(error) });
          return ok(null);
        }),
      );
    } while (again);
    running = null;
  }
  return {
    /** Something came from head office, or somebody signed in. One decision follows the other. */
    touch(): Promise<void> {
      again = true;
      return (running ??= run());
    },
  };
}
