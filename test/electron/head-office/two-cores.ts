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
  restart(between?: (folder: string) => unknown): Promise<void>;
};
export type Chain = {
  readonly bench: Bench;
  readonly database: string;
  readonly owner: Connection;
  readonly shop: ChainPc;
  readonly office: ChainPc;
  /** One more PC of the merchant. */
  add(branch: string, actor: string): Promise<ChainPc>;
  /** A second computer with what `copy` makes of the files of this one, and with its keychain. */
  copyOf(pc: ChainPc, copy: (from: string, to: string) => void): Promise<ChainPc>;
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
    type Opened = { folder: string; pc: ChainPc; begin: (folder: string) => Promise<ProfileSession> };
    const open: Opened[] = [];
    async function pcOf(branch: string, actor: string): Promise<ChainPc> {
      const of = await enrolled(cluster, owner, database, place(branch, merchantId, 'live'));
      const folder = await mkdtemp(join(tmpdir(), 'closeout-chain-'));
      const membership = { ...of, name: `PC ${branch}` };
      const begin = (at: string) =>
        openCore({
          folder: at,
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
      const pc = await opened(folder, { login: of.login, begin });
      must(await pc.session().terminals.refreshList());
      must(await pc.session().terminals.readTerminal(BUSY));
      return pc;
    }
    async function opened(
      folder: string,
      { login, begin }: Pick<Opened, 'begin'> & Pick<ChainPc, 'login'>,
    ): Promise<ChainPc> {
      let session = await begin(folder);
      const pc: ChainPc = {
        login,
        session: () => session,
        async restart(between) {
          await session.stop();
          await between?.(folder);
          session = await begin(folder);
        },
      };
      open.push({ folder, pc, begin });
      return pc;
    }
    async function copyOf(pc: ChainPc, copy: (from: string, to: string) => void): Promise<ChainPc> {
      const of = open.find((one) => one.pc === pc);
      if (!of) throw new Error('no PC of this chain');
      const folder = await mkdtemp(join(tmpdir(), 'closeout-chain-'));
      await pc.restart((from) => copy(from, folder));
      return opened(folder, { login: pc.login, begin: of.begin });
    }
    try {
      const shop = await pcOf(terminal?.branchName ?? '', 'Mona');
      const office = await pcOf('', 'Farid');
      await use(Object.assign(chain, { bench, database, owner, shop, office, add: pcOf, copyOf }));
    } finally {
      for (const { folder, pc } of open) {
        await pc.session().stop();
        await rm(folder, { recursive: true, force: true });
      }
      await owner.close().catch(() => null);
    }
  }, options);
}
