/** Rules for lines of a bank that settle nothing, through the service and real files: shown on the past, kept, switched off. */
import { expect, it } from 'vitest';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { bringIn } from './lines.ts';
import {
  codeOf,
  DAY,
  egp,
  exceptions,
  must,
  reconcile,
  settle,
  windowOf,
  withShop,
  type Shop,
} from './settled.ts';

type Rule = ParsedInputOf<'reconciliation.addRule'>;
const rule = (more: Partial<Rule>): Rule => ({
  text: '',
  account: '',
  range: null,
  kind: 'other-income',
  ...more,
});
const bookedOf = async (shop: Shop) =>
  (await reconcile(shop)).comparisons.find(({ comparison }) => comparison === 'bank')?.booked;

/** A window that is paid by its name, one whose amount comes from nobody known, and lines that settle nothing. */
async function aMonth(shop: Shop): Promise<void> {
  shop.clock.forward(12 * DAY);
  await settle(shop, [], [windowOf('SW-100001', 100_000n), windowOf('SW-100002', 200_000n)]);
  bringIn(shop, 'BANK-1', 'bank', [
    { amount: 100_000n, on: '2026-11-19', text: 'RENT ACQUIRER SW-100001' },
    { amount: 200_000n, on: '2026-11-19', text: 'RENT OF A PERSON' },
    { amount: 45_000n, on: '2026-11-20', text: 'RENT FLAT 2' },
    { amount: 46_000n, on: '2026-10-20', text: 'Rent flat 3' },
    { amount: -45_000n, on: '2026-11-20', text: 'RENT GARAGE' },
    { amount: -500n, on: '2026-11-20', text: 'MONTHLY FEE' },
  ]);
  await reconcile(shop);
}

it('a rule is shown on the past, and takes what settles nothing from the next run, never what pays or may pay', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    const { reconciliation } = shop.session();
    const income = rule({ text: ' rent' });
    const preview = must(await reconciliation.previewRule(rule({ text: 'rent' })));
    expect(preview.totals).toEqual([{ count: 2, amount: egp(91_000n) }]);
    expect(preview.paying).toBe(2);
    expect(preview.lines.map(({ text }) => text)).toEqual(['RENT FLAT 2', 'Rent flat 3']);
    expect(await bookedOf(shop)).toEqual([{ kind: 'bank-fee', theirs: [{ count: 1, amount: egp(-500n) }] }]);
    must(await reconciliation.addRule({ ...income, text: 'rent' }));
    expect(must(await reconciliation.fitting()).rules.map(({ totals }) => totals)).toEqual([preview.totals]);
    expect(must(await reconciliation.overview()).outOfDate).toContain('settings');
    expect(await bookedOf(shop)).toEqual([
      { kind: 'bank-fee', theirs: [{ count: 1, amount: egp(-500n) }] },
      { kind: 'other-income', theirs: [{ count: 2, amount: egp(91_000n) }] },
    ]);
    const open = await exceptions(shop, 'bank');
    expect(open.flatMap(({ theirs }) => theirs.map(({ text }) => text))).toEqual(['RENT OF A PERSON']);
    const list = {
      comparison: 'bank' as const,
      reason: 'other-income' as const,
      text: '',
      cursor: null,
      limit: 10,
    };
    const { rows } = must(await reconciliation.expected(list));
    expect(rows.map(({ item }) => item.text)).toEqual(['Rent flat 3', 'RENT FLAT 2']);
    // What waits is another list.
    expect(
      must(await reconciliation.expected({ ...list, reason: null })).rows.map(({ reason }) => reason),
    ).not.toContain('other-income');
  }));

it('a rule that is switched off takes nothing, and the first that fits a line says what it is', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    const { reconciliation } = shop.session();
    const range = { least: egp(44_000n), most: egp(45_000n) };
    must(await reconciliation.addRule(rule({ range, kind: 'own-transfer' })));
    must(await reconciliation.addRule(rule({ text: 'RENT' })));
    const kinds = async () => (await bookedOf(shop))?.map(({ kind, theirs }) => [kind, theirs[0]?.count]);
    expect(await kinds()).toEqual([
      ['bank-fee', 1],
      ['other-income', 1],
      ['own-transfer', 2],
    ]);
    const { rules, currencies } = must(await reconciliation.rules());
    expect(rules.map(({ kind, isOn, by }) => [kind, isOn, by])).toEqual([
      ['own-transfer', true, shop.actor()],
      ['other-income', true, shop.actor()],
    ]);
    expect(currencies).toEqual(['EGP']);
    must(await reconciliation.switchRule({ ruleId: rules[0]?.ruleId ?? '', isOn: false }));
    expect(await kinds()).toEqual([
      ['bank-fee', 1],
      ['other-income', 2],
    ]);
    expect(must(await reconciliation.rules()).rules.map(({ isOn }) => isOn)).toEqual([false, true]);
  }));

it('a rule that is changed keeps its place and its switch, and takes what it asks for now', () =>
  withShop(async (shop) => {
    await aMonth(shop);
    const { reconciliation } = shop.session();
    must(await reconciliation.addRule(rule({ text: 'GARAGE', kind: 'own-transfer' })));
    must(await reconciliation.addRule(rule({ text: 'FLAT' })));
    const [first, second] = must(await reconciliation.rules()).rules;
    must(await reconciliation.switchRule({ ruleId: second?.ruleId ?? '', isOn: false }));
    must(await reconciliation.changeRule({ ruleId: first?.ruleId ?? '', ...rule({ text: 'RENT FLAT' }) }));
    must(await reconciliation.changeRule({ ruleId: second?.ruleId ?? '', ...rule({ text: 'GARAGE' }) }));
    const { rules } = must(await reconciliation.rules());
    expect(rules.map(({ text, kind, isOn }) => [text, kind, isOn])).toEqual([
      ['RENT FLAT', 'other-income', true],
      ['GARAGE', 'other-income', false],
    ]);
    const income = (await bookedOf(shop))?.find(({ kind }) => kind === 'other-income');
    expect(income?.theirs).toEqual([{ count: 2, amount: egp(91_000n) }]);
  }));

it('a rule that asks for nothing, one upside down and one that is not there are refused, and nothing is kept', () =>
  withShop(async (shop) => {
    const { reconciliation } = shop.session();
    for (const act of ['addRule', 'previewRule'] as const) {
      expect(codeOf(await reconciliation[act](rule({ account: 'EG38' })))).toBe('rule-too-wide');
      const range = { least: egp(5n), most: egp(4n) };
      expect(codeOf(await reconciliation[act](rule({ range })))).toBe('range-upside-down');
    }
    expect(codeOf(await reconciliation.switchRule({ ruleId: 'nobody', isOn: true }))).toBe('rule-gone');
    const change = { ruleId: 'nobody', ...rule({ text: 'RENT' }) };
    expect(codeOf(await reconciliation.changeRule(change))).toBe('rule-gone');
    expect(must(await reconciliation.rules()).rules).toEqual([]);
  }));
