import { expect, it } from 'vitest';
import { netDifference } from '#shared/domain/closing.ts';
import { begin, closeDay, countAtOnce, exactly, must, withShop } from './shop.ts';

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
