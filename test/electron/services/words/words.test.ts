import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { begin, closeDay, codeOf, must, withShop } from '../closing/shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

it('a word that is not known is listed first, with its rows and what speaks for the proposal', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    const [sale] = shop.tills.get('T1')?.rows ?? [];
    shop.sell('T1', 4_000n, { type: 'CLAWBACK' });
    const rows = shop.tills.get('T1')?.rows ?? [];
    const [, back] = rows;
    if (sale && back) rows[1] = { ...back, merchantOrderId: sale.merchantOrderId, refNumber: sale.refNumber };
    await shop.read('T1');
    const { words } = must(await shop.session().words.list());
    expect(words.map(({ word, kind }) => [word, kind])).toEqual([
      ['CLAWBACK', 'unknown'],
      ['SALE', 'sale'],
    ]);
    expect(words[0]).toMatchObject({
      notSummed: [{ count: 1, amount: egp(4_000n) }],
      partOfSales: 1,
      otherwise: null,
      decided: null,
      examples: [{ amount: egp(4_000n), merchantOrderId: 'W-1', refNumber: 'R-1', terminalId: 'T1' }],
      proposal: { kind: 'refund', reason: 'part-of-sales' },
    });
  }));

it('at most three rows of a word are shown, the ones not known first', () =>
  withShop(async (shop) => {
    for (let sale = 0; sale < 5; sale += 1) shop.sell('T1', 1_000n);
    await shop.read('T1');
    const { words } = must(await shop.session().words.list());
    expect(words.map(({ examples }) => examples.length)).toEqual([3]);
  }));

it('a known word that comes with the other sign overnight is not known again, and says what it means else', () =>
  withShop(async (shop) => {
    const { words } = shop.session();
    shop.sell('T1', 1_000n, { type: 'TOPUP' });
    await shop.read('T1');
    must(await words.say({ words: [{ folded: 'topup', sign: 'plus', kind: 'sale' }] }));
    shop.sell('T1', 2_000n, { type: 'TOPUP' });
    const rows = shop.tills.get('T1')?.rows ?? [];
    const [, second] = rows;
    if (second) rows[1] = { ...second, amount: egp(-2_000n) };
    await shop.read('T1');
    expect(must(await words.list()).words).toMatchObject([
      { word: 'TOPUP', sign: 'minus', kind: 'unknown', otherwise: 'sale', proposal: { kind: 'refund' } },
      { word: 'TOPUP', sign: 'plus', kind: 'sale', otherwise: null, decided: { how: 'said', by: 'mona' } },
    ]);
  }));

it('a word that was never seen is not given a meaning', () =>
  withShop(async (shop) => {
    const answer = await shop
      .session()
      .words.say({ words: [{ folded: 'gift', sign: 'plus', kind: 'sale' }] });
    expect(codeOf(answer)).toBe('invalid');
  }));

it('a day with a word not known is closed only after its meaning is said, and counts it then', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    shop.sell('T1', 4_000n, { type: 'TOPUP' });
    for (const terminalId of ['T1', 'T2']) await shop.read(terminalId);
    const { closing, words } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    const early = await closing.freeze({ closingId, provisional: true });
    expect(early).toMatchObject({ ok: false, error: { params: { reason: 'kinds-not-known' } } });
    must(await words.say({ words: [{ folded: 'topup', sign: 'plus', kind: 'sale' }] }));
    must(await closing.cancel({ closingId, reason: 'begun anew' }));
    const { z } = await closeDay(shop);
    expect(z.content.sums?.net).toEqual([{ count: 2, amount: egp(5_000n) }]);
  }));

it('another meaning later recomputes lists and leaves the sealed Z: it says what its net would be now', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    shop.sell('T1', 4_000n, { type: 'TOPUP' });
    await shop.read('T1');
    const { closing, words } = shop.session();
    must(await words.say({ words: [{ folded: 'topup', sign: 'plus', kind: 'sale' }] }));
    const { z } = await closeDay(shop);
    expect(z.netNow).toBeNull();
    must(await words.say({ words: [{ folded: 'topup', sign: 'plus', kind: 'refund' }] }));
    const [after] = must(await closing.zs({ closingId: z.closingId })).zs;
    expect(after?.content).toEqual(z.content);
    expect(after?.sha256).toBe(z.sha256);
    expect(after?.netNow).toEqual([{ count: 2, amount: egp(-3_000n) }]);
    expect(must(await words.list()).words).toMatchObject([
      { word: 'SALE' },
      { word: 'TOPUP', kind: 'refund' },
    ]);
  }));

it('what was said is in the audit record, and a row that no entry vouches for is not believed', () =>
  withShop(async (shop) => {
    shop.sell('T1', 4_000n, { type: 'TOPUP' });
    shop.sell('T1', 1_000n, { type: 'GIFT' });
    await shop.read('T1');
    must(await shop.session().words.say({ words: [{ folded: 'topup', sign: 'plus', kind: 'sale' }] }));
    const said = shop.look((file) =>
      file.prepare("SELECT actor, target FROM audit_entry WHERE action = 'word.said'").all(),
    );
    expect(said).toEqual([{ actor: 'mona', target: 'TOPUP' }]);
    await shop.restart((folder) => {
      const file = new Sqlite(join(folder, 'journal.sqlite'));
      file.exec(
        `INSERT INTO kind_word (seq, folded, sign, kind, word, by, at_ms, entry_seq)
         SELECT 2, 'gift', 'plus', 'sale', 'GIFT', 'nobody', 1, entry_seq FROM kind_word`,
      );
      file.close();
    });
    expect(must(await shop.session().words.list()).words).toMatchObject([
      { word: 'GIFT', kind: 'unknown' },
      { word: 'TOPUP', kind: 'sale' },
    ]);
  }));
