/** What PCs tell each other through head office, on real files and a real server, and what they do not believe it. */
import { describe, expect, it } from 'vitest';
import { withdraw } from '#electron/head-office/administer.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { keepContact, pauseAfter } from '#electron/head-office/contact.ts';
import { makeEntries } from '#electron/head-office/entry.ts';
import { listPcs } from '#electron/head-office/pc.ts';
import { activityOf } from '#electron/head-office/published.ts';
import { readOthers } from '#electron/head-office/read-others.ts';
import { newest, targetsOf } from './office-pc.ts';
import { inOneRecord } from './one-record.ts';
import { fact, place } from './record.ts';

it('a pause grows with each failure, is never longer than 75 seconds, and is not the same twice', () => {
  const pauses = Array.from({ length: 200 }, () => pauseAfter(0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(750);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1_250);
  expect(new Set(pauses).size).toBeGreaterThan(50);
  expect(pauseAfter(3)).toBeGreaterThanOrEqual(6_000);
  for (const failures of [10, 50, 5_000]) expect(pauseAfter(failures)).toBeLessThanOrEqual(75_000);
});

describe.skipIf(findPostgres() === null)('a PC and head office', () => {
  const { owner, enrol, opened, shopAndOffice, asOwner, refusalOf, brokenOf, newestOf } = inOneRecord();

  it('what is done in the shop is seen in the office, with the PC named, and not the other way round', async () => {
    const { shop, office } = await shopAndOffice();
    shop.act('first', 'second');
    office.act('of finance');
    expect(shop.waiting(0)).toMatchObject({ waiting: 2, sinceMs: 1_000 });
    expect(await shop.round()).toMatchObject({ news: 0, published: 2 });
    expect(shop.waiting(2)).toMatchObject({ waiting: 0 });
    // The server's list of PCs is older than what this round published.
    const own = shop
      .store()
      .pcs()
      .find(({ isSelf }) => isSelf);
    expect(own).toMatchObject({ entries: 2, lastEntryAtMs: expect.any(Number) as number });
    expect(await office.round()).toMatchObject({ news: 2, published: 1 });
    expect(await newestOf(office)).toEqual([
      ['PC Maadi', 'second'],
      ['PC Maadi', 'first'],
    ]);
    await shop.round();
    expect(await newestOf(shop)).toEqual([]);
    shop.act('third');
    await shop.round();
    expect(await office.round()).toMatchObject({ news: 1, published: 1 });
    expect(await office.round()).toMatchObject({ news: 0, published: 1 });
  });

  it('the list is searched, filtered by person, action and PC, and read on from any place', async () => {
    const { shop, office } = await shopAndOffice();
    const second = opened(await enrol('Giza'));
    shop.act('Alpha', 'beta', 'gamma');
    second.act('delta');
    await shop.round();
    await second.round();
    await office.round();
    const found = async (change: object) =>
      (await office.store().newest({ ...newest, ...change })).map(({ entry }) => activityOf(entry)?.target);
    expect(await found({ text: 'alpha' })).toEqual(['Alpha']);
    expect(await found({ pc: second.id })).toEqual(['delta']);
    expect(await found({ actor: 'mona' })).toHaveLength(4);
    expect(await found({ actor: 'nobody' })).toEqual([]);
    expect(await found({ action: 'profile.edited' })).toHaveLength(4);
    const all = await office.store().newest(newest);
    const { atMs, pc, seq } = all[1]!.entry;
    expect(await office.store().newest({ ...newest, before: { atMs, pc, seq } })).toEqual(all.slice(2));
  });

  it('without its file a PC reads its own entries again, goes on behind them, and doubles none', async () => {
    const { shop, office } = await shopAndOffice();
    shop.act('first', 'second');
    await shop.round();
    shop.forgetStore();
    shop.act('third');
    expect(await shop.round()).toMatchObject({ published: 3 });
    await office.round();
    expect(await targetsOf(office.store(), shop.id)).toEqual(['first', 'second', 'third']);
    office.forgetStore();
    expect(await office.round()).toMatchObject({ news: 3 });
  });

  it('a server that was restored from an older copy gets again what it lost; until then that is said', async () => {
    const { shop, office } = await shopAndOffice();
    shop.act('first', 'second', 'third');
    await shop.round();
    await office.round();
    await asOwner(`DELETE FROM head_office.entry WHERE seq > 1`);
    await asOwner(`UPDATE head_office.pc AS pc SET head_seq = 1, head_hash = e.hash FROM head_office.entry AS e
      WHERE e.pc = pc.id AND e.seq = 1 AND pc.branch = 'Maadi'`);
    await office.round();
    expect(brokenOf(office, shop.id)).toEqual({ seq: 2, problem: 'cut' });
    shop.act('fourth');
    expect(await shop.round()).toMatchObject({ published: 4 });
    expect(await office.round()).toMatchObject({ news: 1 });
    expect(brokenOf(office, shop.id)).toBeNull();
    expect(await targetsOf(office.store(), shop.id)).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('a PC that was restored from an older copy goes on behind its own entries, and tells what is new', async () => {
    const { of, shop, office } = await shopAndOffice();
    shop.act('first');
    await shop.round();
    const older = opened(of, shop);
    shop.act('lost with the disk');
    await shop.round();
    older.act('after the restore');
    expect(await older.round()).toMatchObject({ published: 3 });
    await office.round();
    expect(await targetsOf(office.store(), shop.id)).toEqual([
      'first',
      'lost with the disk',
      'after the restore',
    ]);
  });

  it('of two PCs with one identity that have signed the same number, the second stops', async () => {
    const { of, shop } = await shopAndOffice();
    shop.act('first');
    await shop.round();
    const clone = opened(of, shop);
    const kept = clone.store();
    kept.add(makeEntries(of.identity, of.place, kept.headOf(clone.id), [fact(2)]));
    shop.act('of the one');
    await shop.round();
    expect(await refusalOf(clone)).toBe('fork');
    expect(await refusalOf(clone)).toBe('fork');
    expect(await shop.round()).toMatchObject({ published: 2 });
  });

  it('a row that was tampered with is named, is not shown, and keeps nobody else’s from being read', async () => {
    const { shop, office } = await shopAndOffice();
    const second = opened(await enrol('Giza'));
    shop.act('first', 'second', 'third');
    second.act('whole');
    await shop.round();
    await second.round();
    await asOwner(`UPDATE head_office.entry SET body = replace(body, 'second', 'nothing') WHERE seq = 2`);
    expect(await office.round()).toMatchObject({ news: 2 });
    expect(brokenOf(office, shop.id)).toEqual({ seq: 2, problem: 'changed' });
    expect(brokenOf(office, second.id)).toBeNull();
    expect((await newestOf(office)).map(([, target]) => target).toSorted()).toEqual(['first', 'whole']);
    // Put right again, it is read on.
    await asOwner(`UPDATE head_office.entry SET body = replace(body, 'nothing', 'second') WHERE seq = 2`);
    expect(await office.round()).toMatchObject({ news: 2 });
    expect(brokenOf(office, shop.id)).toBeNull();
  });

  it('a PC that is not on the server any more is said to be gone, and what it told stays here', async () => {
    const { shop, office } = await shopAndOffice();
    shop.act('first');
    await shop.round();
    await office.round();
    await asOwner(`DELETE FROM head_office.entry`);
    await asOwner(`DELETE FROM head_office.pc WHERE branch = 'Maadi'`);
    await office.round();
    expect(brokenOf(office, shop.id)).toEqual({ seq: 1, problem: 'cut' });
    expect(await newestOf(office)).toHaveLength(1);
  });

  it('another epoch is another record: everything of this PC is published again', async () => {
    const { shop, office } = await shopAndOffice();
    shop.act('first', 'second');
    await shop.round();
    await office.round();
    await asOwner(`DELETE FROM head_office.entry`);
    await asOwner(`UPDATE head_office.pc SET head_seq = 0, head_hash = ''`);
    await asOwner(`UPDATE head_office.record SET epoch = gen_random_uuid()`);
    expect(await office.round()).toMatchObject({ news: 0 });
    expect(await newestOf(office)).toEqual([]);
    expect(await shop.round()).toMatchObject({ published: 2 });
    expect(await office.round()).toMatchObject({ news: 2 });
  });

  it('what a round stored before it failed is news, and a copy is whole only after a round that went well', async () => {
    const { shop } = await shopAndOffice();
    const of = await enrol('');
    const office = opened(of);
    const isWhole = () => office.store().closesChanged(null).isWhole;
    const isSaid: boolean[] = [];
    shop.act('first', 'second');
    await shop.round();
    const news: number[] = [];
    const told = {
      standing: (now: HeadOfficeStanding) => void isSaid.push(now.isWhole),
      failed: () => {},
      news: (count: number) => void news.push(count),
    };
    await owner().rows('ALTER FUNCTION head_office.decisions_on_own() RENAME TO decisions_away');
    let contact = keepContact({ ...of, folder: office.folder }, office.store(), told);
    try {
      expect((await contact.look()).failure).not.toBeNull();
      expect(await newestOf(office)).toHaveLength(2);
      expect(news).toEqual([2]);
      expect(isWhole()).toBe(false);
    } finally {
      await contact.end();
      await owner().rows('ALTER FUNCTION head_office.decisions_away() RENAME TO decisions_on_own');
    }
    // Nothing more has come, but now it is known that this is all.
    contact = keepContact({ ...of, folder: office.folder }, office.store(), told);
    expect((await contact.look()).failure).toBeNull();
    expect(isWhole()).toBe(true);
    await contact.look();
    await contact.end();
    expect(news).toEqual([2, 0]);
    // Who is told how it stands learns that, too.
    expect(isSaid[0]).toBe(false);
    expect(isSaid.at(-1)).toBe(true);
    expect(await office.round()).toMatchObject({ isFirst: false });
    office.forgetStore();
    expect(isWhole()).toBe(false);
    expect(await office.round()).toMatchObject({ news: 2, isFirst: true });
  });

  it('withdrawn, or older than the schema: it says so, and its entries wait', async () => {
    const { shop } = await shopAndOffice();
    shop.act('first');
    await owner().rows(`INSERT INTO head_office.migration (number, name) VALUES (99, 'from the future')`);
    expect(await refusalOf(shop)).toBe('schema-newer');
    await owner().rows('DELETE FROM head_office.migration WHERE number = 99');
    await withdraw(owner(), shop.id);
    expect(await refusalOf(shop)).toBe('withdrawn');
    expect(shop.waiting(0).waiting).toBe(1);
  });

  it.each([1, 60])('of %i entries that a server mixes in from another chain none is kept', async (count) => {
    const { shop, office } = await shopAndOffice();
    const stranger = opened(await enrol('', 'MID-2'));
    shop.act('of the shop');
    stranger.act(...Array.from({ length: count }, (_, at) => `of a stranger ${at}`));
    for (const pc of [shop, stranger, office]) await pc.round();
    // The owner of the server sees every chain.
    const pcs = await listPcs(owner());
    office.store().keepPcs(pcs);
    await readOthers(owner(), office.store(), { pcs, place: place(''), hear: () => {} });
    expect(await newestOf(office)).toEqual([['PC Maadi', 'of the shop']]);
    expect(brokenOf(office, stranger.id)).toEqual({ seq: 1, problem: 'inserted' });
    expect(brokenOf(office, shop.id)).toBeNull();
  });

  it('a PC that was withdrawn says so also when it begins again and reaches nobody', async () => {
    const of = await enrol('Dokki');
    const pc = opened(of);
    const failures: (string | null)[] = [];
    const told = {
      ...{ news: () => {}, failed: () => {} },
      standing: ({ failure }: HeadOfficeStanding) => void failures.push(failure),
    };
    const look = async (login: typeof of.login) => {
      failures.length = 0;
      const contact = keepContact({ ...of, login, folder: pc.folder }, pc.store(), told);
      await contact.look();
      await contact.end();
      return failures;
    };
    await withdraw(owner(), pc.id);
    expect(await look(of.login)).toEqual([null, 'withdrawn']);
    pc.restart();
    expect(await look({ ...of.login, port: 9 })).toEqual(['withdrawn', 'not-reached']);
    await asOwner(`UPDATE head_office.pc SET withdrawn_at = NULL WHERE id = '${pc.id}'`);
    await owner().rows(`ALTER ROLE ${of.login.user} LOGIN`);
    pc.restart();
    expect((await look(of.login)).slice(0, 2)).toEqual(['withdrawn', null]);
    pc.restart();
    expect((await look(of.login))[0]).toBeNull();
  });
});
