/**
 * The way to head office is cut at any byte of a statement or of its answer, the server is killed, the PC ends and begins again or
 * loses its file: nothing that a PC did is lost, doubled or told out of order. A real server, and a proxy that cuts.
 */
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { verifyRecord } from '#electron/head-office/verify.ts';
import { openCluster, type Cluster } from '../../electron/head-office/cluster.ts';
import { openPc, targetsOf, type OfficePc } from '../../electron/head-office/office-pc.ts';
import { enrolled, openRecord, place } from '../../electron/head-office/record.ts';
import { eachSeed, n, replay, type Campaign, type Figure } from '../figure.ts';
import { seededRng, type Rng } from '../simulation/rng.ts';

const NAME = 'head-office-cuts';
/** A round of a few entries sends and gets some thousand bytes. */
const MOST_BYTES = 6_000;
const ROUNDS_TO_RECOVER = 5;

type Proxy = {
  readonly port: number;
  /** From now on, after so many bytes in this direction, every connection is cut. */
  cutAfter(direction: 'up' | 'down', bytes: number): void;
  heal(): void;
  close(): void;
};

async function openProxy(to: number): Promise<Proxy> {
  let cut: { direction: 'up' | 'down'; left: number } | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectSocket(to, '127.0.0.1');
    const end = () => [near, far].forEach((socket) => socket.destroy());
    const pass = (direction: 'up' | 'down', from: Socket, into: Socket) =>
      from.on('data', (bytes: Buffer) => {
        if (cut?.direction !== direction) return void into.write(bytes);
        into.write(bytes.subarray(0, cut.left));
        cut.left -= bytes.length;
        if (cut.left <= 0) end();
      });
    pass('up', near, far);
    pass('down', far, near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (direction, bytes) => void (cut = { direction, left: bytes }),
    heal: () => void (cut = null),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A PC with a connection that it keeps as long as it works. */
function overProxy(pc: OfficePc, login: Parameters<typeof connect>[0]) {
  let connection: Connection | null = null;
  return {
    pc,
    async round(): Promise<boolean> {
      try {
        connection ??= await connect(login);
        await pc.roundOn(connection);
        return true;
      } catch {
        // Which failure it is says nothing here: what counts is what holds afterwards.
        await connection?.close().catch(() => null);
        connection = null;
        return false;
      }
    },
    close: () => connection?.close().catch(() => null),
  };
}
type Member = ReturnType<typeof overProxy>;

type World = { cluster: Cluster; proxy: Proxy; shop: Member; office: Member; told: string[] };

/** One fault while the PCs speak; what it was. */
async function goWrong({ cluster, proxy, shop, office }: World, rng: Rng, seed: number): Promise<string> {
  const members = rng.int(2) === 0 ? [shop, office] : [office, shop];
  if (seed % 40 === 0) {
    const speaking = members.map((member) => member.round());
    await cluster.kill();
    await Promise.all(speaking);
    await cluster.start();
    return 'server killed';
  }
  const direction = rng.pick(['up', 'down'] as const);
  proxy.cutAfter(direction, rng.int(MOST_BYTES));
  await Promise.all(members.map((member) => member.round()));
  const end = rng.int(6);
  if (end === 0) rng.pick(members).pc.restart();
  if (end === 1) rng.pick(members).pc.forgetStore();
  proxy.heal();
  return `cut ${direction}${end < 2 ? [', begun again', ', file lost'][end] : ''}`;
}

async function recovers(member: Member): Promise<boolean> {
  for (let tries = 0; tries < ROUNDS_TO_RECOVER; tries += 1) if (await member.round()) return true;
  return false;
}

async function wrongAfter({ shop, office, told }: World): Promise<string | null> {
  if (!(await recovers(shop)) || !(await recovers(office))) return 'no round goes well any more';
  const seen = await targetsOf(office.pc.store(), shop.pc.id);
  if (seen.join() === told.join()) return null;
  const at = told.findIndex((target, index) => seen[index] !== target);
  return `the office has ${seen.length} of ${told.length} entries; they differ at ${at + 1}`;
}

async function openWorld(cluster: Cluster): Promise<World & { owner: Connection }> {
  const owner = await openRecord(cluster, 'chain');
  const proxy = await openProxy(cluster.port);
  const member = async (branch: string) => {
    const of = await enrolled(cluster, owner, 'chain', place(branch));
    return overProxy(openPc(of), { ...of.login, port: proxy.port });
  };
  return { cluster, proxy, owner, shop: await member('Maadi'), office: await member(''), told: [] };
}

async function run(share: Parameters<Campaign['run']>[0]): Promise<Figure> {
  const figure: Figure = { sum: { cases: 0, entries: 0 }, met: [], broken: [] };
  const cluster = await openCluster();
  try {
    const world = await openWorld(cluster);
    const { shop, office, told, proxy, owner } = world;
    await owner.close();
    const met = new Set<string>();
    await eachSeed(share, figure.broken, async (seed) => {
      const rng = seededRng(seed);
      const acts = Array.from({ length: rng.int(4) }, (_, index) => `act ${seed}.${index}`);
      shop.pc.act(...acts);
      told.push(...acts);
      met.add(await goWrong(world, rng, seed));
      const wrong = await wrongAfter(world);
      if (wrong !== null) figure.broken.push(`${wrong}: ${replay(NAME, seed)}`);
      figure.sum['cases'] = (figure.sum['cases'] ?? 0) + 1;
    });
    const last = await connect(cluster.login('chain'));
    const verified = await verifyRecord(last, new Map());
    if (verified.some(({ found }) => found)) figure.broken.push('the record does not verify at the end');
    await last.close();
    figure.sum['entries'] = told.length;
    figure.met = [...met].toSorted();
    await shop.close();
    await office.close();
    proxy.close();
    for (const { pc } of [shop, office]) pc.close();
  } finally {
    await cluster.stop();
  }
  return figure;
}

export const cuts: Campaign = {
  whole: 2_000,
  also: ['head-office'],
  run,
  tell: ({ sum, met, broken }) => [
    `head office: ${n(sum['cases'])} cuts and kills (${met.join('; ')}), ${n(sum['entries'])} entries: ${n(broken.length)} lost, doubled or out of order`,
  ],
};
