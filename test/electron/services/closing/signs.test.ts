import { expect, it } from 'vitest';
import { netDifference } from '#shared/domain/closing.ts';
import { begin, closeDay, closeIt, countAtOnce, exactly, must, withShop, type Shop } from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

it('a reversal is counted as a positive amount, whichever sign the gateway lists it with', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    shop.sell('T1', 300n, { type: 'REVERSAL' });
    const rows = shop.tills.get('T1')?.rows ?? [];
    const [, reversal] = rows;
    if (reversal) rows[1] = { ...reversal, amount: egp(-300n) };
    const { z } = await closeDay(shop);
    expect(z.content).toMatchObject({ verdict: 'agree', reversals: [{ count: 1, amount: egp(300n) }] });
  }));

it('a slip on the wrong pile is no zero: the net of a day takes reversals against sales', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    shop.sell('T1', 300n, { type: 'REVERSAL' });
    await shop.read('T1');
    await countAtOnce(shop);
    const { closing } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    const frozen = must(await closing.freeze({ closingId, provisional: true }));
    const lines = exactly(frozen).map((line) => ({
      ...line,
      typed: line.paymentType === 'SALE' ? '9.00' : '4.00',
    }));
    const counted = must(await closing.count({ closingId, lines }));
    expect(counted.lines.map(({ difference }) => difference)).toEqual([egp(100n), egp(-100n)]);
    for (const { currency, paymentType } of counted.lines) {
      const why = { currency, paymentType, reason: 'wrong-type' as const, note: 'one slip' };
      must(await closing.explain({ closingId, ...why }));
    }
    must(await closing.provisional(closingId, 'line down', null));
    const page = { branchKey: 'B1', cursor: null, limit: 1 };
    const [row] = must(await closing.history(page)).rows;
    expect(row).toMatchObject({ difference: [egp(-200n)], linesDiffering: 2 });
  }));

/** One word for a sale and a refund, told apart by its sign: 10.00 was sold and 15.00 given back. */
async function belowZero(shop: Shop) {
  shop.sell('T1', 1_000n, { type: 'TXN' });
  shop.sell('T1', 1_500n, { type: 'TXN' });
  shop.sell('T1', 2_000n);
  const rows = shop.tills.get('T1')?.rows ?? [];
  const [, back] = rows;
  if (back) rows[1] = { ...back, amount: egp(-1_500n) };
  await shop.read('T1');
  const words = [
    { folded: 'txn', sign: 'plus' as const, kind: 'sale' as const },
    { folded: 'txn', sign: 'minus' as const, kind: 'refund' as const },
  ];
  must(await shop.session().words.say({ words }));
  await countAtOnce(shop);
  return (await begin(shop)).closing.closingId;
}

it('a day whose net of one word is below zero is counted by type with a minus, and closed', () =>
  withShop(async (shop) => {
    const { z } = await closeIt(shop, await belowZero(shop));
    expect(z.content.verdict).toBe('agree');
    expect(z.content.lines.find(({ paymentType }) => paymentType === 'TXN')).toMatchObject({
      expected: egp(-500n),
      counted: egp(-500n),
      difference: egp(0n),
    });
  }));

it('a minus is understood only where a net is below zero, and a wrong count there has its difference', () =>
  withShop(async (shop) => {
    const closingId = await belowZero(shop);
    const { closing } = shop.session();
    must(await closing.freeze({ closingId, provisional: true }));
    const count = (sale: string, txn: string) =>
      closing.count({
        closingId,
        lines: [
          { currency: 'EGP', paymentType: 'SALE', typed: sale },
          { currency: 'EGP', paymentType: 'TXN', typed: txn },
        ],
      });
    expect(await count('-20.00', '-5.00')).toMatchObject({
      error: { code: 'amount-not-understood', params: { where: 'EGP/SALE' } },
    });
    expect(await count('20.00', '5-3')).toMatchObject({
      error: { code: 'amount-not-understood', params: { where: 'EGP/TXN' } },
    });
    const told = async (txn: string) =>
      must(await count('20.00', txn)).lines.find(({ paymentType }) => paymentType === 'TXN');
    for (const typed of ['-5.00', '5.00-', '(5.00)', '−٥٫٠٠'])
      expect(await told(typed)).toMatchObject({ counted: egp(-500n), verdict: 'agrees' });
    expect(await told('5.00')).toMatchObject({ counted: egp(500n), difference: egp(1_000n) });
    expect(await told('-14.00')).toMatchObject({ difference: egp(-900n), verdict: 'to-explain' });
  }));

it('more of both is nothing in the net, and currencies are never mixed', () => {
  const line = (paymentType: string | null, difference: ReturnType<typeof egp>) => ({
    paymentType,
    difference,
  });
  const lines = [
    line('SALE', egp(100n)),
    line('REVERSAL', egp(100n)),
    line(null, { minor: 5n, currency: 'USD' }),
  ];
  expect(netDifference(lines)).toEqual([egp(0n), { minor: 5n, currency: 'USD' }]);
});
