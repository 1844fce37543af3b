/** People at a shop's PC and at the office's, who ask for an approval and decide it from the other computer. */
import type { ProfileSession } from '#electron/core/profile-session.ts';
import { createDecisionTaking } from '#electron/handlers/decided-elsewhere.ts';
import { createApprovalHandlers } from '#electron/services/approvals/index.ts';
import { createActing } from '#electron/services/people/acting.ts';
import { createAuthorize, createAuthorizeElsewhere } from '#electron/services/people/authorize.ts';
import type { KnownPeople } from '#electron/services/people/known-people.ts';
import { DECISION_HOLDS_MS } from '#electron/services/approvals/index.ts';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { defaultLimits } from '#shared/domain/ladder.ts';
import type { Role } from '#shared/domain/rights.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import { must } from '../services/operations/harness.ts';
import type { ChainPc } from './two-cores.ts';

export const PIN = '280519';

/** The calls of one person at one PC; whoever asks there may still do so. */
export function personAt(pc: ChainPc, name: string, role: Role) {
  const me = { personId: name, name, role };
  let isThere = true;
  const acting = createActing();
  const known = {
    check: async (_: string, pin: string) =>
      pin === PIN ? ok(null) : err(peopleError('pin-wrong', { left: 4 })),
    loaded: () => null,
    inOrder: <T>(work: () => Promise<T>) => work(),
    roleOf: (of: { role: Role }) => of.role,
    fresh: async () => ok({ active: true, role: 'manager' }),
  } as unknown as KnownPeople;
  const signedIn = () => (isThere ? me : null);
  const people = {
    signedIn,
    // Every reversal needs a second person.
    limits: () => ({
      reversal: [],
      instantSettlement: [...defaultLimits.instantSettlement],
      orderMovement: [...defaultLimits.orderMovement],
      payout: [...defaultLimits.payout],
      writeOff: [...defaultLimits.writeOff],
    }),
    authorize: createAuthorize({ known, signedIn, actor: acting.current, onRefused: () => {} }),
    authorizeElsewhere: createAuthorizeElsewhere(known),
  };
  const use = <T>(work: (session: ProfileSession) => T): T => work(pc.session());
  const calls = createApprovalHandlers(use, { ...people, acting });
  const taking = createDecisionTaking({ use, people, acting, onWork: () => {} });
  return {
    calls,
    leave: () => void (isThere = false),
    comeBack: () => void (isThere = true),
    /** What came from head office is looked at. */
    async take(): Promise<void> {
      must(await pc.session().headOffice.look());
      await taking.touch();
      must(await pc.session().headOffice.look());
    },
    others: async (): Promise<OtherApproval[]> => {
      must(await pc.session().headOffice.look());
      return must(await calls['approvals.list']({})).others;
    },
  };
}

/** A decision as the office's PC signs it, with whatever is in it. */
export type Forged = {
  readonly of: string;
  readonly requestId: string;
  readonly sha256: string;
  readonly amount: Money;
  readonly role?: Role;
  readonly name?: string;
  readonly untilMs?: number;
  readonly atMs?: number;
};

export async function sign(
  pc: ChainPc,
  { of, requestId, sha256, amount, role = 'finance', name = 'Farid', ...own }: Forged,
): Promise<void> {
  const { audit, context, headOffice } = pc.session();
  const atMs = own.atMs ?? context.clock.nowMs();
  const params = {
    of,
    sha256,
    amount: { minor: String(amount.minor), currency: amount.currency },
    word: 'approved',
    note: null,
    person: { id: 'F1', name, role },
    untilMs: own.untilMs ?? atMs + DECISION_HOLDS_MS,
  };
  await audit.record({ action: 'approval.sent', target: requestId, params, outcome: 'ok', atMs });
  must(await headOffice.look());
}
