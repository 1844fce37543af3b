import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begin, closeDay, closeIt, codeOf, DAY, exactly, must, withShop, type Shop } from './shop.ts';

/** One terminal: what is closed is not the point here. */
const ONE_TERMINAL = { T1: 'B1' };
const backupsOf = (folder: string) => readdirSync(join(folder, 'backups'));
const zNumbers = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'z-numbers.json'), 'utf8')) as {
    branches: Record<string, { given: number[]; giving: unknown }>;
  };

/** Damages the journal, and leaves of its backups only those of `before`. */
const losing = (before: readonly string[]) => (folder: string) => {
  for (const file of backupsOf(folder))
    if (!before.includes(file)) rmSync(join(folder, 'backups', file), { recursive: true });
  writeFileSync(join(folder, 'journal.sqlite'), 'damaged');
};
const nextDay = async (shop: Shop, minor: bigint) => {
  shop.sell('T1', minor);
  const closed = await closeDay(shop);
  shop.clock.forward(DAY);
  return closed;
};
const lookedUp = async (shop: Shop) =>
  void must(await shop.session().checkByHand.confirm({ who: 'mona', note: 'looked at the printed Zs' }));

describe('a backup that takes the journal’s place and does not know the last Z', () => {
  it('gives no number a second time: the next Z is above it, and says what is missing', () =>
    withShop(async (shop) => {
      await nextDay(shop, 100n);
      await shop.restart();
      const before = backupsOf(shop.folder);
      const lost = await nextDay(shop, 200n);
      expect(lost.z.content.number).toBe(2);
      await shop.restart(losing(before));
      expect(shop.session().report.journal).toBe('restored');
      await lookedUp(shop);
      const { z } = await nextDay(shop, 300n);
      expect([z.content.number, z.content.skipped]).toEqual([3, { from: 2, to: 2 }]);
    }, ONE_TERMINAL));

  it('gives no revision a second time', () =>
    withShop(async (shop) => {
      shop.sell('T1', 100n);
      const { closingId } = (await begin(shop)).closing;
      const { closing } = shop.session();
      await shop.read('T1');
      const frozen = must(await closing.freeze({ closingId, provisional: true }));
      must(await closing.count({ closingId, lines: exactly(frozen) }));
      must(await closing.provisional(closingId, 'no internet', null));
      await shop.restart();
      const before = backupsOf(shop.folder);
      const lost = await closeIt(shop, closingId);
      expect([lost.z.content.number, lost.z.content.revision]).toEqual([1, 2]);
      // A later number, which is written over what was being given.
      shop.clock.forward(DAY);
      await nextDay(shop, 200n);
      await shop.restart(losing(before));
      await lookedUp(shop);
      const again = await closeIt(shop, closingId);
      expect([again.z.content.number, again.z.content.revision]).toEqual([1, 3]);
    }, ONE_TERMINAL));
});

describe('while it waits to be looked up by hand', () => {
  it('no number is given and no day opened again; counting goes on', () =>
    withShop(async (shop) => {
      const closed = await nextDay(shop, 100n);
      shop.sell('T1', 200n);
      await shop.restart();
      await shop.restart(losing(backupsOf(shop.folder)));
      const { closingId } = (await begin(shop)).closing;
      const stopped = { sqliteCode: 'JOURNAL_UNCONFIRMED' };
      const { closing } = shop.session();
      must(await closing.read({ closingId, terminalIds: null }));
      await expect(closing.confirm(closingId, null)).rejects.toMatchObject(stopped);
      const reopened = closing.reopen(closed.closing.closingId, 'a slip', 'samir');
      await expect(reopened).rejects.toMatchObject(stopped);
      await lookedUp(shop);
      expect((await closeIt(shop, closingId)).z.content.number).toBe(2);
    }, ONE_TERMINAL));

  it('nor while the record of who did what is broken', () =>
    withShop(async (shop) => {
      const closed = await nextDay(shop, 100n);
      const { closing } = shop.session();
      closing.stopNumbers(true);
      shop.sell('T1', 200n);
      const { closingId } = (await begin(shop)).closing;
      expect(codeOf(await closing.confirm(closingId, null))).toBe('journal-blocked');
      expect(codeOf(await closing.provisional(closingId, 'x', null))).toBe('journal-blocked');
      const reopened = await closing.reopen(closed.closing.closingId, 'a slip', 'samir');
      expect(codeOf(reopened)).toBe('journal-blocked');
    }, ONE_TERMINAL));
});

describe('the file of the numbers', () => {
  it('that names a Z whose commit never came makes no gap', () =>
    withShop(async (shop) => {
      await nextDay(shop, 100n);
      await shop.restart((folder) => {
        const numbers = zNumbers(folder);
        numbers.branches['B1'] = { given: [1], giving: { number: 2, revision: 1 } };
        writeFileSync(join(folder, 'z-numbers.json'), JSON.stringify(numbers));
      });
      const { z } = await nextDay(shop, 200n);
      expect([z.content.number, z.content.skipped]).toEqual([2, null]);
    }, ONE_TERMINAL));

  it('is made from the journal where it is missing or cannot be read', () =>
    withShop(async (shop) => {
      await nextDay(shop, 100n);
      await nextDay(shop, 200n);
      for (const text of [null, 'damaged']) {
        await shop.restart((folder) => {
          rmSync(join(folder, 'z-numbers.json'));
          if (text !== null) writeFileSync(join(folder, 'z-numbers.json'), text);
        });
        expect(zNumbers(shop.folder).branches).toEqual({ B1: { given: [1, 1], giving: null } });
      }
    }, ONE_TERMINAL));

  it('raises the numbers of an older journal that somebody put back', () =>
    withShop(async (shop) => {
      await nextDay(shop, 100n);
      await shop.restart((folder) => {
        const numbers = zNumbers(folder);
        numbers.branches['B1'] = { given: [1, 1, 1], giving: null };
        writeFileSync(join(folder, 'z-numbers.json'), JSON.stringify(numbers));
      });
      const { z } = await nextDay(shop, 200n);
      expect([z.content.number, z.content.skipped]).toEqual([4, { from: 2, to: 3 }]);
    }, ONE_TERMINAL));
});
