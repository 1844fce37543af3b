/** Where the money is, in double entry: every event that moves money is one posting whose amounts add up to zero. */
import type { World } from '../world.ts';
import { nextNumber } from './ids.ts';
import { prepared } from './prepared.ts';

/**
 * `shoppers`, `deposits`: where money comes from (negative). `on-hold`: net sales not settled yet. `early`: early payouts
 * on their way. `available`: what payouts are made from. `transfers`: payouts on their way. `merchant-bank`, `recipients`,
 * `fees`, `vat`: where it ends.
 */
type Account =
  | 'shoppers'
  | 'deposits'
  | 'on-hold'
  | 'early'
  | 'available'
  | 'transfers'
  | 'merchant-bank'
  | 'recipients'
  | 'fees'
  | 'vat';

type Posting = {
  kind: string;
  /** The id of what it is about. */
  ref: string;
  atMs: number;
  currency: string;
  /** Minor units; accounts that are left out do not change. */
  amounts: Partial<Record<Account, number>>;
};

/** Writes a posting; throws if it would make or lose money. */
export function post(world: World, { kind, ref, atMs, currency, amounts }: Posting): void {
  const entries = Object.entries(amounts).filter(([, minor]) => minor !== 0);
  const sum = entries.reduce((total, [, minor]) => total + minor, 0);
  if (sum !== 0) throw new Error(`the posting ${kind} ${ref} is out of balance by ${sum}`);
  const posting = nextNumber(world, 'posting');
  const insert = prepared(world.db, 'INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const [account, minor] of entries) insert.run(posting, kind, ref, atMs, account, currency, minor);
}

export function balanceOf(world: World, account: Account, currency: string): number {
  const { sum } = prepared(
    world.db,
    'SELECT COALESCE(SUM(amount_minor), 0) AS sum FROM ledger WHERE account = ? AND currency = ?',
  ).get(account, currency) as { sum: number };
  return sum;
}
