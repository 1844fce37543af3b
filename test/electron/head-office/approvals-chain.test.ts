/** Decisions of other PCs where a shop takes its people from head office: only people of the list on confirmed PCs decide. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { PeopleChange } from '#electron/head-office/people-record.ts';
import type { Role } from '#shared/domain/rights.ts';
import { must } from '../services/operations/harness.ts';
import { asked, declinedIn, PATH, personAt, sign } from './approvals.ts';
import { withCluster } from './test-cluster.ts';
import { withChain, type Chain, type ChainPc } from './two-cores.ts';

const BY = { id: 'A1', name: 'Amira' };
const idOf = async (pc: ChainPc) => must(await pc.session().headOffice.state()).membership?.pc ?? '';

async function add(pc: ChainPc, change: PeopleChange): Promise<void> {
  const { headOffice } = pc.session();
  must(await headOffice.look());
  const read = await headOffice.chainList.read();
  if (!read) throw new Error('no list');
  expect(await headOffice.chainList.add(change, read.list)).toEqual({ kind: 'added' });
  must(await headOffice.look());
}
const person = (id: string, name: string, role: Role, active = true): PeopleChange => ({
  ...{ what: 'person', by: BY, person: { id, name, role, active } },
});

/** Amira has begun the list at the office, Farid decides there, and the shop takes its people from it. */
async function listed({ office, shop }: Chain, role: Role) {
  const pc = { id: await idOf(office), name: 'Office', confirmed: true };
  await add(office, { what: 'begin', by: BY, person: { ...BY, role: 'administrator', active: true }, pc });
  await add(office, person('F1', 'Farid', role));
  must(await shop.session().headOffice.look());
  return { mona: personAt(shop, 'Mona', 'manager', { follows: true }) };
}

describe.skipIf(findPostgres() === null)('a decision by somebody of the list', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it('counts with the role that the list says, whatever role its PC signs', () =>
    withChain(cluster(), async (chain) => {
      const { forged, requestId, stateOf } = await asked(chain);
      const { mona } = await listed(chain, 'cashier');
      await sign(chain.office, { ...forged, role: 'finance' });
      await mona.take();
      expect(await stateOf()).toBe('waiting');
      expect(await declinedIn(chain, requestId)).toMatchObject([
        { error: { code: 'decision-not-allowed', params: { cause: 'chain' } } },
      ]);
      await add(chain.office, person('F1', 'Farid', 'finance'));
      await sign(chain.office, { ...forged, role: 'finance' });
      await mona.take();
      expect(await stateOf()).toBe('approved');
      expect(await chain.bench.received('PUT', PATH)).toBe(1);
    }));

  it('is recorded under the names of the list, whatever name its PC signs', () =>
    withChain(cluster(), async (chain) => {
      const { forged, requestId, stateOf } = await asked(chain);
      const { mona } = await listed(chain, 'finance');
      await sign(chain.office, { ...forged, name: 'The owner' });
      await mona.take();
      expect(await stateOf()).toBe('approved');
      const { context, operations } = chain.shop.session();
      const stored = await context.db.call('approvals.get', requestId);
      expect(stored?.decidedBy).toBe('Farid (Office)');
      const { events } = must(await operations.detail({ opId: stored?.opId ?? '' }));
      expect(events[0]?.params).toMatchObject({ approvedBy: 'Farid (Office)' });
    }));

  it('counts from a confirmed PC only: who enrols a PC cannot decide with it', () =>
    withChain(cluster(), async (chain) => {
      const { forged, requestId, stateOf } = await asked(chain);
      const { mona } = await listed(chain, 'finance');
      const enrolled = await chain.add('', 'Nobody');
      await sign(enrolled, { ...forged, role: 'finance' });
      await mona.take();
      expect(await stateOf()).toBe('waiting');
      expect(await chain.bench.received('PUT', PATH)).toBe(0);
      expect(await declinedIn(chain, requestId)).toMatchObject([{ error: { code: 'decision-not-allowed' } }]);
    }));

  it('does not count any more if the person was withdrawn while the terminal was read', () =>
    withChain(cluster(), async (chain) => {
      const { forged, stateOf } = await asked(chain);
      const { mona } = await listed(chain, 'finance');
      await sign(chain.office, forged);
      const { operations, headOffice } = chain.shop.session();
      const read = operations.prepareReversal.bind(operations);
      operations.prepareReversal = async (input) => {
        const prepared = await read(input);
        await add(chain.office, person('F1', 'Farid', 'finance', false));
        must(await headOffice.look());
        await headOffice.chainList.read();
        return prepared;
      };
      await mona.take();
      expect(await stateOf()).toBe('waiting');
      expect(await chain.bench.received('PUT', PATH)).toBe(0);
    }));
});
