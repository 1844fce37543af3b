/**
 * Head office beside bare PostgreSQL: a day of many shops published beside COPY of the same rows, a new PC that reads everything
 * beside a copy of it to a file, and, 40 ms away, from an act in the shop to the office and what a movement's claim costs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as connectSocket, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { money } from '#shared/money/money.ts';
import { openBatons } from '../../electron/head-office/baton-file.ts';
import type { Connection } from '../../electron/head-office/connection.ts';
import { keepContact } from '../../electron/head-office/contact.ts';
import { makeEntries, noHead, type Fact, type Head } from '../../electron/head-office/entry.ts';
import { publish } from '../../electron/head-office/pc.ts';
import { closeFacts, publishedClaim } from '../../electron/head-office/published.ts';
import { claimWith, giveBackBy } from '../electron/head-office/batons.ts';
import { openCluster, type Cluster } from '../electron/head-office/cluster.ts';
import { openPc } from '../electron/head-office/office-pc.ts';
import { enrolled, enrolPc, openRecord, place, type Pc } from '../electron/head-office/record.ts';
import { growth } from './head-office-growth.ts';
import { longRecord } from './head-office-long.ts';
import { csvOf, memoryOfEach, psql } from './head-office-server.ts';
import { figure, isMeasured, ratio, ratiosOf, timed, speedsOf, type Pair } from './measure.ts';

const ID = 'head-office';
const DATABASE = 'bench';
const SHOPS = 200;
const ROWS_A_SHOP = 500;
const DAYS = 10;
const FAR_MS = 40;
const ACTS = 100;

/** A server that is so far away: each direction of a connection takes half of it. */
async function openFar(to: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, into: Socket) =>
    from.on('data', (bytes: Buffer) => void setTimeout(() => into.writable && into.write(bytes), FAR_MS / 2));
  const server = createServer((near) => {
    const far = connectSocket(to, '127.0.0.1');
    const end = () => [near, far].forEach((socket) => socket.destroy());
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket.on('error', end).on('close', end));
    }
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A close with its rows, as a shop of this size tells it. */
function dayOf(shop: number, day: number): Fact[] {
  const businessDate = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS_A_SHOP }, (_, at) => ({
    rowId: `${shop}-${day}-${at}`,
    terminalId: `3${String(shop).padStart(7, '0')}`,
    merchantOrderId: `POS-${shop}-${day}-${at}`,
    refNumber: String(600_000_000_000 + shop * 1_000_000 + day * 1_000 + at),
    minor: BigInt(1_000 + at),
    currency: 'EGP',
    kind: 'sale' as const,
    paymentType: 'SALE',
    entryMode: 'CHIP',
    firstSeenAtMs: Date.UTC(2026, 0, 1 + day, 10) + at * 60_000,
    businessDate,
    undoes: null,
    outstanding: false,
  }));
  return closeFacts({
    origin: { seq: day + 1, hash: 'ab'.repeat(32) },
    atMs: Date.UTC(2026, 0, 1 + day, 22),
    closingId: `close-${shop}-${day}`,
    branchKey: `name:Shop ${shop}`,
    branchName: `Shop ${shop}`,
    businessDate,
    state: 'closed',
    number: day + 1,
    revision: 1,
    by: 'Mona',
    approvedBy: null,
    reason: null,
    reopenedBefore: null,
    z: JSON.stringify({ total: String(money(BigInt(ROWS_A_SHOP), 'EGP').minor) }),
    sha256: 'cd'.repeat(32),
    leftForNext: 0,
    rows,
  });
}

const BARE = `CREATE TABLE public.bare (pc text, seq bigint, environment text, merchant text, branch text, kind text, at_ms bigint,
  body text, previous bytea, hash bytea, signature bytea)`;

type Shop = { readonly pc: Pc; head: Head };

/** One day of every shop: published by all of them at once, and copied into a table of the same columns, twice. */
async function publishedDay(cluster: Cluster, folder: string, shops: Shop[], day: number): Promise<Pair> {
  const told = shops.map((shop, at) => {
    const entries = makeEntries(shop.pc.identity, shop.pc.place, shop.head, dayOf(at, day));
    shop.head = entries.at(-1) ?? shop.head;
    return { shop, entries };
  });
  const file = join(folder, 'day.csv');
  writeFileSync(file, csvOf(told.flatMap(({ entries }) => entries)));
  const copy = () => timed(() => psql(cluster, DATABASE, `\\copy public.bare FROM '${file}' CSV`));
  const baseline = await copy();
  const product = await timed(() =>
    Promise.all(told.map(({ shop, entries }) => publish(shop.pc.connection, entries))),
  );
  return { baseline, again: await copy(), product };
}

async function publishing(cluster: Cluster, owner: Connection, folder: string, shops: Shop[]): Promise<void> {
  await owner.rows(BARE);
  const pairs: Pair[] = [];
  for (let day = 0; day < DAYS; day += 1) pairs.push(await publishedDay(cluster, folder, shops, day));
  const name = `a day of ${SHOPS} shops, published by their PCs at once, × as fast as COPY of the same bytes`;
  // The first day fills caches and files.
  speedsOf({ id: ID, name, atLeast: 0.3 }, pairs.slice(1));
}

