/** Part refunds of one order, asked for on two PCs and approved one by one: together never more than there is. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { money } from '#shared/money/money.ts';
import { must, paidOrder } from '../services/operations/harness.ts';
import { declinedIn, personAt, PIN } from './approvals.ts';
import { withCluster } from './test-cluster.ts';
import { withChain, type Chain, type ChainPc } from './two-cores.ts';

const asksFor = async (pc: ChainPc, who: string, orderId: string, minor: bigint) => {
  const { operations } = pc.session();
  const wanted = { kind: 'refund' as const, orderId, amount: money(minor, 'EGP') };
  const { preparationId } = must(await operations.prepareOrderMovement(wanted));
  const form = { preparationId, reason: 'customer-cancelled', note: '', pin: PIN };
  const person = personAt(pc, who, 'manager');
  const asked = await person.calls['approvals.request']({ kind: 'order-movement', ...form });
  must(await pc.session().headOffice.look());
  return { person, pc, requestId: must(asked).request.requestId };
};

/** An order of 120.50, of which each of two PCs wants to give some back; the office has approved both. */
async function bothApproved(of: Chain, first: bigint, second: bigint) {
  const { shop, office, bench } = of;
  const branch = must(await shop.session().headOffice.state()).membership?.branch ?? '';
  const other = await of.add(branch, 'Omar');
  const orderId = await paidOrder(bench);
  const tills = [await asksFor(shop, 'Mona', orderId, first), await asksFor(other, 'Omar', orderId, second)];
  const farid = personAt(office, 'Farid', 'finance');
  for (const { pc, requestId, totals } of await farid.others()) {
    const minor = totals[0]?.amount.minor ?? 0n;
    const typed = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
    const decision = { pc: pc.id, requestId, word: 'approved' as const, typed, note: '', pin: PIN };
    must(await farid.calls['approvals.decideElsewhere'](decision));
  }
  const states = () =>
    Promise.all(
      tills.map(
        async ({ pc, requestId }) =>
          (await pc.session().context.db.call('approvals.get', requestId))?.state ?? '',
      ),
    );
  const causes = async () =>
    (await Promise.all(tills.map(({ pc, requestId }) => declinedIn({ ...of, shop: pc }, requestId)))).flat();
  const sent = () => bench.received('PUT', '/v3/orders/');
  return { tills, states, causes, sent };
}

describe.skipIf(findPostgres() === null)('two part refunds of one order', { timeout: 300_000 }, () => {
  const cluster = withCluster();
  const chain = (use: (of: Chain) => Promise<void>) => () => withChain(cluster(), use);

  it(
    'that are together more than is left: the second is not carried out, and says why',
    chain(async (of) => {
      const { tills, states, causes, sent } = await bothApproved(of, 8_000n, 4_100n);
      for (const { person } of tills) await person.take();
      expect(await sent()).toBe(1);
      expect(await states()).toEqual(['approved', 'waiting']);
      const [cause] = await causes();
      expect(cause).toMatchObject({ by: 'Farid (PC )', error: { kind: 'movement' } });
      expect(['nothing-left', 'moved-elsewhere']).toContain(
        (cause as { error: { code: string } }).error.code,
      );
    }),
  );

  it(
    'that are carried out at the same moment: one request leaves',
    chain(async (of) => {
      const { tills, states, sent } = await bothApproved(of, 8_000n, 8_000n);
      await Promise.all(tills.map(({ person }) => person.take()));
      for (const { person } of tills) await person.take();
      expect(await sent()).toBe(1);
      expect((await states()).toSorted()).toEqual(['approved', 'waiting']);
    }),
  );
});
