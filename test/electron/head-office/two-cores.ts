/** Whole cores of one merchant, a shop's, the office's and more, on one gateway and one PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProfileSession } from '#electron/core/profile-session.ts';
import type { connect, Connection } from '#electron/head-office/connection.ts';
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { ok } from '#shared/errors/result.ts';
import {
  BUSY,
  must,
  openCore,
  withBench,
  type Bench,
  type BenchOptions,
} from '../services/operations/harness.ts';
import { headOfficeWorkerUrl } from '../../workers.ts';
import type { Cluster } from './cluster.ts';
import { enrolled, openRecord, place } from './record.ts';

export type ChainPc = {
  readonly login: Parameters<typeof connect>[0];
  session(): ProfileSession;
  /** `between`: what is done with its files meanwhile. */
  restart(between?: (folder: string) => void): Promise<void>;
};
export type Chain = {
  readonly bench: Bench;
  readonly database: string;
  readonly owner: Connection;
  readonly shop: ChainPc;
  readonly office: ChainPc;
  /** One more PC of the merchant. */
  add(branch: string, actor: string): Promise<ChainPc>;
  /** What an organisation lets movements do without head office. */
  rule: WithoutHeadOffice;
};

let made = 0;

/** The shop's PC is the home of the branch of the busy terminal. */
export function withChain(
  cluster: Cluster,
  use: (chain: Chain) => Promise<void>,
  options: Pick<BenchOptions, 'transactions' | 'startMs'> = {},
): Promise<void> {
  made += 1;
  const database = `chain_${made}`;
  return withBench(async (bench) => {
    const owner = await openRecord(cluster, database);
    const { merchantId } = bench.sandbox.live;
    const terminal = must(await bench.session().terminals.list()).terminals.find(
      ({ terminalId }) => terminalId === BUSY,
    );
    const chain: { rule: WithoutHeadOffice } = { rule: 'own-terminals' };
    const open: { folder: string; pc: ChainPc }[] = [];
    async function pcOf(branch: string, actor: string): Promise<ChainPc> {
      const of = await enrolled(cluster, owner, database, place(branch, merchantId, 'live'));
      const folder = await mkdtemp(join(tmpdir(), 'closeout-chain-'));
      const membership = { ...of, name: `PC ${branch}` };
      const begin = () =>
        openCore({
          folder,
          sandbox: bench.sandbox,
          clock: bench.clock,
          actor,
          headOfficeWorkerUrl,
          memberships: {
            read: async () => ok(membership),
            write: async () => ok(true),
            forget: async () => ok(null),
          },
          withoutHeadOffice: () => chain.rule,
        });
      let session = await begin();
      must(await session.terminals.refreshList());
      must(await session.terminals.readTerminal(BUSY));
      const pc: ChainPc = {
        login: of.login,
        session: () => session,
        async restart(between) {
          await session.stop();
          between?.(folder);
          session = await begin();
        },
      };
      open.push({ folder, pc });
      return pc;
    }
    try {
      const shop = await pcOf(terminal?.branchName ?? '', 'Mona');
      const office = await pcOf('', 'Farid');
      await use(Object.assign(chain, { bench, database, owner, shop, office, add: pcOf }));
    } finally {
      for (const { folder, pc } of open) {
        await pc.session().stop();
        await rm(folder, { recursive: true, force: true });
      }
      await owner.close().catch(() => null);
    }
  }, options);
}
