/**
 * Does head office grow slower with the chain? A record of 10 PCs and one month beside one of 1,000 PCs and three years, on one
 * server: what a shop waits for when it publishes, and what the office waits for when it opens the board.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Connection } from '../../electron/head-office/connection.ts';
import { makeEntries, newIdentity, noHead, type Entry, type Fact } from '../../electron/head-office/entry.ts';
import { publish } from '../../electron/head-office/pc.ts';
import { closeFacts, readingFact } from '../../electron/head-office/published.ts';
import { contract } from '#shared/contract/index.ts';
import { addDays } from '#shared/time/business-date.ts';
import type { Cluster } from '../electron/head-office/cluster.ts';
import { beganAgo } from '../electron/head-office/months.ts';
import { openPc, type OfficePc } from '../electron/head-office/office-pc.ts';
import { enrolled, enrolPc, fact, openRecord, place, type Pc } from '../electron/head-office/record.ts';
import { csvOf, psql } from './head-office-server.ts';
import { ratiosOf, type Pair } from './measure.ts';

const ID = 'head-office';
const LAST_DAY = '2026-11-26';
const NOW_MS = Date.parse(`${LAST_DAY}T20:00:00Z`);
const ROWS_A_CLOSE = 5;
/**
 * Of the days before the last thirty, one in so many is there: a share, so that it takes minutes. `CLOSEOUT_ONE_DAY_OF=1` is the whole
 * measure, a quarter of an hour or so.
 */
const ONE_DAY_OF = Number(process.env['CLOSEOUT_ONE_DAY_OF'] ?? 12);
const ROUNDS = 6;
/** Samples of a round. The p95 is then the tenth largest, so one slow sample does not decide it. */
const TIMES = 200;
/** A round of the office takes the longest by far and has no goal, so it gets fewer samples. */
const FEW_TIMES = 40;
const WARM_UPS = 40;
/** Two of each round are of the same chain. */
const NEWS = 2 * ROUNDS * TIMES + WARM_UPS;

type Size = { readonly name: string; readonly pcs: number; readonly days: number; readonly months: number };
const SMALL: Size = { name: 'growth_small', pcs: 10, days: 30, months: 1 };
const LONG: Size = { name: 'growth_long', pcs: 10, days: 1_095, months: 36 };
const LARGE: Size = { name: 'growth_large', pcs: 1_000, days: 1_095, months: 36 };

const branchOf = (pc: number) => `Shop ${String(pc).padStart(4, '0')}`;

function closeOfDay(pc: number, businessDate: string, number: number): Fact[] {
  const atMs = Date.parse(`${businessDate}T22:00:00Z`);
  const rows = Array.from({ length: ROWS_A_CLOSE }, (_, at) => ({
    rowId: `${pc}-${number}-${at}`,
    terminalId: `3${String(pc).padStart(7, '0')}`,
    merchantOrderId: `POS-${pc}-${number}-${at}`,
    refNumber: String(600_000_000_000 + number * 1_000 + at),
    ...{ minor: 120_000n, currency: 'EGP', kind: 'sale' as const, paymentType: 'SALE', entryMode: 'CHIP' },
    ...{ firstSeenAtMs: atMs, businessDate, undoes: null, outstanding: false },
  }));
  return closeFacts({
    ...{ origin: { seq: number, hash: 'ab'.repeat(32) }, atMs, closingId: `close-${pc}-${number}` },
    ...{ branchKey: `name:${branchOf(pc)}`, branchName: branchOf(pc), businessDate, state: 'closed', number },
    ...{ revision: 1, by: 'Mona', approvedBy: null, reason: null, reopenedBefore: null },
    ...{ z: JSON.stringify({ total: '600000' }), sha256: 'cd'.repeat(32), leftForNext: 0, rows },
  });
}

const stands = (pc: number, outstandingCount = 0): Fact =>
  readingFact(
    {
      ...{ branchKey: `name:${branchOf(pc)}`, branchName: branchOf(pc), businessDate: LAST_DAY },
      ...{ timeZone: 'Africa/Cairo', cutOff: '04:00', terminalCount: 3, notRead: 0, outstandingCount },
      ...{ outstanding: [], notSummed: [], oldestAtMs: null, unknownCount: 0, unknown: [], openDays: [] },
      terminals: [1, 2, 3].map((at) => ({
        ...{
          terminalId: `3${String(pc).padStart(6, '0')}${at}`,
          label: `Counter ${at}`,
          outstandingCount: 0,
        },
        ...{ outstanding: [], notSummed: [], oldestAtMs: null, readAtMs: NOW_MS },
      })),
    },
    NOW_MS,
  );

/** What one PC of this chain told, in order. */
function factsOf(pc: number, days: number): Fact[] {
  const told: Fact[] = [];
  for (let back = days; back >= 0; back -= 1)
    if (back < 30 || back % ONE_DAY_OF === 0)
      told.push(...closeOfDay(pc, addDays(LAST_DAY, -back), days - back + 1));
  return [...told, stands(pc)];
}

