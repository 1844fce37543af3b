/** The record on a real PostgreSQL: who may do what, what is never passed over, and what an enrolment is good for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEnrolment, withdraw } from '#electron/head-office/administer.ts';
import { connect, type Connection, type Login } from '#electron/head-office/connection.ts';
import { enrolmentText, readEnrolment, type EnrolmentPaper } from '#electron/head-office/enrolment-file.ts';
import { makeEntries, newIdentity, noHead, type Head } from '#electron/head-office/entry.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { migrate, SCHEMA_VERSION } from '#electron/head-office/migrate.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { newPassword } from '#electron/head-office/password.ts';
import { listPcs, publish, readOn, serverFacts, takeEnrolment } from '#electron/head-office/pc.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { enrolPc, entriesOf, fact, facts, openRecord, place, type Pc } from './record.ts';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => failureOf(error),
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );

describe.skipIf(findPostgres() === null)('the record at head office', () => {
  let cluster: Cluster;
  let owner: Connection;
  let till: Pc;
  let other: Pc;
  let finance: Pc;
  let test: Pc;
  const open: Connection[] = [];
  const enrol = async (of: Pc['place']) => {
    const pc = await enrolPc(cluster, owner, 'chain', of);
    open.push(pc.connection);
    return pc;
  };

  beforeAll(async () => {
    cluster = await openCluster();
    owner = await openRecord(cluster, 'chain');
    open.push(owner);
    till = await enrol(place('Maadi'));
    other = await enrol(place('Nasr City'));
    finance = await enrol(place(''));
    test = await enrol(place('', 'MID-1', 'test'));
    await publish(till.connection, entriesOf(till, 3));
    await publish(other.connection, entriesOf(other, 2));
    await publish(test.connection, entriesOf(test, 1));
  }, 60_000);
  afterAll(async () => {
    await Promise.allSettled(open.map((connection) => connection.close()));
    await cluster?.stop();
  });

  const seenBy = async ({ connection }: Pc) => {
    const pcs = await listPcs(connection);
    const entries = await readOn(connection, pcs, new Map(), 100);
    return entries.map(({ pc, seq }) => `${pc} ${seq}`).toSorted();
  };
  const namesOf = ({ identity }: Pc, count: number) =>
    Array.from({ length: count }, (_, index) => `${identity.pc} ${index + 1}`);

  it('a shop sees its own branch, finance every branch, and another environment nothing of it', async () => {
    expect(await seenBy(till)).toEqual(namesOf(till, 3));
    expect(await seenBy(other)).toEqual(namesOf(other, 2));
    expect(await seenBy(finance)).toEqual([...namesOf(till, 3), ...namesOf(other, 2)].toSorted());
    expect(await seenBy(test)).toEqual(namesOf(test, 1));
  });

  it.each([
    ['change an entry', 'UPDATE head_office.entry SET body = $$x$$'],
    ['delete an entry', 'DELETE FROM head_office.entry'],
    ['empty the entries', 'TRUNCATE head_office.entry CASCADE'],
    ['change a PC', 'UPDATE head_office.pc SET branch = $$$$'],
    ['delete a PC', 'DELETE FROM head_office.pc'],
    ['read enrolments', 'SELECT * FROM head_office.enrolment'],
    ['make an enrolment', `SELECT head_office.enrol('x', 'y', 'n', 'live', 'm', '')`],
    ['withdraw a PC', `SELECT head_office.withdraw('x')`],
    ['make a table', 'CREATE TABLE head_office.mine (x int)'],
    ['turn row security off', 'ALTER TABLE head_office.entry DISABLE ROW LEVEL SECURITY'],
    ['turn a trigger off', 'ALTER TABLE head_office.entry DISABLE TRIGGER ALL'],
    ['become the administration', 'SET ROLE chain_administration'],
  ])('a PC cannot %s', async (_, sql) => {
    expect(await codeOf(till.connection.rows(sql))).toBe('42501');
  });

  it('a PC adds no entry of another PC, branch or environment, nor one that does not follow', async () => {
    const head: Head = { seq: 3, hash: entriesOf(till, 3).at(-1)?.hash ?? '' };
    const made = (of: Partial<Pc['place']>, after = head) =>
      makeEntries(till.identity, { ...till.place, ...of }, after, [fact(4)]);
    const asTill = (entries: Parameters<typeof publish>[1]) => refusal(publish(till.connection, entries));
    expect(await asTill(entriesOf(other, 3).slice(2))).toBe('not-allowed');
    expect(await asTill(made({ branch: 'Nasr City' }))).toBe('not-allowed');
    expect(await asTill(made({ environment: 'live' }))).toBe('not-allowed');
    expect(await asTill(made({ merchant: 'MID-2' }))).toBe('not-allowed');
    expect(await asTill(made({}, { ...head, seq: 4 }))).toBe('fork');
    expect(await asTill(made({}, { ...head, hash: 'ab'.repeat(32) }))).toBe('fork');
    expect(await asTill(entriesOf(till, 3))).toBe('fork');
    expect(await seenBy(till)).toEqual(namesOf(till, 3));
  });

  it('the owner’s slip changes nothing either', async () => {
    for (const sql of [
      'UPDATE head_office.entry SET body = $$x$$',
      'DELETE FROM head_office.entry',
      'TRUNCATE head_office.entry',
      'DELETE FROM head_office.pc',
      'UPDATE head_office.pc SET branch = $$$$',
      'UPDATE head_office.pc SET head_seq = 0',
    ])
      expect(await codeOf(owner.rows(sql)), sql).toMatch(/^(HO001|0A000|23503)$/);
  });

  it('the reader reads all and writes nothing; the administration enrols and withdraws, and writes no entry', async () => {
    await owner.rows(`CREATE ROLE eyes LOGIN PASSWORD 'eyes' IN ROLE chain_reader`);
    await owner.rows(`CREATE ROLE boss LOGIN PASSWORD 'boss' IN ROLE chain_administration`);
    const eyes = await connect(cluster.login('chain', 'eyes', 'eyes'));
    const boss = await connect(cluster.login('chain', 'boss', 'boss'));
    open.push(eyes, boss);
    const [counted] = await eyes.rows<{ n: number }>('SELECT count(*) AS n FROM head_office.entry');
    expect(counted?.n).toBeGreaterThanOrEqual(6);
    for (const one of [eyes, boss]) {
      expect(await codeOf(publish(one, entriesOf(till, 4).slice(3)))).toBe('42501');
      expect(await codeOf(one.rows('DELETE FROM head_office.entry'))).toBe('42501');
    }
    expect(await codeOf(withdraw(eyes, till.identity.pc))).toBe('42501');

    const gone = await enrolPc(cluster, boss, 'chain', place('Giza'));
    await publish(gone.connection, entriesOf(gone, 1));
    expect(await withdraw(boss, gone.identity.pc)).toBe('PC Giza');
    expect(await refusal(publish(gone.connection, entriesOf(gone, 2).slice(1)))).toBe('not-allowed');
    expect(await listPcs(gone.connection)).toEqual([]);
    await gone.connection.close();
    expect(await refusal(connect(gone.login))).toBe('withdrawn');
    expect(await withdraw(boss, gone.identity.pc)).toBeNull();
    // What it published stays.
    const entries = await readOn(eyes, [{ id: gone.identity.pc }], new Map(), 10);
    expect(entries).toEqual(entriesOf(gone, 1));
  });

  it('a writer that commits late is not passed over by a reader that has read what came after', async () => {
    const slow = await enrol(place('Alexandria'));
    const quick = await enrol(place('Alexandria'));
    const reader = await enrol(place('Alexandria'));
    const heads = new Map<string, Head>();
    const read = async () => {
      const pcs = await listPcs(reader.connection);
      const entries = await readOn(reader.connection, pcs, heads, 2);
      for (const { pc, seq, hash } of entries) heads.set(pc, { seq, hash });
      return entries.map(({ pc, seq }) => `${pc === slow.identity.pc ? 'slow' : 'quick'} ${seq}`).toSorted();
    };
    await slow.connection.rows('BEGIN');
    await publish(slow.connection, entriesOf(slow, 3));
    await publish(quick.connection, entriesOf(quick, 1));
    expect(await read()).toEqual(['quick 1']);
    await slow.connection.rows('COMMIT');
    expect(await read()).toEqual(['slow 1', 'slow 2']);
    expect(await read()).toEqual(['slow 3']);
    expect(await read()).toEqual([]);
  });

  it('two that publish as one PC at once: one is refused, and nothing is doubled', async () => {
    const pc = await enrol(place('Luxor'));
    const clone = await connect(pc.login);
    open.push(clone);
    const its = makeEntries(pc.identity, pc.place, noHead, facts(2, 50));
    const done = await Promise.all([
      refusal(publish(pc.connection, entriesOf(pc, 2))),
      refusal(publish(clone, its)),
    ]);
    expect(done.toSorted()).toEqual(['done', 'fork']);
    expect(await seenBy(pc)).toEqual(namesOf(pc, 2));
  });

  describe('init', () => {
    it('at the same time, and once more: one schema, one epoch', async () => {
      await cluster.database('twice');
      const both = await Promise.all([1, 2].map(() => connect(cluster.login('twice'))));
      open.push(...both);
      const made = await Promise.all(both.map((connection) => migrate(connection)));
      expect(made.map(({ from }) => from).toSorted()).toEqual([0, SCHEMA_VERSION]);
      const before = await serverFacts(both[0]!);
      expect((await migrate(both[0]!)).from).toBe(SCHEMA_VERSION);
      expect(await serverFacts(both[0]!)).toEqual(before);
    });

    it('by an older Closeout than the schema: it says so and changes nothing', async () => {
      await owner.rows(`INSERT INTO head_office.migration (number, name) VALUES (99, 'from the future')`);
      await expect(migrate(owner)).rejects.toThrow('The schema (99) is newer than this Closeout');
      expect((await serverFacts(till.connection)).version).toBe(99);
      await owner.rows('DELETE FROM head_office.migration WHERE number = 99');
    });

    it('of a database with a name that would have to be quoted: refused', async () => {
      await cluster.database('"with-dash"');
      const connection = await connect(cluster.login('with-dash'));
      open.push(connection);
      await expect(migrate(connection)).rejects.toThrow('small letters');
    });
  });

  describe('an enrolment', () => {
    let paper: EnrolmentPaper;
    beforeAll(async () => {
      paper = await makeEnrolment(owner, cluster.login('chain'), { ...place('Aswan'), name: 'Till 1' });
    });
    const use = async (with_: Login) => {
      const connection = await connect(with_);
      try {
        return await takeEnrolment(connection, newIdentity().publicKey, newPassword());
      } finally {
        await connection.close();
      }
    };

    it('is found edited, expired, or none at all before anybody is asked', () => {
      const text = enrolmentText(paper);
      expect(readEnrolment(text, paper.expiresAtMs - 1)).toEqual({ ok: true, paper });
      expect(readEnrolment(text, paper.expiresAtMs)).toEqual({ ok: false, problem: 'expired' });
      for (const [from, to] of [
        ['"Aswan"', '""'],
        [paper.password, newPassword()],
        ['127.0.0.1', '127.0.0.2'],
        [String(paper.expiresAtMs), String(paper.expiresAtMs + 1)],
      ] as const)
        expect(readEnrolment(text.replace(from, to), 0)).toEqual({ ok: false, problem: 'edited' });
      for (const none of ['', '{}', 'null', text.slice(0, -5)])
        expect(readEnrolment(none, 0)).toEqual({ ok: false, problem: 'not-an-enrolment' });
    });

    it('sees nothing before it is taken, is taken once, and its password is worth nothing afterwards', async () => {
      const first = await connect(paper);
      expect(await listPcs(first)).toEqual([]);
      await first.close();
      const two = await Promise.all([refusal(use(paper)), refusal(use(paper))]);
      expect(two.filter((done) => done === 'done')).toHaveLength(1);
      expect(['used', 'password']).toContain(two.find((done) => done !== 'done'));
      expect(await refusal(use(paper))).toBe('password');
    });

    it('that has expired on the server is refused there as well', async () => {
      const late = await makeEnrolment(owner, cluster.login('chain'), { ...place('Aswan'), name: 'Till 2' });
      const connection = await connect(late);
      open.push(connection);
      await owner.rows('UPDATE head_office.enrolment SET expires_at = now() WHERE login = $1', [late.user]);
      expect(await refusal(takeEnrolment(connection, newIdentity().publicKey, newPassword()))).toBe(
        'expired',
      );
      await owner.rows(`ALTER ROLE ${late.user} VALID UNTIL '2020-01-01'`);
      expect(await refusal(connect(late))).toBe('password');
    });
  });

  it.each([
    ['a wrong password', { password: 'x' }, 'password'],
    ['a database that is not there', { database: 'nowhere' }, 'no-database'],
    ['a database without the record', { database: 'postgres' }, 'no-record'],
    ['a port where nobody listens', { port: 1 }, 'not-reached'],
    ['a server without TLS', { ca: 'x' }, 'no-tls'],
  ] as const)('%s is told from every other failure', async (_, changed, kind) => {
    const asked = connect({ ...cluster.login('chain'), ...changed }).then(async (connection) => {
      open.push(connection);
      return serverFacts(connection);
    });
    expect(await refusal(asked)).toBe(kind);
  });
});
