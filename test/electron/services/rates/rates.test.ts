import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const rates = (bench: Bench) => bench.session().rates;

it('a fee is quoted by six to eight digits in either writing; a whole card number is never sent', () =>
  withBench(async (bench) => {
    const amount = money(10_000n, 'EGP');
    const fee = must(await rates(bench).cardFee({ bin: '٥٠٧٨٠٣', amount }));
    expect(fee).toMatchObject({ ratePercent: '2.00', vatPercent: '14.00' });
    for (const bin of ['50780', '507803123', '4111111111111111', '507a03', ''])
      expect(codeOf(await rates(bench).cardFee({ bin, amount }))).toBe('bin-not-understood');
    expect(await bench.received('GET', '/v2/fees/card')).toBe(1);
  }));

it('the calculator’s parts add up', () =>
  withBench(async (bench) => {
    const quote = must(await rates(bench).calculate({ amount: money(10_000n, 'EGP'), method: 'wallet' }));
    expect(quote.amount.minor - quote.fee.minor - quote.vat.minor).toBe(quote.net.minor);
    expect(quote.fee).toEqual(money(150n, 'EGP'));
  }));