/** PCs that nobody speaks for here: they are written by the owner, with what they signed. */
async function fill(cluster: Cluster, owner: Connection, folder: string, size: Size): Promise<number> {
  const file = join(folder, 'growth.csv');
  await owner.rows('SET session_replication_role = replica');
  let count = 0;
  const flush = async (entries: readonly Entry[]) => {
    // Each came in when it was told, so they lie in the months of the record.
    const lines = entries.map((entry) => `${csvOf([entry])},"${new Date(entry.atMs).toISOString()}"`);
    writeFileSync(file, lines.join('\n'));
    const columns =
      'pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature, received_at';
    const copy = `\\copy head_office.entry (${columns}) FROM '${file}' CSV`;
    await psql(cluster, size.name, 'SET session_replication_role = replica', copy);
    count += entries.length;
  };
  const waiting: Entry[] = [];
  for (let pc = 0; pc < size.pcs; pc += 1) {
    const identity = newIdentity();
    const entries = makeEntries(identity, place(branchOf(pc)), noHead, factsOf(pc, size.days));
    const last = entries.at(-1);
    await owner.rows(
      `INSERT INTO head_office.pc (id, login, name, environment, merchant, branch, public_key, head_seq, head_hash, last_entry_at)
       VALUES ($1::text, $1::text::name, $2, 'practice', 'MID-1', $3, decode($4, 'hex'), $5, decode($6, 'hex'), now())`,
      [identity.pc, `PC ${pc}`, branchOf(pc), identity.publicKey, last?.seq, last?.hash],
    );
    waiting.push(...entries);
    if (waiting.length >= 20_000) await flush(waiting.splice(0));
  }
  await flush(waiting);
  await owner.rows('SET session_replication_role = DEFAULT');
  await owner.rows('VACUUM ANALYZE head_office.entry');
  await owner.rows('VACUUM ANALYZE head_office.pc');
  return count;
}

type Chain = {
  readonly shop: Pc;
  readonly office: OfficePc;
  readonly line: Connection;
  /** How a branch stands, told again and again. */
  readonly toTell: Entry[];
  told: Entry | null;
};

async function openChain(cluster: Cluster, folder: string, size: Size): Promise<Chain> {
  const owner = await openRecord(cluster, size.name);
  await beganAgo(owner, size.months);
  const count = await fill(cluster, owner, folder, size);
  const shop = await enrolPc(cluster, owner, size.name, place('Measured'));
  const of = await enrolled(cluster, owner, size.name, place(''));
  const office = openPc(of);
  const line = await connect(of.login);
  const start = performance.now();
  const { news } = await office.roundOn(line);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(
    `${size.pcs} PCs, ${size.days} days (${count} entries): the office read ${news} in ${seconds} s`,
  );
  await owner.close();
  const again = Array.from({ length: NEWS }, (_, at) => stands(0, at + 1));
  const toTell = [...makeEntries(newIdentity(), place(branchOf(0)), noHead, again)];
  return { shop, office, line, toTell, told: null };
}

async function publishOne(chain: Chain): Promise<void> {
  const { identity, place: of, connection } = chain.shop;
  const [entry] = makeEntries(identity, of, chain.told ?? noHead, [fact((chain.told?.seq ?? 0) + 1)]);
  if (!entry) return;
  await publish(connection, [entry]);
  chain.told = entry;
}
/** The first page with the sums of all, as it goes to the window: from the thread of head office, and encoded. */
function board({ office }: Chain): void {
  const page = structuredClone(office.store().board({ text: '', unnamed: '', only: 'all', from: 0 }, NOW_MS));
  JSON.stringify(contract['headOffice.board'].output.encode(page));
}
/** The same once a reading has come in: what that changes is made again. */
function boardAfterNews(chain: Chain): void {
  chain.office.store().add(chain.toTell.splice(0, 1));
  board(chain);
}
const round = async ({ office, line }: Chain): Promise<void> => void (await office.roundOn(line));

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** The works in turn, so that what else the machine does meets all of them; the p95 of each. */
async function inTurn(works: readonly (() => unknown)[], times: number): Promise<number[]> {
  const took: number[][] = works.map(() => []);
  for (let time = 0; time < times; time += 1)
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      await work();
      took[at]?.push(performance.now() - start);
    }
  return took.map(p95);
}

async function pairsOf(small: () => unknown, large: () => unknown, times = TIMES): Promise<Pair[]> {
  const pairs: Pair[] = [];
  await inTurn([small, large], WARM_UPS);
  for (let time = 0; time < ROUNDS; time += 1) {
    const [baseline = Number.NaN, again = Number.NaN, product = Number.NaN] = await inTurn(
      [small, small, large],
      times,
    );
    pairs.push({ baseline, again, product });
  }
  return pairs;
}

export async function growth(cluster: Cluster, folder: string): Promise<void> {
  const small = await openChain(cluster, folder, SMALL);
  const long = await openChain(cluster, folder, LONG);
  const large = await openChain(cluster, folder, LARGE);
  const goal = (name: string) => ({ id: ID, name: `p95: ${name}`, atMost: 1.5 });
  const to = '1,000 PCs and 36 months ÷ 10 and one';
  ratiosOf(
    goal(`publishing, ${to}`),
    await pairsOf(
      () => publishOne(small),
      () => publishOne(large),
    ),
  );
  ratiosOf(
    goal('the board of 10 PCs, 36 months ÷ one'),
    await pairsOf(
      () => board(small),
      () => board(long),
    ),
  );
  ratiosOf(
    goal(`the board opened, ${to}`),
    await pairsOf(
      () => board(small),
      () => board(large),
    ),
  );
  ratiosOf(
    goal(`the board after news, ${to}`),
    await pairsOf(
      () => boardAfterNews(small),
      () => boardAfterNews(large),
    ),
  );
  ratiosOf(
    { id: ID, name: `p95: a round of the office without news, ${to}` },
    await pairsOf(
      () => round(small),
      () => round(large),
      FEW_TIMES,
    ),
  );
  for (const { shop, office, line } of [small, long, large]) {
    await shop.connection.close();
    await line.close();
    office.close();
  }
}
