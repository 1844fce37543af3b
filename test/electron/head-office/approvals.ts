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
import { toDecimal, type Money } from '#shared/money/money.ts';
import { BUSY, must } from '../services/operations/harness.ts';
import type { Chain, ChainPc } from './two-cores.ts';

export const PIN = '280519';

/** The calls of one person at one PC; whoever asks there may still do so. `follows`: the PC takes its people from head office. */
export function personAt(pc: Pick<ChainPc, 'session'>, name: string, role: Role, { follows = false } = {}) {
  let me = { personId: name, name, role };
  let isThere = true;
  let mayAsk = true;
  const acting = createActing();
  const known = {
    check: async (_: string, pin: string) =>
      pin === PIN ? ok(null) : err(peopleError('pin-wrong', { left: 4 })),
    loaded: () => null,
    inOrder: <T>(work: () => Promise<T>) => work(),
    roleOf: (of: { role: Role }) => of.role,
    fresh: async () => ok({ active: mayAsk, role: me.role }),
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
    authorizeElsewhere: createAuthorizeElsewhere({ known, signedIn }),
    chain: () => {
      const place = pc.session().headOffice.chainList.place() ?? '';
      return follows ? { place, first: '', codesAfter: 0, seq: 0, hash: '' } : null;
    },
    followChain: async () => ok(true),
  };
  const use = <T>(work: (session: ProfileSession) => T): T => work(pc.session());
  const calls = createApprovalHandlers(use, { ...people, acting });
  const taking = createDecisionTaking({ use, people, acting, onWork: () => {} });
  return {
    calls,
    leave: () => void (isThere = false),
    comeBack: () => void (isThere = true),
    /** Somebody else signs in instead. */
    makeRoomFor: (other: string) => void (me = { personId: other, name: other, role }),
    /** Whoever asked here may not any more. */
    endAsking: () => void (mayAsk = false),
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
  readonly amounts: readonly Money[];
  readonly kind?: string;
  readonly role?: Role;
  readonly name?: string;
  readonly untilMs?: number;
  readonly atMs?: number;
  readonly word?: 'approved' | 'refused';
};

export async function sign(
  pc: Pick<ChainPc, 'session'>,
  {
    of,
    requestId,
    kind = 'reversal',
    sha256,
    amounts,
    role = 'finance',
    name = 'Farid',
    word = 'approved',
    ...own
  }: Forged,
): Promise<void> {
  const { audit, context, headOffice } = pc.session();
  const atMs = own.atMs ?? context.clock.nowMs();
  const params = {
    of,
    sha256,
    kind,
    amounts: amounts.map((amount) => `${amount.currency} ${toDecimal(amount)}`),
    word,
    note: word === 'refused' ? 'not now' : null,
    person: { id: 'F1', name, role },
    untilMs: own.untilMs ?? atMs + DECISION_HOLDS_MS,
  };
  await audit.record({ action: 'approval.sent', target: requestId, params, outcome: 'ok', atMs });
  must(await headOffice.look());
}

export const PATH = '/v3/payment/reversal';
export const MINUTE = 60_000;

/** A reversal that Mona asked for in the shop. */
export async function asked({ shop, office }: Chain, asker = 'Mona') {
  const { terminals, operations, approvals, context } = shop.session();
  const { rows } = must(
    await terminals.page({
      terminalId: BUSY,
      filter: {
        text: '',
        listing: 'outstanding',
        paymentTypes: ['SALE'],
        entryModes: [],
        minAmount: null,
        maxAmount: null,
        minAgeMs: null,
      },
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 50,
    }),
  );
  const sale = rows.find(({ flags }) => flags.length === 0);
  if (!sale) throw new Error('nothing to reverse');
  const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
  const content = must(operations.reversalToApprove(preparationId, { reason: 'duplicate', note: 'twice' }));
  const { request } = must(await approvals.request(content, { personId: 'M1', name: asker }));
  const { requestId } = request;
  must(await shop.session().headOffice.look());
  must(await office.session().headOffice.look());
  const self = must(await shop.session().headOffice.state()).membership?.pc ?? '';
  const sha256 = (await context.db.call('approvals.sha256', requestId)) ?? '';
  const mona = personAt(shop, 'Mona', 'manager');
  const farid = personAt(office, 'Farid', 'finance');
  const typed = `${sale.amount.minor / 100n}.${String(sale.amount.minor % 100n).padStart(2, '0')}`;
  const decision = { pc: self, requestId, word: 'approved' as const, typed, note: '', pin: PIN };
  const forged: Forged = { of: self, requestId, sha256, amounts: [sale.amount] };
  const stateOf = async () => (await context.db.call('approvals.get', requestId))?.state;
  return { sale, requestId, mona, farid, decision, forged, stateOf };
}
export const declinedIn = async ({ shop }: Chain, requestId: string): Promise<unknown[]> => {
  const { db } = shop.session().context;
  const entries = await db.call('audit.entries', { after: 0, upTo: 1_000_000, limit: 1_000 });
  return entries
    .filter(({ action, target }) => action === 'approval.declined' && target === requestId)
    .map(({ params }) => JSON.parse(params) as unknown);
};
