/**
 * A new finance PC reads a long record: closes and activity of many shops, beside PostgreSQL's own copy of it to a file. The
 * memory that it takes must not grow with the record.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Connection } from '../../electron/head-office/connection.ts';
import { makeEntries, newIdentity, noHead, type Entry, type Fact } from '../../electron/head-office/entry.ts';
import { activityFact } from '../../electron/head-office/published.ts';
import { startRunsThread } from '../../electron/head-office/runs-thread.ts';
import { openPc } from '../electron/head-office/office-pc.ts';
import { enrolled, openRecord, place } from '../electron/head-office/record.ts';
import type { Cluster } from '../electron/head-office/cluster.ts';
import { csvOf, psql } from './head-office-server.ts';
import { figure, ratiosOf, timed, type Pair } from './measure.ts';
import { headOfficeWorkerUrl } from './workers.ts';

const ID = 'head-office';
const PCS = 100;
/** Entries of the record: `CLOSEOUT_LONG_RECORD=10000000` is the whole measure, an hour or so. */
const ENTRIES = Number(process.env['CLOSEOUT_LONG_RECORD'] ?? 200_000);
const FIRST_MS = Date.UTC(2026, 0, 1, 6);
const AT_ONCE = 2_000;

/** What people of a shop do, as its PC tells it. */
function actOf(seq: number): Fact {
  const params = JSON.stringify({
    terminal: `3041${seq % 40}`,
    count: seq % 90,
    amount: '12345.50',
    currency: 'EGP',
  });
  return activityFact({
    seq,
    atMs: FIRST_MS + seq * 60_000,
    actor: ['Mona Farid', 'Omar Adel', 'Closeout'][seq % 3] ?? '',
    machine: 'till-1',
    action: ['terminal.read', 'operation.succeeded', 'day.closed', 'settled.downloaded'][seq % 4] ?? '',
    target: `3041${String(seq % 40).padStart(4, '0')}`,
    params,
    outcome: 'ok',
    ...{ eventCount: seq, eventHead: 'cd'.repeat(32), previous: 'ef'.repeat(32) },
    hash: 'ab'.repeat(32),
  });
}

/** Written by the owner, with what the PCs signed. */
async function fill(cluster: Cluster, owner: Connection, folder: string, database: string): Promise<void> {
  const columns = 'pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature';
  const each = Math.ceil(ENTRIES / PCS);
  let copied = Promise.resolve();
  for (let at = 0; at < PCS; at += 1) {
    const identity = newIdentity();
    const file = join(folder, `long-${at % 2}.csv`);
    let head: Entry | typeof noHead = noHead;
    for (let from = 0; from < each; from += AT_ONCE) {
      const facts = Array.from({ length: Math.min(AT_ONCE, each - from) }, (_, one) => actOf(from + one + 1));
      const entries: readonly Entry[] = makeEntries(identity, place(`Shop ${at}`), head, facts);
      head = entries.at(-1) ?? head;
      writeFileSync(file, `${csvOf(entries)}\n`, { flag: from === 0 ? 'w' : 'a' });
    }
    // The server takes one PC's entries while those of the next are signed.
    await copied;
    await owner.rows(
      `INSERT INTO head_office.pc (id, login, name, environment, merchant, branch, public_key, head_seq, head_hash, last_entry_at)
       VALUES ($1::text, $1::text::name, $2, 'practice', 'MID-1', $3, decode($4, 'hex'), $5, decode($6, 'hex'), now())`,
      [identity.pc, `PC ${at}`, `Shop ${at}`, identity.publicKey, head.seq, head.hash],
    );
    const copy = `\\copy head_office.entry (${columns}) FROM '${file}' CSV`;
    copied = psql(cluster, database, 'SET session_replication_role = replica', copy);
  }
  await copied;
  await owner.rows('VACUUM ANALYZE head_office.entry');
}

const startRuns = () => startRunsThread(headOfficeWorkerUrl);

export async function longRecord(cluster: Cluster, folder: string): Promise<void> {
  const database = 'long_record';
  const owner = await openRecord(cluster, database);
  await fill(cluster, owner, folder, database);
  const file = join(folder, 'all.csv');
  const copy = () =>
    timed(() => psql(cluster, database, `\\copy (SELECT * FROM head_office.entry) TO '${file}' CSV`));
  await copy();
  const pairs: Pair[] = [];
  const grown: number[] = [];
  const worked: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const of = await enrolled(cluster, owner, database, place(''));
    const pc = openPc(of);
    const line = await connect(of.login);
    const baseline = await copy();
    const before = process.memoryUsage().rss;
    const atWork = process.cpuUsage();
    const product = await timed(() => pc.roundOn(line, { startRuns }));
    const { user, system } = process.cpuUsage(atWork);
    worked.push((user + system) / ENTRIES);
    grown.push((process.memoryUsage().rss - before) / 1_048_576);
    pairs.push({ baseline, again: await copy(), product });
    await line.close();
    pc.close();
  }
  const what = `${ENTRIES.toLocaleString('en')} entries of activity`;
  ratiosOf(
    { id: ID, name: `a new PC that reads, verifies and keeps ${what} ÷ a copy to a file`, atMost: 3 },
    pairs,
  );
  figure({ id: ID, name: `processor time of the reader, an entry of ${what}` }, 'µs', worked);
  figure({ id: ID, name: `memory more, while a new PC reads ${what}` }, 'MiB', grown);
  await owner.close();
}
