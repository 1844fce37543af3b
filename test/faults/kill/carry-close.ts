/** The close of a branch's day by a person who does whatever is next, wherever it stands: begun, half counted, or not at all. */
import type { ProfileSession } from '#electron/core/profile-session.ts';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ClosingStep } from '#shared/domain/closing.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { TERMINAL } from './access.ts';

const BRANCH = 'BR-01';
/** More than a day needs: one that does not come to its end is broken. */
const MOST_ACTS = 30;

function must<T>(result: Result<T, AppError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** What is outstanding on the first terminal is acknowledged where it can be; elsewhere it is left with a reason. */
async function acknowledge({ operations, closing }: ProfileSession, { closingId, terminals }: ClosingDetail) {
  const open = terminals.find((one) => one.outstandingCount > 0 && !one.outstandingLeft);
  if (!open) throw new Error('nothing is outstanding');
  const { terminalId } = open;
  const plan =
    terminalId === TERMINAL && (await operations.prepareAcknowledgement({ terminalId, seenReadAtMs: null }));
  const sent = plan && plan.ok ? await operations.confirmAcknowledgement(plan.value) : null;
  if (sent?.ok) must(await closing.read({ closingId, terminalIds: [terminalId] }));
  else {
    const leave = { reason: 'disputed' as const, note: '' };
    must(await closing.leaveOutstanding({ closingId, terminalId, leave }));
  }
}

/** By a read where that says it, or by a person where it is a day old. */
async function settle({ operations }: ProfileSession, opId: string): Promise<boolean> {
  const { state } = must(await operations.checkNow({ opId })).operation;
  if (state !== 'NEEDS_PERSON') return state === 'SUCCEEDED_BY_READ';
  const evidence = { evidence: 'provider-portal' as const, evidenceReference: 'T-1', reason: 'not there' };
  must(await operations.resolve({ opId, resolution: 'not-done', ...evidence }));
  return true;
}

/** What a kill of an earlier day left open would keep a terminal from being acknowledged. */
async function settleEarlier(session: ProfileSession): Promise<void> {
  const page = { scope: 'unknown' as const, kind: null, cursor: null, limit: 50 };
  for (const { opId } of must(await session.operations.page(page)).rows) await settle(session, opId);
}

async function settleOrCarry(session: ProfileSession, { closingId, operations }: ClosingDetail) {
  const opId = operations.find(({ carried }) => carried === null)?.opId ?? '';
  if (await settle(session, opId)) return;
  must(await session.closing.carry({ closingId, opId, note: 'looked up' }, 'samir'));
}

/** One pound too little in the first line. */
async function count({ closing }: ProfileSession, detail: ClosingDetail) {
  const { closingId, frozenAtMs } = detail;
  if (frozenAtMs === null) return must(await closing.freeze({ closingId, provisional: false }));
  const lines = detail.lines.map(({ currency, paymentType, terminalId, side, expected }, index) => ({
    currency,
    paymentType,
    terminalId,
    side,
    typed: toDecimal(money((expected?.minor ?? 0n) - (index === 0 ? 100n : 0n), currency)),
  }));
  return must(await closing.count({ closingId, lines }));
}

async function explain({ closing }: ProfileSession, { closingId, lines }: ClosingDetail) {
  for (const { currency, paymentType, terminalId, side, verdict } of lines)
    if (verdict === 'to-explain') {
      const given = {
        currency,
        paymentType,
        terminalId,
        side,
        reason: 'slip-missing' as const,
        note: 'lost',
      };
      must(await closing.explain({ closingId, ...given }));
    }
}

async function doStep(session: ProfileSession, step: ClosingStep, detail: ClosingDetail): Promise<unknown> {
  const { closing } = session;
  const { closingId } = detail;
  switch (step) {
    case 'reads':
      return must(await closing.read({ closingId, terminalIds: null }));
    case 'acknowledge':
      return acknowledge(session, detail);
    case 'operations':
      return settleOrCarry(session, detail);
    case 'count':
      return count(session, detail);
    case 'differences':
      return explain(session, detail);
    case 'confirm':
      return must(await closing.confirm(closingId, 'samir'));
  }
}

const doneOf = ({ steps }: ClosingDetail) => steps.flatMap(({ step, done }) => (done ? [step] : []));
export type Kept = { closingId: string; done: ClosingStep[]; frozen: boolean; number: number | null };
const keptOf = (detail: ClosingDetail): Kept => ({
  closingId: detail.closingId,
  done: doneOf(detail),
  frozen: detail.frozenAtMs !== null,
  number: detail.number,
});

/** What is kept of a close. */
export const keptIn = async ({ closing }: ProfileSession, closingId: string): Promise<Kept> =>
  keptOf(must(await closing.detail({ closingId })));

/** Today's close: begun now, begun before, or closed already. */
async function closeOfToday({ closing }: ProfileSession): Promise<string> {
  const begun = await closing.begin({ branchKey: BRANCH, businessDate: null });
  if (begun.ok || begun.error.code !== 'day-closed') return must(begun).closing.closingId;
  const [last] = must(await closing.history({ branchKey: BRANCH, cursor: null, limit: 1 })).rows;
  if (!last) throw new Error('the day is closed, and no close is listed');
  return last.closingId;
}

/** Until the branch's day is closed; answers its close. `tell` hears what is kept after every act. */
export async function carryClose(session: ProfileSession, tell: (kept: Kept) => void): Promise<string> {
  const { closing, terminals } = session;
  must(await terminals.refreshList());
  await settleEarlier(session);
  const closingId = await closeOfToday(session);
  for (let acts = 0; acts < MOST_ACTS; acts += 1) {
    const detail = must(await closing.detail({ closingId }));
    tell(keptOf(detail));
    const next = detail.steps.find(({ done }) => !done);
    if (!next) return closingId;
    await doStep(session, next.step, detail);
  }
  throw new Error(`not closed after ${MOST_ACTS} acts`);
}
