/** Returns in closes of this PC whose sale another PC has closed: they take the money back as soon as that sale is known. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { settleKinds } from '#electron/database/settle-kinds.ts';
import type { SayableKind } from '#shared/domain/kinds/index.ts';
import { closeDay, must, reopenIt, withShop, type Shop } from '../closing/shop.ts';
import { egp, reconcile, settle, settled } from '../reconciliation/settled.ts';
import { closeStores, listenerAt, tellerOf } from './telling.ts';

afterEach(closeStores);

const named = (shop: Shop, rowId: string, more: object) =>
  Object.assign(shop.tills.get('T1')?.rows.find((one) => one.rowId === rowId) ?? {}, more);
const explain = async (shop: Shop, kind: SayableKind) =>
  must(await shop.session().words.say({ words: [{ folded: 'gratis', sign: 'plus', kind }] }));
/** What its closes and those of others come to. */
async function sumOf(shop: Shop) {
  const { comparisons } = await reconcile(shop);
  return comparisons.find(({ comparison }) => comparison === 'sales')?.all?.ours;
}
const withReturn = (
  use: (of: { shop: Shop; finance: Shop; listener: ReturnType<typeof listenerAt> }) => Promise<void>,
  type = 'SALE',
) =>
  withShop((shop) =>
    withShop(async (finance) => {
      shop.sell('T1', 10_000n, { type });
      const back = finance.sell('T1', 10_000n, { type: 'REVERSAL' });
      named(finance, back, { rowId: 'row-back', merchantOrderId: 'W-1', refNumber: 'R-1' });
      await closeDay(finance);
      await settle(finance, [settled(9)]);
      await use({ shop, finance, listener: listenerAt(finance) });
    }),
  );

it('once the close of the sale comes, until it is opened again or this PC leaves', () =>
  withReturn(async ({ shop, finance, listener }) => {
    const till = tellerOf(shop, 'Till 1');
    expect(await sumOf(finance)).toEqual([{ count: 1, amount: egp(0n) }]);
    const { closing } = await closeDay(shop);
    await listener.hear(till);
    expect(await sumOf(finance)).toEqual([{ count: 2, amount: egp(0n) }]);
    must(await reopenIt(shop, closing.closingId));
    await listener.hear(till);
    expect(await sumOf(finance)).toEqual([{ count: 1, amount: egp(0n) }]);
    await closeDay(shop, 'B1', '2026-11-17');
    await listener.hear(till);
    expect(await sumOf(finance)).toEqual([{ count: 2, amount: egp(0n) }]);
    await finance.session().context.db.call('otherCloses.forget', null);
    expect(await sumOf(finance)).toEqual([{ count: 1, amount: egp(0n) }]);
  }));

it('once a person explains the word of the sale', () =>
  withReturn(async ({ shop, finance, listener }) => {
    await shop.read('T1');
    await explain(shop, 'authorization');
    await closeDay(shop);
    await listener.hear(tellerOf(shop, 'Till 1'));
    expect(await sumOf(finance)).toEqual([{ count: 1, amount: egp(0n) }]);
    await explain(finance, 'sale');
    expect(await sumOf(finance)).toEqual([{ count: 2, amount: egp(0n) }]);
  }, 'GRATIS'));

it('at the next opening, where the process ends before the journal has it', () =>
  withReturn(async ({ shop, finance, listener }) => {
    await closeDay(shop);
    await listener.hear(tellerOf(shop, 'Till 1'));
    expect(await sumOf(finance)).toEqual([{ count: 2, amount: egp(0n) }]);
    await finance.restart((folder) => {
      const [cache, journal] = ['cache', 'journal'].map((name) => new Sqlite(join(folder, `${name}.sqlite`)));
      if (!cache || !journal) throw new Error('no files');
      const undoes = () =>
        journal.prepare(`SELECT undoes FROM closing_row WHERE row_id = 'row-back'`).pluck().get();
      expect(undoes()).toBe('row-00001');
      journal.exec(`UPDATE closing_row SET undoes = NULL WHERE row_id = 'row-back'`);
      cache.exec(`INSERT INTO closed_unpaired VALUES ('T1')`);
      settleKinds({ cache, journal });
      expect(undoes()).toBe('row-00001');
      for (const file of [cache, journal]) file.close();
    });
  }));

it('after a backup took the place of the journal that did not know the close of the sale', () =>
  withReturn(async ({ shop, finance }) => {
    await finance.restart();
    const backups = () => readdirSync(join(finance.folder, 'backups'));
    const before = backups();
    await closeDay(shop);
    await listenerAt(finance).hear(tellerOf(shop, 'Till 1'));
    expect(await sumOf(finance)).toEqual([{ count: 2, amount: egp(0n) }]);
    await finance.restart((folder) => {
      for (const file of backups())
        if (!before.includes(file)) rmSync(join(folder, 'backups', file), { recursive: true });
      writeFileSync(join(folder, 'journal.sqlite'), 'damaged');
      const opened = openProfileFiles(folder);
      expect(opened.report.journal).toBe('restored');
      const undoes = opened.files.journal.prepare(`SELECT undoes FROM closing_row WHERE row_id = 'row-back'`);
      expect(undoes.pluck().get()).toBe('row-00001');
      opened.close();
    });
  }));
