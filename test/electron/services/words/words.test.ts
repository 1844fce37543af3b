import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { transactionFilterSchema } from '#shared/contract/terminals.ts';
import { begin, closeDay, codeOf, DAY, must, withShop } from '../closing/shop.ts';

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

it('a word of 10,000 characters, an empty one, a missing one and amounts of zero: in no sum until they are said', () =>
  withShop(async (shop) => {
    const { words, terminals } = shop.session();
    const long = 'x'.repeat(10_000);
    shop.sell('T1', 500n);
    shop.sell('T1', 0n);
    shop.sell('T1', 1_000n, { type: long });
    shop.sell('T1', 200n, { type: '' });
    shop.sell('T1', 30n, { type: 'none' });
    const rows = shop.tills.get('T1')?.rows ?? [];
    const last = rows.pop();
    if (last) rows.push({ ...last, paymentType: null });
    await shop.read('T1');
    const sums = async () => {
      const filter = transactionFilterSchema.parse({});
      return must(await terminals.summary({ terminalId: 'T1', filter })).sums;
    };
    expect(await sums()).toMatchObject({
      net: [{ count: 5, amount: egp(500n) }],
      notSummed: [{ count: 3, amount: egp(1_230n) }],
    });
    const asked = must(await words.list()).words.filter(({ kind }) => kind === 'unknown');
    // No word and an empty one are the same: nothing is said of the kind.
    expect(asked.map(({ word, notSummed }) => [word, notSummed[0]?.count])).toEqual([
      [null, 2],
      [long, 1],
    ]);
    must(
      await words.say({ words: asked.map(({ folded, sign }) => ({ folded, sign, kind: 'sale' as const })) }),
    );
    expect(await sums()).toMatchObject({ net: [{ count: 5, amount: egp(1_730n) }], notSummed: [] });
    expect((await closeDay(shop)).z.content.sums).toMatchObject({
      net: [{ count: 5, amount: egp(1_730n) }],
      notSummed: [],
    });
  }));

it('a gateway that changes its words overnight: the new one is asked for, what was closed stays as it was', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    const { z: before } = await closeDay(shop);
    shop.clock.forward(DAY);
    shop.sell('T1', 2_000n, { type: 'VERKAUF' });
    await shop.read('T1');
    const { words, closing } = shop.session();
    expect(must(await words.list()).words).toMatchObject([
      { word: 'VERKAUF', kind: 'unknown', notSummed: [{ count: 1, amount: egp(2_000n) }] },
      { word: 'SALE', kind: 'sale', notSummed: [] },
    ]);
    must(await words.say({ words: [{ folded: 'verkauf', sign: 'plus', kind: 'sale' }] }));
    const { z: after } = await closeDay(shop);
    expect(after.content.sums?.net).toEqual([{ count: 1, amount: egp(2_000n) }]);
    const kept = must(await closing.zs({ closingId: before.closingId })).zs;
    expect(kept.map(({ sha256 }) => sha256)).toEqual([before.sha256]);
  }));

it('returns of either sign in one answer are returns; a second reversal, and one of no known sale, add nothing', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    for (const type of ['REVERSAL', 'REVERSAL', 'REVERSAL', 'REFUND', 'REFUND'])
      shop.sell('T1', type === 'REFUND' ? 700n : 10_000n, { type });
    const rows = shop.tills.get('T1')?.rows ?? [];
    const [sale] = rows;
    rows.forEach((row, at) => {
      // The first two reversals are of the sale, the third is of one that was never seen; one refund is negative.
      if (sale && (at === 1 || at === 2))
        rows[at] = { ...row, merchantOrderId: sale.merchantOrderId, refNumber: sale.refNumber };
      if (at === 5) rows[at] = { ...row, amount: egp(-20_000n) };
    });
    await shop.read('T1');
    const { terminals } = shop.session();
    const filter = transactionFilterSchema.parse({});
    const page = {
      terminalId: 'T1',
      filter,
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
    } as const;
    const listed = must(await terminals.page({ ...page, limit: 20 })).rows;
    expect(
      listed.map(({ kind, adds, flags }) => [kind, adds.minor, flags.includes('undoes-nothing')]),
    ).toEqual([
      ['sale', 10_000n, false],
      ['reversal', -10_000n, false],
      ['reversal', 0n, true],
      ['reversal', 0n, true],
      ['refund', -700n, false],
      ['refund', -20_000n, false],
    ]);
    expect(must(await terminals.summary({ terminalId: 'T1', filter })).sums.net).toEqual([
      { count: 6, amount: egp(-20_700n) },
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
