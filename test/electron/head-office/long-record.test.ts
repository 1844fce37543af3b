/** A PC reads many entries at once: in runs, which are verified by the signature of their last entry. */
import { describe, expect, it } from 'vitest';
import { partOf } from '#electron/head-office/archive.ts';
import { connect } from '#electron/head-office/connection.ts';
import { makeEntries, newIdentity, noHead } from '#electron/head-office/entry.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { activityFact } from '#electron/head-office/published.ts';
import { startRunsThread, type Runs } from '#electron/head-office/runs-thread.ts';
import { verifyRecord } from '#electron/head-office/verify.ts';
import { headOfficeWorkerUrl } from '../../workers.ts';
import { monthsAgo } from './months.ts';
import { targetsOf } from './office-pc.ts';
import { inOneRecord } from './one-record.ts';
import { entry } from './published-facts.ts';
import { facts, place } from './record.ts';

describe.skipIf(findPostgres() === null)('a long record', () => {
  const { owner, shopAndOffice, asOwner, brokenOf } = inOneRecord();

  const shopWithMany = async (count: number) => {
    const { shop, office } = await shopAndOffice();
    const targets = Array.from({ length: count }, (_, at) => `act ${at + 1}`);
    shop.act(...targets);
    await shop.round();
    return { shop, office, targets };
  };
  const ofShop = (id: string, seq: number) => `WHERE pc = '${id}' AND seq = ${seq}`;

  it('a long record is read in several answers, each from where the one before ended', async () => {
    const { shop, office, targets } = await shopWithMany(1_203);
    expect(await office.round()).toMatchObject({ news: 1_203, isFirst: true });
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets);
    expect(await office.round()).toMatchObject({ news: 0 });
  });

  it.each([
    ['changed', `body = replace(body, 'act 700', 'ACT 700')`],
    ['changed', 'at_ms = at_ms + 1'],
    ['changed', `branch = 'Giza'`],
  ] as const)('in a long record, too, an entry that was %s (%s) is named', async (problem, change) => {
    const { shop, office, targets } = await shopWithMany(1_203);
    await asOwner(`UPDATE head_office.entry SET ${change} ${ofShop(shop.id, 700)}`);
    // The answer that follows is on its way by then, and nothing of it is kept.
    expect(await office.round()).toMatchObject({ news: 699 });
    expect(brokenOf(office, shop.id)).toEqual({ seq: 700, problem });
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets.slice(0, 699));
  });

  it('of more than ten thousand entries, each run is worked out on another thread, and comes to the same', async () => {
    const { of, shop, office } = await shopAndOffice();
    const targets = Array.from({ length: 10_400 }, (_, at) => `act ${at + 1}`);
    const told = targets.map((target, at) => activityFact({ ...entry('x'), seq: at + 1, target }));
    const line = await connect(of.login);
    const made = makeEntries(of.identity, of.place, noHead, told);
    for (let at = 0; at < made.length; at += 1_300) await publish(line, made.slice(at, at + 1_300));
    await line.close();
    const started: Runs[] = [];
    const startRuns = (): Runs => {
      const runs = startRunsThread(headOfficeWorkerUrl);
      started.push(runs);
      return runs;
    };
    expect(await office.roundOn(owner(), { startRuns })).toMatchObject({ news: 10_400, isFirst: true });
    // The list gives the newest ten thousand.
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets.slice(400));
    await asOwner(`UPDATE head_office.entry SET at_ms = at_ms + 1 ${ofShop(shop.id, 7_000)}`);
    office.forgetStore();
    expect(await office.roundOn(owner(), { startRuns })).toMatchObject({ news: 6_999 });
    expect(brokenOf(office, shop.id)).toEqual({ seq: 7_000, problem: 'changed' });
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets.slice(0, 6_999));
    expect(started).toHaveLength(2);
    // Both have ended, and nobody waits for them for ever.
    for (const runs of started) await expect(runs.workOut([])).rejects.toThrow('has ended');
  }, 60_000);

  /** Rows of entries that the server fetched for all connections that have ended. */
  const fetched = async (): Promise<number> => {
    const [{ rows = Number.NaN } = {}] = await owner().rows<{ rows: number }>(
      `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS rows FROM pg_stat_user_tables
       WHERE relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'head_office.entry'::regclass)`,
    );
    return rows;
  };

  it('the server fetches each entry of a long record once, not all that is left of it for each answer', async () => {
    const { office } = await shopWithMany(4_000);
    // The server plans with what it knows about the table: here, that it has the entries of many branches.
    const part = `head_office.${partOf(monthsAgo(0))}`;
    await owner().rows(`ALTER TABLE ${part} ALTER branch SET (n_distinct = 100)`);
    await owner().rows('VACUUM ANALYZE head_office.entry');
    const before = await fetched();
    expect(await office.round()).toMatchObject({ news: 4_000 });
    await expect.poll(async () => (await fetched()) - before).toBeGreaterThanOrEqual(4_000);
    expect((await fetched()) - before).toBeLessThan(4_500);
    await owner().rows(`ALTER TABLE ${part} ALTER branch RESET (n_distinct)`);
  });

  it('entries that are missing are named where they begin, also if they are more than one answer has', async () => {
    const { shop, office, targets } = await shopWithMany(2_600);
    await asOwner(`DELETE FROM head_office.entry WHERE pc = '${shop.id}' AND seq BETWEEN 101 AND 2500`);
    expect(await office.round()).toMatchObject({ news: 100 });
    expect(brokenOf(office, shop.id)).toEqual({ seq: 101, problem: 'missing' });
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets.slice(0, 100));
    const found = (await verifyRecord(owner(), new Map())).flatMap((one) => one.found ?? []);
    expect(found).toEqual([{ ok: false, pc: shop.id, seq: 101, problem: 'missing' }]);
  });

  it('a forged end of a long record is named where it begins, whatever it is chained to', async () => {
    const { shop, office, targets } = await shopWithMany(300);
    const [before] = shop.store().after(shop.id, 99, 1);
    const forger = { ...newIdentity(), pc: shop.id };
    const forged = makeEntries(forger, place('Maadi'), before!, facts(200));
    await asOwner(`DELETE FROM head_office.entry WHERE pc = '${shop.id}' AND seq > 100`);
    await owner().rows('SET session_replication_role = replica');
    await publish(owner(), forged);
    await owner().rows('SET session_replication_role = DEFAULT');
    expect(await office.round()).toMatchObject({ news: 100 });
    expect(brokenOf(office, shop.id)).toEqual({ seq: 101, problem: 'signature' });
    expect(await targetsOf(office.store(), shop.id)).toEqual(targets.slice(0, 100));
  });

  const SPOILED = 'signature = set_byte(signature, 9, get_byte(signature, 9) # 1)';
  it.each([
    ['signature', SPOILED],
    ['changed', `previous = decode(repeat('ab', 32), 'hex')`],
    ['changed', 'hash = set_byte(hash, 3, get_byte(hash, 3) # 1)'],
  ] as const)(
    'what follows from the rest of a long record (%s: %s) may be spoiled there: it is read as it was signed, and the verification names it',
    async (problem, change) => {
      const { shop, office, targets } = await shopWithMany(300);
      await asOwner(`UPDATE head_office.entry SET ${change} ${ofShop(shop.id, 150)}`);
      expect(await office.round()).toMatchObject({ news: 300 });
      expect(await targetsOf(office.store(), shop.id)).toEqual(targets);
      const found = (await verifyRecord(owner(), new Map())).flatMap((one) => one.found ?? []);
      expect(found).toEqual([{ ok: false, pc: shop.id, seq: 150, problem }]);
      // The last signature has to bear what comes before it.
      await asOwner(`UPDATE head_office.entry SET ${SPOILED} ${ofShop(shop.id, 300)}`);
      office.forgetStore();
      expect(await office.round()).toMatchObject({ news: 149 });
      expect(brokenOf(office, shop.id)).toEqual({ seq: 150, problem });
    },
  );
});