/** A PC that has nothing yet reads, verifies and keeps all of it. */
async function reading(cluster: Cluster, owner: Connection, folder: string): Promise<void> {
  const [{ entries = 0 } = {}] = await owner.rows<{ entries: number }>(
    'SELECT count(*) AS entries FROM head_office.entry',
  );
  const file = join(folder, 'all.csv');
  const copy = () =>
    timed(() => psql(cluster, DATABASE, `\\copy (SELECT * FROM head_office.entry) TO '${file}' CSV`));
  const pairs: Pair[] = [];
  const grown: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const of = await enrolled(cluster, owner, DATABASE, place(''));
    const pc = openPc(of);
    const before = process.memoryUsage().rss;
    const baseline = await copy();
    const product = await timed(() => pc.round());
    grown.push((process.memoryUsage().rss - before) / 1_048_576);
    pairs.push({ baseline, again: await copy(), product });
    pc.close();
  }
  const what = `${entries.toLocaleString('en')} entries`;
  ratiosOf(
    { id: ID, name: `a new PC that reads, verifies and keeps ${what} ÷ a copy to a file`, atMost: 3 },
    pairs,
  );
  figure({ id: ID, name: `memory more, while a new PC reads ${what}` }, 'MiB', grown);
}

/** From the audit record of the shop to the office’s news. */
async function told(cluster: Cluster, owner: Connection, far: number): Promise<void> {
  const member = async (branch: string) => {
    const of = await enrolled(cluster, owner, DATABASE, place(branch, 'MID-FAR'));
    const pc = openPc(of);
    return { pc, task: { ...of, login: { ...of.login, port: far }, folder: pc.folder } };
  };
  const [shop, office] = [await member('Maadi'), await member('')];
  let heard = () => {};
  const quiet = { standing: () => {}, failed: () => {} };
  const ofShop = keepContact(shop.task, shop.pc.store(), { ...quiet, news: () => {} });
  const ofOffice = keepContact(office.task, office.pc.store(), { ...quiet, news: () => heard() });
  await ofShop.look();
  await ofOffice.look();
  const seconds: number[] = [];
  for (let act = 0; act < ACTS; act += 1) {
    // Anywhere between two rounds.
    await sleep((act * 37) % 1_000);
    const came = new Promise<void>((resolve) => (heard = resolve));
    const start = performance.now();
    shop.pc.act(`act ${act}`);
    ofShop.nudge();
    await came;
    seconds.push((performance.now() - start) / 1_000);
  }
  await ofShop.end();
  await ofOffice.end();
  for (const { pc } of [shop, office]) pc.close();
  const p95 = seconds.toSorted((a, b) => a - b)[Math.ceil(ACTS * 0.95) - 1] ?? Number.NaN;
  const name = `p95 of ${ACTS}: from an act in a shop to the office, ${FAR_MS} ms away`;
  figure({ id: ID, name, atMost: 2 }, 's', [p95]);
}

/** What a movement waits for before it may be sent, beside one empty round trip. Giving it back is waited for by nobody. */
type Far = { cluster: Cluster; owner: Connection; far: number; folder: string };
async function claiming({ cluster, owner, far, folder }: Far): Promise<void> {
  const { batons, close } = openBatons(folder);
  const of = await enrolled(cluster, owner, DATABASE, place('Zamalek', 'MID-FAR'));
  const connection = await cluster.as({ ...of.login, port: far });
  let number = 0;
  const one = () => {
    number += 1;
    const opId = `op-${number}`;
    const movement = { opId, kind: 'reversal', subjectKey: `row:${number}` } as const;
    return publishedClaim({ ...movement, terminalId: `T-${number}`, orderId: null, rowIds: [] }, 'Mona');
  };
  await ratio(
    { id: ID, name: `the claim of a movement ÷ one empty round trip, ${FAR_MS} ms away`, atMost: 1.2 },
    () => connection.rows('SELECT 1'),
    () => claimWith(connection, batons, { ...one(), movedWithinMs: 0 }),
  );
  await giveBackBy({ connection, batons }, `op-${number}`, false);
  await connection.close();
  close();
}

export async function headOffice(): Promise<void> {
  if (!isMeasured(ID)) return;
  if (findPostgres() === null) return console.log(`${ID}: not measured, PostgreSQL is not installed`);
  const cluster = await openCluster({ connections: SHOPS + 50 });
  const folder = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  const owner = await openRecord(cluster, DATABASE);
  const shops: Shop[] = [];
  for (let at = 0; at < SHOPS; at += 1)
    shops.push({ pc: await enrolPc(cluster, owner, DATABASE, place(`Shop ${at}`)), head: noHead });
  await publishing(cluster, owner, folder, shops);
  const taken = await memoryOfEach(shops.map(({ pc }) => pc.connection));
  if (taken.length > 0) figure({ id: ID, name: 'memory of the server, a connection of a PC' }, 'MiB', taken);
  await reading(cluster, owner, folder);
  for (const { pc } of shops) await pc.connection.close();
  const far = await openFar(cluster.port);
  await told(cluster, owner, far.port);
  await claiming({ cluster, owner, far: far.port, folder });
  far.close();
  await owner.close();
  await longRecord(cluster, folder);
  await growth(cluster, folder);
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
