/**
 * The owner of the server changes the record behind everybody's back, in the seven ways there are; the verification must find
 * it and name the PC and the entry. Each case runs on a real server, in a transaction that is taken back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPcs, publish } from '#electron/head-office/pc.ts';
import { readOthers } from '#electron/head-office/read-others.ts';
import { openStore } from '#electron/head-office/store.ts';
import { verifyRecord, type VerifiedPc } from '#electron/head-office/verify.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { makeEntries, newIdentity, noHead, type Entry, type Head } from '#electron/head-office/entry.ts';
import { openCluster } from '../../electron/head-office/cluster.ts';
import { enrolPc, entriesOf, fact, openRecord, place, type Pc } from '../../electron/head-office/record.ts';
import { eachSeed, n, replay, type Campaign, type Figure } from '../figure.ts';
import { seededRng, type Rng } from '../simulation/rng.ts';

const ENTRIES = 24;
const NAME = 'head-office-tampering';

type Case = { owner: Connection; pc: Pc; other: Pc; rng: Rng };
/** Tampers, and answers the number of the first entry that cannot fit any more. */
type Sort = (one: Case) => Promise<number>;

const within = (rng: Rng, from: number, to: number) => from + rng.int(to - from + 1);

/** Makes room: every entry from `from` on gets the next number. */
async function shift(owner: Connection, pc: string, from: number): Promise<void> {
  await owner.rows('UPDATE head_office.entry SET seq = seq + 1000 WHERE pc = $1 AND seq >= $2', [pc, from]);
  await owner.rows('UPDATE head_office.entry SET seq = seq - 999 WHERE pc = $1 AND seq > 1000', [pc]);
}
const COLUMNS = 'environment, merchant, branch, kind, at_ms, body, previous, hash, signature, received_at';

const sorts: Readonly<Record<string, Sort>> = {
  async flip({ owner, pc, rng }) {
    const seq = within(rng, 1, ENTRIES);
    const changes = [
      `body = replace(body, 'number', 'numbre')`,
      `at_ms = at_ms + 1`,
      `kind = 'close'`,
      `branch = 'Elsewhere'`,
      `environment = 'live'`,
      `merchant = 'MID-2'`,
      `hash = set_byte(hash, 3, get_byte(hash, 3) # 1)`,
      `signature = set_byte(signature, 9, get_byte(signature, 9) # 1)`,
      `previous = decode(repeat('ab', 32), 'hex')`,
    ];
    const change = changes[rng.int(changes.length)];
    await owner.rows(`UPDATE head_office.entry SET ${change} WHERE pc = $1 AND seq = $2`, [
      pc.identity.pc,
      seq,
    ]);
    return seq;
  },
  async delete({ owner, pc, rng }) {
    const seq = within(rng, 1, ENTRIES - 1);
    await owner.rows('DELETE FROM head_office.entry WHERE pc = $1 AND seq = $2', [pc.identity.pc, seq]);
    return seq;
  },
  /** Made as Closeout makes them, but with a key of the server's owner. */
  async insert({ owner, pc, rng }) {
    const seq = within(rng, 1, ENTRIES + 1);
    const before: Head = seq === 1 ? noHead : headAt(pc, seq - 1);
    const forger = { ...newIdentity(), pc: pc.identity.pc };
    const [forged] = makeEntries(forger, pc.place, before, [fact(999)]);
    await shift(owner, pc.identity.pc, seq);
    await publish(owner, [forged!]);
    await owner.rows('UPDATE head_office.pc SET head_seq = head_seq + 1 WHERE id = $1', [pc.identity.pc]);
    return seq;
  },
  async reorder({ owner, pc, rng }) {
    const first = within(rng, 1, ENTRIES - 1);
    const second = within(rng, first + 1, ENTRIES);
    const move = (from: number, to: number) =>
      owner.rows('UPDATE head_office.entry SET seq = $3 WHERE pc = $1 AND seq = $2', [
        pc.identity.pc,
        from,
        to,
      ]);
    await move(first, 9_999);
    await move(second, first);
    await move(9_999, second);
    return first;
  },
  /** A true entry stands a second time, later or earlier than its place. */
  async replay({ owner, pc, rng }) {
    const from = within(rng, 1, ENTRIES);
    const to = within(rng, 1, ENTRIES + 1);
    await shift(owner, pc.identity.pc, to);
    await owner.rows(
      `INSERT INTO head_office.entry (pc, seq, ${COLUMNS})
       SELECT pc, $3, ${COLUMNS} FROM head_office.entry WHERE pc = $1 AND seq = $2`,
      [pc.identity.pc, from < to ? from : from + 1, to],
    );
    await owner.rows('UPDATE head_office.pc SET head_seq = head_seq + 1 WHERE id = $1', [pc.identity.pc]);
    // The entry that stood there stands there again: nothing is changed up to the next one.
    return from === to ? to + 1 : to;
  },
  /** Changed and hashed again, signed by another PC of the chain; or the PC is said to have that PC's key. */
  async 'another-signature'({ owner, pc, other, rng }) {
    const seq = within(rng, 1, ENTRIES);
    if (rng.int(4) === 0) {
      await owner.rows(`UPDATE head_office.pc SET public_key = decode($2, 'hex') WHERE id = $1`, [
        pc.identity.pc,
        other.identity.publicKey,
      ]);
      return 1;
    }
    const before = seq === 1 ? noHead : headAt(pc, seq - 1);
    const [forged] = makeEntries({ ...other.identity, pc: pc.identity.pc }, pc.place, before, [fact(777)]);
    await owner.rows(
      `UPDATE head_office.entry SET body = $3, at_ms = $4, hash = decode($5, 'hex'), signature = decode($6, 'hex')
       WHERE pc = $1 AND seq = $2`,
      [pc.identity.pc, seq, forged!.body, forged!.atMs, forged!.hash, forged!.signature],
    );
    return seq;
  },
  /** With the server's own count, so that only what was kept elsewhere knows of more. */
  async cut({ owner, pc, rng }) {
    const seq = within(rng, 1, ENTRIES);
    await owner.rows('DELETE FROM head_office.entry WHERE pc = $1 AND seq >= $2', [pc.identity.pc, seq]);
    if (rng.int(2) === 0)
      await owner.rows(
        `UPDATE head_office.pc SET head_seq = $2, head_hash = decode($3, 'hex') WHERE id = $1`,
        [pc.identity.pc, seq - 1, seq === 1 ? '' : headAt(pc, seq - 1).hash],
      );
    if (seq === 1 && rng.int(2) === 0)
      await owner.rows('DELETE FROM head_office.pc WHERE id = $1', [pc.identity.pc]);
    return seq;
  },
};
export const sortNames: readonly string[] = Object.keys(sorts);

