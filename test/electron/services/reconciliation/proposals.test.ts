/** Proposals of the bank, through the service and real files: shown, accepted, learnt from, forgotten. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { bringIn } from './lines.ts';
import {
  codeOf,
  DAY,
  egp,
  must,
  pairsOf,
  proposalsOf,
  reconcile,
  settle,
  windowOf,
  withShop,
  type Shop,
} from './settled.ts';

function actionsOf(shop: Shop): unknown[] {
  const journal = new Sqlite(join(shop.folder, 'journal.sqlite'), { readonly: true });
  const actions = journal.prepare('SELECT action FROM audit_entry ORDER BY seq').pluck().all();
  journal.close();
  return actions;
}
const bankOf = async (shop: Shop) => {
  const { comparisons, proposals } = await reconcile(shop);
  return { bank: comparisons.find(({ comparison }) => comparison === 'bank'), proposals };
};
/** Five windows and a deposit for each that names nothing; the last one less a charge that is told by its name. */
async function aMonth(shop: Shop): Promise<void> {
  shop.clock.forward(12 * DAY);
  const windows = [1, 2, 3, 4, 5].map((n) => windowOf(`SW-10000${n}`, BigInt(n) * 100_000n));
  await settle(shop, [], windows);
  bringIn(shop, 'BANK-1', 'bank', [
    ...[1, 2, 3, 4].map((n) => ({
      amount: BigInt(n) * 100_000n,
      on: '2026-11-19',
      text: 'ACQUIRER OF PAYMENTS',
    })),
    { amount: 495_000n, on: '2026-11-19', text: 'TRANSFER SW-100005' },
  ]);
}

it('amounts and days alone are proposed and count as open, until a person accepts them all alike', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    const before = await bankOf(shop);
    expect(before.bank).toMatchObject({
      matched: [],
      all: { ours: [{ count: 5, amount: egp(1_500_000n) }] },
    });
    expect(before.proposals).toBe(5);
    const rows = await proposalsOf(shop);
    const alike = rows[0]?.alike;
    expect(alike?.count).toBe(4);
    const same = await proposalsOf(shop, { alike: alike?.key ?? '' });
    expect(same).toHaveLength(4);
    expect(
      must(await shop.session().reconciliation.accept({ proposals: pairsOf(same), remark: '' })),
    ).toEqual({
      matched: 4,
    });
    expect((await proposalsOf(shop)).map(({ ours: [one] }) => one?.itemId)).toEqual(['SW-100005']);
    const after = await bankOf(shop);
    expect(after.bank?.matched).toMatchObject([{ rule: 'manual', matches: 4 }]);
    expect(after.proposals).toBe(1);
    const actions = actionsOf(shop);
    expect(actions.filter((action) => action === 'reconciliation.matched')).toHaveLength(4);
  }));

it('of several that are accepted together all are kept or none, and a difference wants a remark', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const pairs = pairsOf(await proposalsOf(shop));
    expect(codeOf(await reconciliation.accept({ proposals: pairs, remark: '' }))).toBe('note-needed');
    const wrong = pairs.map((pair, at) => (at === 3 ? { ...pair, difference: egp(1n) } : pair));
    expect(codeOf(await reconciliation.accept({ proposals: wrong, remark: 'fee' }))).toBe(
      'difference-changed',
    );
    const [one, ...more] = pairs;
    const twice = one ? [one, one, ...more] : [];
    expect(codeOf(await reconciliation.accept({ proposals: twice, remark: 'fee' }))).toBe('item-matched');
    expect(await proposalsOf(shop)).toHaveLength(5);
    must(await reconciliation.accept({ proposals: pairs, remark: 'fee of the bank' }));
    expect(await proposalsOf(shop)).toEqual([]);
  }));

it('what people accept is learnt by source, and can be forgotten and used again', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const same = (await proposalsOf(shop)).filter(({ alike }) => alike !== null).slice(0, 3);
    must(await reconciliation.accept({ proposals: pairsOf(same), remark: '' }));
    const matched = async () =>
      (await bankOf(shop)).bank?.matched.map(({ rule, matches }) => [rule, matches]);
    expect(await matched()).toEqual([
      ['manual', 3],
      ['amount-date', 1],
    ]);
    const [source] = must(await reconciliation.learnt()).sources;
    expect(source).toMatchObject({
      sourceName: 'bank',
      payers: [{ name: 'ACQUIRER OF PAYMENTS', deposits: 3, lastOn: '2026-11-19', forgotten: null }],
      delay: { days: 1, deposits: 3 },
    });
    const payer = { sourceId: source?.sourceId ?? '', kind: 'payer' as const, name: 'ACQUIRER OF PAYMENTS' };
    must(await reconciliation.setLearnt({ ...payer, forgotten: true }));
    expect(must(await reconciliation.overview()).outOfDate).toContain('settings');
    expect(await matched()).toEqual([['manual', 3]]);
    expect(must(await reconciliation.learnt()).sources[0]?.payers[0]?.forgotten).not.toBeNull();
    must(await reconciliation.setLearnt({ ...payer, forgotten: false }));
    expect(await matched()).toEqual([
      ['manual', 3],
      ['amount-date', 1],
    ]);
    const actions = actionsOf(shop);
    expect(actions).toEqual(
      expect.arrayContaining(['reconciliation.learnt-forgotten', 'reconciliation.learnt-used-again']),
    );
  }));

it('what a person took back is proposed and not matched again, though its payer is known by then', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const same = (await proposalsOf(shop)).filter(({ alike }) => alike !== null);
    must(await reconciliation.accept({ proposals: pairsOf(same), remark: '' }));
    const list = { comparison: 'bank' as const, rule: 'manual' as const, text: '', cursor: null, limit: 10 };
    const [wrong] = must(await reconciliation.matches(list)).rows;
    must(await reconciliation.unmatch({ matchId: wrong?.matchId ?? '', reason: 'another shop' }));
    expect((await bankOf(shop)).bank?.matched.map(({ rule, matches }) => [rule, matches])).toEqual([
      ['manual', 3],
    ]);
    expect((await proposalsOf(shop)).map(({ ours }) => ours[0]?.itemId)).toContain(wrong?.ours[0]?.itemId);
  }));
