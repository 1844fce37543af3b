/** Closes of a shop, on a real journal and a real server: told whole and once, read by whom they concern, and not believed when changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { makeEntries } from '#electron/head-office/entry.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publishedZ } from '#electron/head-office/published.ts';
import { runRound } from '#electron/head-office/round.ts';
import { openStore, removeStore, type Store } from '#electron/head-office/store.ts';
import {
  begin,
  closeDay,
  closeIt,
  closeProvisionally,
  must,
  reopenIt,
  withShop,
  type Shop,
} from '../services/closing/shop.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { openPc, type OfficePc } from './office-pc.ts';
import { enrolled, openRecord, place } from './record.ts';

const whole = { text: '', unnamed: '', only: 'all' as const, from: 0 };
/** Of the day that is closed here. */
const NOON_MS = Date.UTC(2026, 10, 17, 10);

type Enrolled = Awaited<ReturnType<typeof enrolled>>;

describe.skipIf(findPostgres() === null)('closes at head office', () => {
  let cluster: Cluster;
  let owner: Connection;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    cluster = await openCluster();
    owner = await openRecord(cluster, 'closes');
  }, 60_000);
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await asOwner('TRUNCATE head_office.entry, head_office.pc CASCADE');
  });
  afterAll(async () => {
    await owner?.close();
    await cluster?.stop();
  });

  async function asOwner(sql: string): Promise<void> {
    await owner.rows('SET session_replication_role = replica');
    await owner.rows(sql);
    await owner.rows('SET session_replication_role = DEFAULT');
  }
  const enrol = (branch: string): Promise<Enrolled> => enrolled(cluster, owner, 'closes', place(branch));
  function opened(of: Enrolled): OfficePc {
    const pc = openPc(of);
    ends.push(() => pc.close());
    return pc;
  }
  /** The PC of a shop that closes days: its journal is that of the shop. */
  function taking(shop: Shop, { identity, place: of, login }: Enrolled) {
    const folder = mkdtempSync(join(tmpdir(), 'closeout-till-'));
    let store = openStore(folder, identity.pc);
    ends.push(() => {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return {
      id: identity.pc,
      store: () => store,
      forgetStore() {
        store.close();
        removeStore(folder);
        store = openStore(folder, identity.pc);
      },
      async round() {
        const connection = await connect(login);
        try {
          return await runRound(connection, { identity, place: of, folder: shop.folder, store });
        } finally {
          await connection.close();
        }
      },
    };
  }
  const closesOf = (store: Store) =>
    store.closes({ branchKey: null, pc: null, after: null, limit: 50 }).map(({ pcName, close }) => ({
      pcName,
      date: close.businessDate,
      state: close.state,
      number: close.number,
      again: 'reopenedBefore' in close ? close.reopenedBefore : null,
    }));
  const kindsOf = (store: Store, pc: string) =>
    store
      .after(pc, 0, 1_000)
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'activity');

  it('a close is read whole by the office: the Z to the piastre, its rows, who and where; told once', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const office = opened(await enrol(''));
      for (let sold = 0; sold < 250; sold += 1) shop.sell('T1', 9_007_199_254_740_993n + BigInt(sold));
      const { z } = await closeDay(shop);
      await till.round();
      await office.round();
      expect(closesOf(office.store())).toEqual([
        { pcName: 'PC B1', date: '2026-11-17', state: 'closed', number: 1, again: null },
      ]);
      const [found] = office.store().closes({ branchKey: 'B1', pc: till.id, after: null, limit: 5 });
      expect(found?.z && publishedZ(found.z.close)).toEqual(z.content);
      expect(found?.close).toMatchObject({ by: 'mona', sha256: z.sha256, rows: 250, pieces: 3 });
      const rows = office
        .store()
        .after(till.id, 0, 1_000)
        .flatMap(({ kind, body }) =>
          kind === 'close-rows' ? (JSON.parse(body) as { rows: unknown[][] }).rows : [],
        );
      expect(rows).toHaveLength(250);
      expect(rows[0]?.slice(0, 7)).toEqual([
        'row-00001',
        'T1',
        'W-1',
        'R-1',
        '9007199254740993',
        'EGP',
        'sale',
      ]);
      await till.round();
      expect(kindsOf(till.store(), till.id)).toEqual(['close', 'close-rows', 'close-rows', 'close-rows']);
      // Its file is gone: what is on the server is read again, and not told again.
      till.forgetStore();
      expect(await till.round()).toMatchObject({ published: till.store().headOf(till.id).seq });
      expect(kindsOf(till.store(), till.id)).toHaveLength(4);
    }));

  it('a PC that joins later tells its past closes, and one that told its record before told none of them', () =>
    withShop(async (shop) => {
      shop.sell('T1', 100n);
      await closeDay(shop);
      const of = await enrol('B1');
      const till = taking(shop, of);
      const office = opened(await enrol(''));
      await till.round();
      await office.round();
      expect(closesOf(office.store())).toHaveLength(1);
      const activities = till
        .store()
        .after(till.id, 0, 1_000)
        .filter(({ kind }) => kind === 'activity');
      till.forgetStore();
      await asOwner(`DELETE FROM head_office.entry; UPDATE head_office.pc SET head_seq = 0, head_hash = ''`);
      // As a Closeout that told no closes left it: the record is told to its end.
      const { identity, place: where } = of;
      const facts = activities.map(({ kind, atMs, body }) => ({ kind, atMs, body }));
      till.store().add(makeEntries(identity, where, till.store().headOf(till.id), facts));
      await till.round();
      expect(kindsOf(till.store(), till.id)).toEqual(['close', 'close-rows']);
      office.forgetStore();
      await office.round();
      expect(closesOf(office.store())).toHaveLength(1);
    }));

  it('a day that is closed provisionally, closed, opened again and closed again is told each time', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const office = opened(await enrol(''));
      const states = async () => {
        await till.round();
        await office.round();
        return closesOf(office.store()).map(({ state, number, again }) => [state, number, again]);
      };
      shop.sell('T1', 100n);
      await shop.read('T1');
      const { closingId } = await closeProvisionally(shop);
      expect(await states()).toEqual([['provisional', 1, null]]);
      const first = await closeIt(shop, closingId);
      expect(await states()).toEqual([['closed', 1, null]]);
      must(await reopenIt(shop, first.closing.closingId));
      expect(await states()).toEqual([['reopened', 1, null]]);
      const again = await begin(shop, 'B1', '2026-11-17');
      await closeIt(shop, again.closing.closingId);
      expect((await states()).sort()).toEqual([
        ['closed', 2, 'a slip turned up'],
        ['reopened', 1, null],
      ]);
      const { entries: told } = office.store().closeEntries(till.id, first.closing.closingId);
      expect(told.map(({ close }) => close.state)).toEqual(['provisional', 'closed', 'reopened']);
      expect(told[2]?.close).toMatchObject({ by: 'mona', approvedBy: 'samir', reason: 'a slip turned up' });
      const [onBoard] = office.store().board(whole, NOON_MS).branches;
      expect(onBoard?.days.at(-1)).toMatchObject({ state: 'closed', close: { pc: till.id, number: 2 } });
      expect(onBoard?.days.filter(({ close }) => close !== null)).toHaveLength(1);
    }));

  it('a server that lost everything gets the closes again, and nothing twice', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const office = opened(await enrol(''));
      shop.sell('T1', 100n);
      await closeDay(shop);
      const { published } = await till.round();
      await asOwner(`DELETE FROM head_office.entry; UPDATE head_office.pc SET head_seq = 0, head_hash = ''`);
      expect(await till.round()).toMatchObject({ published });
      await office.round();
      expect(closesOf(office.store())).toHaveLength(1);
    }));

  it('a close that was changed on the server is found, its PC named, and it is not shown', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const office = opened(await enrol(''));
      shop.sell('T1', 123_456n);
      await closeDay(shop);
      await till.round();
      const seq = till
        .store()
        .after(till.id, 0, 1_000)
        .find(({ kind }) => kind === 'close')?.seq;
      await asOwner(
        `UPDATE head_office.entry SET body = replace(body, '"minor":"123456"', '"minor":"100000"') WHERE kind = 'close'`,
      );
      await office.round();
      expect(closesOf(office.store())).toEqual([]);
      expect(office.store().board(whole, NOON_MS).branches).toEqual([]);
      const broken = office
        .store()
        .pcs()
        .find(({ id }) => id === till.id)?.broken;
      expect(broken).toEqual({ seq, problem: 'changed' });
    }));

  it('a PC of another branch reads no close of this one; one of the same branch does', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const same = opened(await enrol('B1'));
      const other = opened(await enrol('B2'));
      shop.sell('T1', 100n);
      await closeDay(shop);
      await till.round();
      await same.round();
      await other.round();
      expect(closesOf(same.store())).toHaveLength(1);
      expect(closesOf(other.store())).toEqual([]);
      expect(other.store().after(till.id, 0, 10)).toEqual([]);
    }));

  it('a list of closes is narrowed to a branch or a PC, and read on from any place', () =>
    withShop(async (shop) => {
      const till = taking(shop, await enrol('B1'));
      const office = opened(await enrol(''));
      shop.sell('T1', 100n);
      shop.sell('T3', 200n);
      await closeDay(shop, 'B1');
      await closeDay(shop, 'B2');
      await till.round();
      await office.round();
      const ask = { branchKey: null, pc: null, after: null, limit: 50 };
      const all = office.store().closes(ask);
      expect(all).toHaveLength(2);
      const found = office.store().closes({ ...ask, branchKey: 'B2' });
      expect(found.map(({ close }) => close.branchName)).toEqual(['Branch B2']);
      expect(office.store().closes({ ...ask, pc: office.id })).toEqual([]);
      const { pc, close } = all[0]!;
      const after = { date: close.businessDate, pc, closingId: close.closingId };
      expect(office.store().closes({ ...ask, after })).toEqual(all.slice(1));
    }));
});
