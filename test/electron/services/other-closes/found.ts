/** What the bridge and the reconciliation of a PC find, in one figure. */
import { must, type Shop } from '../closing/shop.ts';
import { reconcile } from '../reconciliation/settled.ts';

/** Pairs of a sale that was closed and one that was settled. */
export async function matchesOf(shop: Shop) {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  return sales?.matched.reduce((sum, { matches }) => sum + matches, 0);
}
export const lineOf = async (shop: Shop, name: string) =>
  must(await shop.session().bridge.get({ subject: 'SW-1' })).lines.find(({ line }) => line === name);
