/** Two PCs that move the same money: one request, whatever the server does meanwhile. */
import { describe, expect, it } from 'vitest';
import { openBatons } from '#electron/head-office/baton-file.ts';
import { connect } from '#electron/head-office/connection.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publishedClaim } from '#electron/head-office/published.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { BUSY, must } from '../services/operations/harness.ts';
import { claimBy } from './batons.ts';
import { openCluster } from './cluster.ts';
import { withCluster } from './test-cluster.ts';
import { withChain, type Chain, type ChainPc } from './two-cores.ts';
import { confirm, prepare, confirmed as reverse, salesOf } from './two-cores-sales.ts';

const PATH = '/v3/payment/reversal';
const PAIRS = 40;
/** On a machine that is busy. */
const SOON = { timeout: 60_000 };

const openAt = async ({ owner }: Chain) =>
  (await owner.rows('SELECT op_id FROM head_office.claim WHERE ended_at IS NULL')).length;
const storyOf = async (pc: ChainPc, opId: string) =>
  must(await pc.session().operations.detail({ opId })).events;

describe.skipIf(findPostgres() === null)('two PCs and one piece of money', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it(`${PAIRS} reversals are confirmed on both at once: ${PAIRS} requests, and the other is told by whom`, () =>
    withChain(
      cluster(),
      async (chain) => {
        const { shop, office, bench } = chain;
        const sales = (await salesOf(chain)).slice(0, PAIRS);
        expect(sales).toHaveLength(PAIRS);
        const refusals: AppError[] = [];
        for (const sale of sales) {
          const prepared = await Promise.all([prepare(shop, sale), prepare(office, sale)]);
          const answers = await Promise.all([
            confirm(shop, prepared[0], sale),
            confirm(office, prepared[1], sale),
          ]);
          expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
          for (const answer of answers) if (!answer.ok) refusals.push(answer.error);
        }
        expect(await bench.received('PUT', PATH)).toBe(PAIRS);
        for (const { code, params } of refusals) {
          expect(['claimed', 'moved-elsewhere']).toContain(code);
          expect(['Mona', 'Farid']).toContain(params['actor']);
          expect(params['atMs']).toBeGreaterThan(1_700_000_000_000);
        }
        const inJournals = await Promise.all(
          [shop, office].map((pc) =>
            pc
              .session()
              .context.db.call('journal.page', { scope: 'all', kind: null, afterSeq: null, limit: 500 }),
          ),
        );
        expect(inJournals.flat()).toHaveLength(PAIRS);
        await expect.poll(() => openAt(chain), SOON).toBe(0);
      },
      { transactions: 200 },
    ));

  it('an unknown result keeps its claim, also over a restart; its ending gives it back', () =>
    withChain(cluster(), async (chain) => {
      const { shop, office, bench } = chain;
      const [sale] = await salesOf(chain);
      if (!sale) throw new Error('nothing to reverse');
      const prepared = await prepare(office, sale);
      await bench.fault('PUT', PATH, { kind: 'drop-after' });
      const { operation } = must(await reverse(shop, sale));
      expect(operation.state).toBe('UNKNOWN');
      const [asked] = await storyOf(shop, operation.opId);
      expect(asked).toMatchObject({ code: 'asked', params: { claim: 'head-office' } });
      await shop.restart();
      expect(await openAt(chain)).toBe(1);
      expect(await confirm(office, prepared, sale)).toMatchObject({
        error: { code: 'claimed', params: { actor: 'Mona' } },
      });
      const checked = must(await shop.session().operations.checkNow({ opId: operation.opId }));
      expect(checked.operation.state).toBe('SUCCEEDED_BY_READ');
      await expect.poll(() => openAt(chain), SOON).toBe(0);
      expect(await bench.received('PUT', PATH)).toBe(1);
    }));

  it('a process that ended between its claim and its intent gives it back when it begins again', () =>
    withChain(cluster(), async (chain) => {
      const { shop } = chain;
      await shop.restart(async (folder) => {
        const connection = await connect(shop.login);
        const { batons, close } = openBatons(folder);
        const movement = {
          opId: 'never-begun',
          subjectKey: 's',
          kind: 'reversal',
          terminalId: BUSY,
          orderId: null,
          rowIds: [],
        } as const;
        const asked = { ...publishedClaim(movement, 'Mona'), movedWithinMs: 0 };
        expect(await claimBy({ connection, batons }, asked)).toEqual({ kind: 'claimed' });
        close();
        await connection.close();
      });
      await expect.poll(() => openAt(chain), SOON).toBe(0);
    }));

  it('a claim whose PC is gone is taken over by a person who has just read its terminal, and only then', () =>
    withChain(cluster(), async (chain) => {
      const { shop, office, bench } = chain;
      const [sale] = await salesOf(chain);
      if (!sale) throw new Error('nothing to reverse');
      await bench.fault('PUT', PATH, { kind: 'drop-before' });
      const { operation } = must(await reverse(shop, sale));
      await shop.session().stop();
      const { headOffice, terminals } = office.session();
      const claimsNow = async () => must(await headOffice.look()).standing?.claims ?? [];
      const [held] = await claimsNow();
      expect(held).toMatchObject({ opId: operation.opId, actor: 'Mona', terminalId: BUSY });
      const taking = { number: held?.number ?? 0, note: 'The shop burnt down. Not reversed on the list.' };
      bench.clock.forward(180_000);
      expect(await headOffice.takeOver(taking)).toMatchObject({ error: { code: 'claim-unread' } });
      must(await terminals.readTerminal(BUSY));
      expect(await headOffice.takeOver({ ...taking, note: 'card 4111 1111 1111 1111' })).toMatchObject({
        error: { kind: 'input' },
      });
      expect(await claimsNow()).toHaveLength(1);
      expect(must(await headOffice.takeOver(taking)).standing?.claims).toEqual([]);
      expect(await headOffice.takeOver(taking)).toMatchObject({ error: { code: 'claim-ended' } });
      const { operation: second } = must(await reverse(office, sale));
      expect(second.state).toBe('SUCCEEDED');
      const { db } = office.session().context;
      const entries = await db.call('audit.entries', { after: 0, upTo: 1_000, limit: 1_000 });
      expect(entries.map(({ action, target }) => ({ action, target }))).toContainEqual({
        action: 'claim.taken-over',
        target: operation.opId,
      });
      await shop.restart();
    }));

  it('a server that lost the claims gets them again', () =>
    withChain(cluster(), async (chain) => {
      const { shop, owner, bench } = chain;
      const [sale] = await salesOf(chain);
      if (!sale) throw new Error('nothing to reverse');
      await bench.fault('PUT', PATH, { kind: 'drop-after' });
      await reverse(shop, sale);
      expect(await openAt(chain)).toBe(1);
      await owner.rows('SET session_replication_role = replica');
      await owner.rows('DELETE FROM head_office.claim');
      await owner.rows('SET session_replication_role = DEFAULT');
      await expect.poll(() => openAt(chain), SOON).toBe(1);
    }));

  it('without the server the home PC goes on and says so, the other waits and is told who could; a policy decides otherwise', async () => {
    const own = await openCluster();
    try {
      await withChain(own, async (chain) => {
        const { shop, office, bench } = chain;
        const [first, second, third] = await salesOf(chain);
        if (!first || !second || !third) throw new Error('too little to reverse');
        // Each has been told once which PC is the home.
        for (const pc of [shop, office]) await pc.session().headOffice.look();
        await chain.owner.close();
        await own.kill();
        const prepared = await prepare(office, first);
        const waits = await reverse(office, first);
        expect(waits).toMatchObject({
          error: { code: 'not-claimed', params: { cause: 'home', failure: 'not-reached' } },
        });
        chain.rule = 'wait';
        expect(await reverse(shop, first)).toMatchObject({ error: { code: 'not-claimed' } });
        expect(await bench.received('PUT', PATH)).toBe(0);
        chain.rule = 'own-terminals';
        const { operation } = must(await reverse(shop, first));
        expect(operation.state).toBe('SUCCEEDED');
        expect((await storyOf(shop, operation.opId))[0]?.params).toMatchObject({ claim: 'own-terminal' });
        chain.rule = 'go-on';
        expect(must(await reverse(office, second)).operation.state).toBe('SUCCEEDED');
        expect(await bench.received('PUT', PATH)).toBe(2);
        // What moved meanwhile is told afterwards: the office is kept from moving it again.
        chain.rule = 'own-terminals';
        await own.start();
        const owner = await own.as(own.login(chain.database));
        const moved = () => owner.rows(`SELECT op_id FROM head_office.claim WHERE ending = 'moved'`);
        await expect.poll(async () => (await moved()).length, SOON).toBe(2);
        await owner.close();
        expect(await confirm(office, prepared, first)).toMatchObject({ ok: false });
        expect(await bench.received('PUT', PATH)).toBe(2);
      });
    } finally {
      await own.stop();
    }
  });
});
