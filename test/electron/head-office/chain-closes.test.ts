/** Whole cores of a chain: a close of one shop on the office's board, in its list and as its sheet, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { withdraw } from '#electron/head-office/administer.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { BoardFilter } from '#shared/domain/head-office.ts';
import { must } from '../services/operations/harness.ts';
import { exactly } from '../services/closing/shop.ts';
import { withCluster } from './test-cluster.ts';
import { withChain, type Chain, type ChainPc } from './two-cores.ts';

const SOON = { timeout: 20_000, interval: 50 };

describe.skipIf(findPostgres() === null)('closes of a chain', () => {
  const cluster = withCluster();

  const boardOf = async (pc: ChainPc, only: BoardFilter = 'all') =>
    must(await pc.session().headOffice.board({ text: '', unnamed: '', only, from: 0 }));
  const listOf = async (pc: ChainPc, more: { pc?: string | null; branchKey?: string | null } = {}) => {
    const { headOffice, closing } = pc.session();
    const asked = { branchKey: null, pc: null, cursor: null, limit: 50, ...more };
    return must(await headOffice.closesOfAll(asked, closing.history)).rows;
  };
  /** The first branch that has something to close is closed, without its terminals being acknowledged. */
  async function closeProvisionally({ shop }: Chain) {
    const { closing } = shop.session();
    const { branches } = must(await closing.branches());
    const branch = branches.find(({ openDays }) => openDays.length > 0);
    if (!branch) throw new Error('nothing to close');
    const { closingId } = must(
      await closing.begin({ branchKey: branch.branchKey, businessDate: null }),
    ).closing;
    must(await closing.freeze({ closingId, provisional: true }));
    const frozen = must(await closing.detail({ closingId }));
    must(await closing.count({ closingId, lines: exactly(frozen) }));
    const { z } = must(await closing.provisional(closingId, 'the line is down', null));
    return { branch, z };
  }

  it('what a shop closes and reads is on the board of the office, in its list and whole as a sheet', () =>
    withChain(cluster(), async (chain) => {
      const { shop, office, bench } = chain;
      expect(await boardOf(shop)).toMatchObject({ branches: [] });
      const { branch, z } = await closeProvisionally(chain);
      bench.clock.forward(1_000);
      await expect
        .poll(async () => (await boardOf(office)).branches.find((one) => one.now !== null)?.now, SOON)
        .toBeDefined();
      await expect.poll(async () => (await listOf(office)).length, SOON).toBe(1);
      const [row] = await listOf(office);
      const { content } = z;
      expect(row).toMatchObject({
        number: 1,
        state: 'provisional',
        branchKey: branch.branchKey,
        closed: { by: 'Mona' },
        sales: content.sales,
      });
      expect(row?.pc?.name).toMatch(/^PC /);
      const board = (await boardOf(office)).branches.find(({ branchKey }) => branchKey === branch.branchKey);
      expect(board?.days.at(-1)).toMatchObject({
        state: 'provisional',
        close: { number: 1, pc: row?.pc?.id, closingId: z.closingId },
      });
      const listed = must(await shop.session().terminals.list()).terminals;
      const ofBranch = listed.filter((one) => one.branchId === branch.branchKey);
      const outstanding = ofBranch.reduce((sum, one) => sum + one.outstandingCount, 0);
      expect(outstanding).toBeGreaterThan(0);
      expect(board?.now).toMatchObject({ outstandingCount: outstanding, terminalCount: ofBranch.length });
      const branchNow = must(await office.session().headOffice.branch({ branchKey: branch.branchKey }));
      expect(branchNow.terminals.map(({ terminalId }) => terminalId).sort()).toEqual(
        ofBranch.map(({ terminalId }) => terminalId).sort(),
      );
      const { zs } = must(
        await office.session().headOffice.zs({ pc: row?.pc?.id ?? '', closingId: z.closingId }),
      );
      expect(zs.map((one) => one.content)).toEqual([content]);
      expect(zs[0]?.sha256).toBe(z.sha256);
      expect(await listOf(office, { pc: 'self' })).toEqual([]);
      expect(await listOf(office, { pc: row?.pc?.id ?? '', branchKey: 'of-nobody' })).toEqual([]);
      expect((await listOf(shop)).map(({ pc }) => pc)).toEqual([null]);
    }));

  it('a day later it is among the late branches: its Z is provisional, and its money waits', () =>
    withChain(cluster(), async (chain) => {
      const { office, bench } = chain;
      const { branch } = await closeProvisionally(chain);
      const keysOf = async (only: BoardFilter) =>
        (await boardOf(office, only)).branches.map(({ branchKey }) => branchKey);
      bench.clock.forward(1_000);
      const ofBranch = async () =>
        (await boardOf(office)).branches.find(({ branchKey }) => branchKey === branch.branchKey);
      await expect.poll(async () => (await ofBranch())?.now?.oldestAtMs ?? null, SOON).not.toBeNull();
      expect(await keysOf('late')).toEqual([]);
      bench.clock.forward(25 * 3_600_000);
      const late = await boardOf(office, 'late');
      expect(late.branches.map(({ branchKey }) => branchKey)).toContain(branch.branchKey);
      for (const { now } of late.branches)
        expect(now?.oldestAtMs ?? 0).toBeLessThan(bench.clock.nowMs() - 86_400_000);
      expect(late.filtered.branches).toBe(late.sum.late);
      expect(late.found).toBe(late.branches.length);
    }));

  it('a PC of another branch has none of it: neither the board nor the list nor the sheet', () =>
    withChain(cluster(), async (chain) => {
      const { office } = chain;
      const other = await chain.add('Elsewhere', 'Omar');
      const { z } = await closeProvisionally(chain);
      await expect.poll(async () => (await listOf(office)).length, SOON).toBe(1);
      const [row] = await listOf(office);
      must(await other.session().headOffice.look());
      expect(await listOf(other)).toEqual([]);
      expect(await boardOf(other)).toMatchObject({ branches: [] });
      const asked = { pc: row?.pc?.id ?? '', closingId: z.closingId };
      expect(must(await other.session().headOffice.zs(asked)).zs).toEqual([]);
    }));

  it('what a shop closed is among the closes that finance adds up, also once its PC is withdrawn, until finance leaves', () =>
    withChain(cluster(), async (chain) => {
      const { shop, office, owner } = chain;
      const firstClosed = async () => must(await office.session().reconciliation.settings()).firstClosedOn;
      const pairs = async () => {
        const { db } = office.session().context;
        const { closingIds } = await db.call('figures.closes', '2000-01-01');
        return (await db.call('figures.unsettledOf', closingIds)).map(({ pc }) => pc?.name);
      };
      expect(await firstClosed()).toBeNull();
      const { z } = await closeProvisionally(chain);
      await expect.poll(firstClosed, SOON).toBe(z.content.businessDate);
      const sold = await pairs();
      expect(sold.length).toBeGreaterThan(0);
      expect(new Set(sold)).toEqual(new Set([expect.stringMatching(/^PC /)]));
      const { standing } = must(await office.session().headOffice.state());
      const pc = standing?.pcs.find(({ branch }) => branch !== '');
      expect(await withdraw(owner, pc?.id ?? '')).toMatch(/^PC /);
      await office.restart();
      must(await office.session().headOffice.look());
      expect(await pairs()).toEqual(sold);
      // Its own closes are its own: the shop counts them once.
      expect(must(await shop.session().reconciliation.settings()).firstClosedOn).toBe(z.content.businessDate);
      must(await office.session().headOffice.leave());
      expect(await pairs()).toEqual([]);
    }));
});
