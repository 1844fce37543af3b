/** The PC of a branch and the office's, of a merchant whose terminals the test fills by hand: for closes and reconciliation. */
import { ok } from '#shared/errors/result.ts';
import { withShop, type Shop } from '../services/closing/shop.ts';
import { headOfficeWorkerUrl } from '../../workers.ts';
import type { Cluster } from './cluster.ts';
import { enrolled, openRecord, place } from './record.ts';

let made = 0;

export async function withShops(
  cluster: Cluster,
  use: (of: { shop: Shop; office: Shop }) => Promise<void>,
): Promise<void> {
  made += 1;
  const database = `shops_${made}`;
  const owner = await openRecord(cluster, database);
  const memberOf = async (branch: string, name: string) => {
    const membership = {
      ...(await enrolled(cluster, owner, database, place(branch, 'MID-1', 'live'))),
      name,
    };
    const memberships = {
      read: async () => ok(membership),
      write: async () => ok(true as const),
      forget: async () => ok(null),
    };
    return { memberships, headOfficeWorkerUrl };
  };
  try {
    const branch = await memberOf('B1', 'Till');
    const desk = await memberOf('', 'Desk');
    await withShop(
      (shop) => withShop((office) => use({ shop, office }), { T1: 'B1' }, desk),
      { T1: 'B1' },
      branch,
    );
  } finally {
    await owner.close().catch(() => null);
  }
}
