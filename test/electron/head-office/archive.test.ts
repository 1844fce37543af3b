/** Old months that go into a file: what is left verifies, with the file and without it, and nobody tells anything twice. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listArchives, standing } from '#electron/head-office/administer.ts';
import { archive, NotArchived } from '#electron/head-office/archive.ts';
import { SpoiledArchive, verifyArchive } from '#electron/head-office/archive-file.ts';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { makeEntries, newIdentity } from '#electron/head-office/entry.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { verifyArchives, verifyRecord } from '#electron/head-office/verify.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { beganAgo, monthsAgo, receivedAgo } from './months.ts';
import { openPc, targetsOf, type OfficePc } from './office-pc.ts';
import { enrolled, entriesOf, fact, openRecord, place, type Pc } from './record.ts';

describe.skipIf(findPostgres() === null)('old months', () => {
  let cluster: Cluster;
  let owner: Connection;
  let folder: string;
  let database = '';
  let made = 0;
  const open: OfficePc[] = [];
  beforeAll(async () => {
    cluster = await openCluster();
  }, 60_000);
  beforeEach(async () => {
    made += 1;
    database = `months_${made}`;
    owner = await openRecord(cluster, database);
    folder = mkdtempSync(join(tmpdir(), 'closeout-archive-'));
  });
  afterEach(async () => {
    for (const pc of open.splice(0)) pc.close();
    await owner.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => cluster?.stop());

  const enrol = (branch: string) => enrolled(cluster, owner, database, place(branch));
  async function pcOf(branch: string) {
    const of = await enrol(branch);
    const pc = openPc(of);
    open.push(pc);
    return { of, pc };
  }
  const fileOf = (name: string) => join(folder, `${name}.jsonl.gz`);
  const oldMonths = (month = monthsAgo(0), name = 'old') => archive(owner, month, fileOf(name));
  const brokenIn = async (...args: Parameters<typeof verifyRecord>) =>
    (await verifyRecord(...args)).flatMap(({ found }) => found ?? []);
  const shownOf = (pc: OfficePc, id: string) =>
    pc
      .store()
      .pcs()
      .find((one) => one.id === id);

  /** A shop that told something in each of three months and in this one, and an office that has read the first two. */
  async function threeMonths() {
    await beganAgo(owner, 3);
    const shop = await pcOf('Maadi');
    const office = await pcOf('');
    for (const ago of [3, 2, 1]) {
      shop.pc.act(`${ago} months ago`, `${ago} months ago, again`);
      await shop.pc.round();
      await receivedAgo(owner, ago);
      if (ago > 1) await office.pc.round();
    }
    shop.pc.act('this month');
    await shop.pc.round();
    return { shop, office };
  }

  it('the first entry of a month makes the month, also if two PCs have it at once', async () => {
    const [one, two] = [await enrol('Maadi'), await enrol('Giza')];
    const [{ part = '' } = {}] = await owner.rows<{ part: string }>(
      `SELECT head_office.month_name(date_trunc('month', now(), 'UTC')) AS part`,
    );
    await owner.rows(`ALTER TABLE head_office.entry DETACH PARTITION head_office.${part}`);
    await owner.rows(`DROP TABLE head_office.${part}`);
    const tell = async (of: Omit<Pc, 'connection' | 'batons'>) => {
      const connection = await connect(of.login);
      await publish(connection, entriesOf(of, 2));
      // Parts are of the owner: a PC reads the record only.
      await expect(connection.rows(`SELECT * FROM head_office.${part}`)).rejects.toMatchObject({
        code: '42501',
      });
      await expect(connection.rows(`SELECT head_office.make_part('mine')`)).rejects.toMatchObject({
        code: '42501',
      });
      await connection.close();
    };
    await Promise.all([tell(one), tell(two)]);
    await expect(owner.rows(`TRUNCATE head_office.${part}`)).rejects.toMatchObject({ code: 'HO001' });
    await expect(owner.rows(`DELETE FROM head_office.${part}`)).rejects.toMatchObject({ code: 'HO001' });
    expect(await brokenIn(owner, new Map())).toEqual([]);
    expect((await verifyRecord(owner, new Map())).map(({ head }) => head.seq)).toEqual([2, 2]);
  });

  it('go into a file that verifies, and the record verifies with it and without it', async () => {
    const { shop } = await threeMonths();
    const kept = new Map((await verifyRecord(owner, new Map())).map(({ pc, head }) => [pc.id, head]));
    const { entries, sha256, tables } = await oldMonths(monthsAgo(1));
    expect({ entries, tables: tables.length }).toEqual({ entries: 4, tables: 2 });
    const file = await verifyArchive(fileOf('old'), new Map());
    expect(file).toMatchObject({ entries: 4, sha256, found: [] });
    expect(await listArchives(owner)).toMatchObject([{ entries: 4, sha256 }]);
    const verified = await verifyRecord(owner, kept);
    expect(verified.find(({ pc }) => pc.id === shop.pc.id)).toMatchObject({
      first: 4,
      found: null,
      head: { seq: 7 },
    });
    const second = await oldMonths(monthsAgo(0), 'second');
    expect(second.entries).toBe(2);
    const { files, ends } = await verifyArchives([fileOf('second'), fileOf('old')], kept);
    expect(files.map(({ found }) => found)).toEqual([[], []]);
    expect(ends.get(shop.pc.id)?.seq).toBe(6);
    expect(await brokenIn(owner, kept, ends)).toEqual([]);
    // Their space is freed by dropping them, and nothing else hangs on it.
    await owner.rows(`DROP TABLE ${[...tables, ...second.tables].join()}`);
    expect(await brokenIn(owner, kept, ends)).toEqual([]);
    expect((await standing(owner)).tables).toEqual([]);
  });

  it('an office that has read part of them goes on, a new one begins behind them, and both say what they lack', async () => {
    const { shop, office } = await threeMonths();
    await oldMonths();
    await office.pc.round();
    const news = await pcOf('');
    await news.pc.round();
    const told = ['3 months ago', '3 months ago, again', '2 months ago', '2 months ago, again', 'this month'];
    expect(await targetsOf(office.pc.store(), shop.pc.id)).toEqual(told);
    expect(shownOf(office.pc, shop.pc.id)).toMatchObject({ entries: 5, archived: 2, broken: null });
    expect(await targetsOf(news.pc.store(), shop.pc.id)).toEqual(['this month']);
    expect(shownOf(news.pc, shop.pc.id)).toMatchObject({ entries: 1, archived: 6, broken: null });
    shop.pc.act('later');
    await shop.pc.round();
    for (const { pc } of [office, news]) expect(await pc.round()).toMatchObject({ news: 1 });
    news.pc.forgetStore();
    await news.pc.round();
    expect(shownOf(news.pc, shop.pc.id)).toMatchObject({ entries: 2, archived: 6, broken: null });
  });

  it('a PC that lost its file and told nothing since goes on behind them, and tells nothing twice', async () => {
    await beganAgo(owner, 1);
    const shop = await pcOf('Maadi');
    shop.pc.act('first', 'second', 'third');
    await shop.pc.round();
    await receivedAgo(owner, 1);
    await oldMonths();
    shop.pc.forgetStore();
    shop.pc.act('fourth');
    expect(await shop.pc.round()).toMatchObject({ published: 4 });
    expect(shownOf(shop.pc, shop.pc.id)).toMatchObject({ entries: 2, archived: 2 });
    const office = await pcOf('');
    await office.pc.round();
    expect(await targetsOf(office.pc.store(), shop.pc.id)).toEqual(['fourth']);
    expect(await brokenIn(owner, new Map())).toEqual([]);
  });

  it('what does not fit is not archived, nor a month that is not over; nothing is changed, and no file is left', async () => {
    const { shop } = await threeMonths();
    const refusedBy = async (month: string) => {
      const error = await oldMonths(month).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NotArchived);
      expect(existsSync(fileOf('old')) || existsSync(`${fileOf('old')}.part`)).toBe(false);
      return (error as Error).message;
    };
    expect(await refusedBy('soon')).toContain('is no month');
    expect(await refusedBy(monthsAgo(-1))).toContain('not over yet');
    expect(await refusedBy(monthsAgo(9))).toContain('nothing to archive');
    const asOwner = async (sql: string) => {
      await owner.rows('SET session_replication_role = replica');
      await owner.rows(sql, [shop.pc.id]);
      await owner.rows('SET session_replication_role = DEFAULT');
    };
    const swap = (from: string, to: string) =>
      asOwner(
        `UPDATE head_office.entry SET body = replace(body, '${from}', '${to}') WHERE pc = $1 AND seq = 2`,
      );
    await swap('again', 'never');
    expect(await refusedBy(monthsAgo(0))).toContain('Entry 2 of PC Maadi');
    await swap('never', 'again');
    // A server's clock was put back: entry 3 is in a later month than entry 4.
    await asOwner('UPDATE head_office.entry SET received_at = now() WHERE pc = $1 AND seq = 3');
    expect(await refusedBy(monthsAgo(0))).toContain('clock was put back');
    await receivedAgo(owner, 2, 'seq = 3');
    expect((await standing(owner)).archives).toEqual([]);
    expect((await oldMonths()).entries).toBe(6);
    expect(await refusedByExisting(fileOf('old'))).toContain('there already');
    expect(await oldMonths(monthsAgo(0), 'more').catch(String)).toContain('nothing to archive');
  });
  const refusedByExisting = async (path: string) =>
    ((await archive(owner, monthsAgo(0), path).catch((reason: unknown) => reason)) as Error).message;

  it('whoever changes what stays of them, or the file, is found', async () => {
    const { shop } = await threeMonths();
    const kept = new Map((await verifyRecord(owner, new Map())).map(({ pc, head }) => [pc.id, head]));
    await oldMonths();
    const path = fileOf('old');
    const lines = gunzipSync(readFileSync(path)).toString().split('\n');
    const writeLines = (change: (all: string[]) => string[]) =>
      writeFileSync(path, gzipSync(change([...lines]).join('\n')));
    const foundIn = async () => (await verifyArchive(path, kept)).found;
    writeLines((all) => all.with(3, all[3]!.replace('2 months', '5 months')));
    expect(await foundIn()).toEqual([{ ok: false, pc: shop.pc.id, seq: 3, problem: 'changed' }]);
    writeLines((all) => [...all.toSpliced(4, 1).slice(0, -2), '{"entries":5}', '']);
    expect(await foundIn()).toEqual([{ ok: false, pc: shop.pc.id, seq: 4, problem: 'missing' }]);
    for (const spoiled of [lines.slice(0, -2), lines.toSpliced(4, 1), lines.slice(1), ['no archive']]) {
      writeLines(() => spoiled);
      await expect(foundIn()).rejects.toBeInstanceOf(SpoiledArchive);
    }
    const whole = gzipSync(lines.join('\n'));
    writeFileSync(path, whole.subarray(0, whole.length - 9));
    await expect(foundIn()).rejects.toBeInstanceOf(SpoiledArchive);
    writeFileSync(path, whole);
    const { ends } = await verifyArchives([path], kept);
    // The server's owner puts an entry of their own in the place of the last archived one.
    const forger = { ...newIdentity(), pc: shop.pc.id };
    const [forged] = makeEntries(forger, place('Maadi'), { seq: 5, hash: 'ab'.repeat(32) }, [fact(1)]);
    await owner.rows('SET session_replication_role = replica');
    await owner.rows(
      `UPDATE head_office.entry SET body = $2, at_ms = $3, previous = decode($4, 'hex'), hash = decode($5, 'hex'),
         signature = decode($6, 'hex') WHERE pc = $1 AND seq = 6`,
      [shop.pc.id, forged!.body, forged!.atMs, forged!.previous, forged!.hash, forged!.signature],
    );
    const found = { ok: false, pc: shop.pc.id, seq: 6, problem: 'signature' };
    expect(await brokenIn(owner, kept)).toEqual([found]);
    expect(await brokenIn(owner, kept, ends)).toEqual([found]);
    const news = await pcOf('');
    await news.pc.round();
    expect(shownOf(news.pc, shop.pc.id)).toMatchObject({
      entries: 0,
      broken: { seq: 1, problem: 'missing' },
    });
    await owner.rows('DELETE FROM head_office.entry WHERE pc = $1 AND seq = 6', [shop.pc.id]);
    expect(await brokenIn(owner, kept)).toEqual([{ ...found, problem: 'missing' }]);
    expect(await brokenIn(owner, kept, new Map())).toEqual([{ ...found, problem: 'missing' }]);
  });
});
