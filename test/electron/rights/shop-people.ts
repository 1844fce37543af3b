/** People at the counter of a shop, who ask for an approval and give it; and a day that needs one. */
import { createApprovalHandlers } from '#electron/services/approvals/index.ts';
import { createActing } from '#electron/services/people/acting.ts';
import { createAuthorize } from '#electron/services/people/authorize.ts';
import type { KnownPeople } from '#electron/services/people/known-people.ts';
import { defaultLimits } from '#shared/domain/ladder.ts';
import type { Role } from '#shared/domain/rights.ts';
import { ok } from '#shared/errors/result.ts';
import { begin, must, salesOf, type Shop } from '../services/closing/shop.ts';

/** The handlers over a shop; everybody's PIN is right. */
export function peopleOf(shop: Shop) {
  let me: { personId: string; name: string; role: Role } | null = null;
  const roleOf = new Map<string, Role>();
  const acting = createActing();
  shop.actor = acting.name;
  const known = {
    check: async () => ok(null),
    loaded: () => null,
    inOrder: <T>(work: () => Promise<T>) => work(),
    roleOf: ({ role }: { role: Role }) => role,
    fresh: async (personId: string) => ok({ active: true, role: roleOf.get(personId) ?? 'manager' }),
  } as unknown as KnownPeople;
  const signedIn = () => me;
  const handlers = createApprovalHandlers((use) => use(shop.session()), {
    authorize: createAuthorize({ known, signedIn, actor: acting.current, onRefused: () => {} }),
    signedIn,
    limits: () => ({
      reversal: [...defaultLimits.reversal],
      instantSettlement: [...defaultLimits.instantSettlement],
      orderMovement: [...defaultLimits.orderMovement],
      payout: [...defaultLimits.payout],
      writeOff: [...defaultLimits.writeOff],
    }),
    acting,
  });
  const as = (name: string, role: Role) => {
    const who = (me = { personId: name, name, role });
    roleOf.set(name, role);
    return <T>(use: (calls: typeof handlers) => Promise<T>) => acting.run(who, () => use(handlers));
  };
  return as;
}
export const pin = '280519';

/** Counted EGP 900 short: above the limit, and explained. */
export async function countedShort(shop: Shop): Promise<string> {
  shop.sell('T1', 100_000n);
  const { closingId } = (await begin(shop)).closing;
  const { closing } = shop.session();
  must(await closing.read({ closingId, terminalIds: null }));
  const leave = { reason: 'disputed' as const, note: '' };
  must(await closing.leaveOutstanding({ closingId, terminalId: 'T1', leave }));
  must(await closing.freeze({ closingId, provisional: false }));
  const line = salesOf('T1');
  must(await closing.count({ closingId, lines: [{ ...line, typed: '100' }] }));
  must(await closing.explain({ closingId, ...line, reason: 'slip-missing', note: 'lost' }));
  return closingId;
}
