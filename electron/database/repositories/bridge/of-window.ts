/** What the bank got for one window or early payout, each sum of money once. */
import type { StatementDeposit } from '#shared/contract/bridge.ts';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import type { Money } from '#shared/money/money.ts';
import type { FilesWithResults } from '../../db.ts';
import { allWindows } from '../windows.ts';
import { knownDeposits } from './deposits.ts';
import { paidTogether } from './paid-together.ts';

type KnownDeposit = {
  readonly depositId: string;
  readonly amount: Money;
  /** YYYY-MM-DD, as the bank says. */
  readonly day: string;
  /** Why it is known: a person entered it, or a statement has it. */
  readonly ground: 'entered' | StatementDeposit['ground'];
  /** Who entered it. */
  readonly by: string | null;
};
type Wanted = { readonly windowId: string } | { readonly requestId: string };

/** Looks for several in one reading of all deposits. What was entered and is a line of a statement, too, is that line. */
export function depositsFinder(
  files: FilesWithResults,
): (wanted: Wanted, currency: string) => KnownDeposit[] {
  const deposits = knownDeposits(files);
  const groups = paidTogether(allWindows(files.cache), deposits.together).byWindow;
  return (wanted, currency) => {
    const own =
      'windowId' in wanted
        ? { subject: wanted.windowId, windowIds: [wanted.windowId] }
        : { subject: earlySubject(wanted.requestId), windowIds: [] };
    const group = groups.get(own.subject);
    const found = [own, ...(group ? [group] : [])].flatMap(({ subject, windowIds }) => {
      const { entered, statement, confirmed } = deposits.of({ subject, windowIds, currency });
      const typed = entered.filter(({ depositId, withdrawn }) => !withdrawn && !confirmed.has(depositId));
      return [
        ...typed.map((one): KnownDeposit => ({ ...one, day: one.receivedOn, ground: 'entered' })),
        ...statement.map((one): KnownDeposit => ({
          depositId: one.lineId,
          amount: one.amount,
          day: one.bookedOn,
          ground: one.ground,
          by: null,
        })),
      ];
    });
    return [...new Map(found.map((one) => [one.depositId, one])).values()];
  };
}