function headAt(pc: Pc, seq: number): Head {
  const entry = entriesOf(pc, seq).at(-1);
  return entry ? { seq, hash: entry.hash } : noHead;
}

const wrongIn = (verified: readonly VerifiedPc[], pc: Pc, seq: number): string | null => {
  const found = verified.flatMap((one) => one.found ?? []);
  const [first] = found;
  if (found.length !== 1 || !first) return `${found.length} breaks found, not one`;
  if (first.pc === pc.identity.pc && first.seq === seq) return null;
  return `found at ${first.pc} ${first.seq} (${first.problem}), not at ${pc.identity.pc} ${seq}`;
};

const saidBy = ({ seq, kind, atMs, body, hash }: Entry): string =>
  JSON.stringify([seq, kind, atMs, body, hash]);

/**
 * A PC that reads all of it for the first time verifies one signature a run. It names the same entry, or every entry is what its
 * PC signed; a cut end shows to those only who have read it before. What it keeps is the true beginning of the record.
 */
async function wrongAsRead(owner: Connection, pc: Pc, seq: number): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-reader-'));
  const store = openStore(folder, 'reader');
  try {
    const pcs = await listPcs(owner);
    store.keepPcs(pcs);
    await readOthers(owner, store, { pcs, place: pc.place, hear: () => {} });
    const signed = entriesOf(pc, ENTRIES).map(saidBy);
    const kept = store.after(pc.identity.pc, 0, 2 * ENTRIES).map(saidBy);
    if (kept.some((entry, at) => entry !== signed[at])) return 'a reader keeps what nobody signed';
    const named = store.pcs().find(({ id }) => id === pc.identity.pc)?.broken ?? null;
    return named === null || named.seq === seq ? null : `a reader names ${named.seq}, not ${seq}`;
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(share: Parameters<Campaign['run']>[0]): Promise<Figure> {
  const figure: Figure = { sum: { cases: 0 }, met: [], broken: [] };
  const cluster = await openCluster();
  try {
    const owner = await openRecord(cluster, 'chain');
    const pcs: Pc[] = [];
    for (const branch of ['Maadi', 'Giza', ''])
      pcs.push(await enrolPc(cluster, owner, 'chain', place(branch)));
    for (const pc of pcs) {
      await publish(pc.connection, entriesOf(pc, ENTRIES));
      await pc.connection.close();
    }
    const whole = await verifyRecord(owner, new Map());
    if (whole.some(({ found }) => found))
      figure.broken.push('the record was broken before anything was done');
    const kept = new Map(whole.map(({ pc, head }) => [pc.id, head]));
    await eachSeed(share, figure.broken, async (seed) => {
      const rng = seededRng(seed);
      const name = sortNames[seed % sortNames.length] ?? '';
      const [pc, other] = rng.int(2) === 0 ? [pcs[0]!, pcs[1]!] : [pcs[2]!, pcs[0]!];
      await owner.rows('BEGIN');
      await owner.rows('SET LOCAL session_replication_role = replica');
      const seq = await sorts[name]!({ owner, pc, other, rng });
      const wrong = wrongIn(await verifyRecord(owner, kept), pc, seq) ?? (await wrongAsRead(owner, pc, seq));
      await owner.rows('ROLLBACK');
      figure.sum['cases'] = (figure.sum['cases'] ?? 0) + 1;
      if (!figure.met.includes(name)) figure.met.push(name);
      if (wrong !== null) figure.broken.push(`${name}: ${wrong}: ${replay(NAME, seed)}`);
    });
    await owner.close();
  } finally {
    await cluster.stop();
  }
  // The contents of a case hang on keys that are made anew; which row is changed and how hangs on its seed only.
  figure.met = figure.met.toSorted();
  return figure;
}

export const tampering: Campaign = {
  whole: 1_000,
  also: ['head-office'],
  run,
  tell: ({ sum, met, broken }) => [
    `head office: ${n(sum['cases'])} tamperings of ${met.length} sorts on a real server, ${n(broken.length)} not found and named`,
  ],
};
