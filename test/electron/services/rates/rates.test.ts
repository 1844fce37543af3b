import { expect, it } from 'vitest';
import { keptListNames, type KeptListName } from '#shared/domain/kept-lists.ts';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const rates = (bench: Bench) => bench.session().rates;
const list = async (bench: Bench, name: KeptListName) => must(await rates(bench).list({ name }));
const refresh = (bench: Bench, name: KeptListName) => rates(bench).refresh({ name });

it('every list is read, kept, and there after a restart without a connection', () =>
  withBench(async (bench) => {
    for (const name of keptListNames) must(await refresh(bench, name));
    const before = await Promise.all(keptListNames.map((name) => list(bench, name)));
    await bench.restart();
    await bench.fault('GET', '/v', { kind: 'drop-before' }, 50);
    const after = await Promise.all(keptListNames.map((name) => list(bench, name)));
    expect(after).toEqual(before);
    expect(after.every(({ rows }) => rows.length > 0)).toBe(true);
    expect(after.every(({ read }) => read.readAtMs !== null)).toBe(true);
  }));

it('the merchant’s fees are those that the gateway says, with percents as it wrote them', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'merchant-fees'));
    const { rows } = await list(bench, 'merchant-fees');
    expect(rows[0]?.cells).toEqual({
      method: { is: 'text', text: 'card' },
      rate: { is: 'text', text: '2.00' },
      flatFee: { is: 'money', money: money(0n, 'EGP') },
      vat: { is: 'text', text: '14.00' },
    });
  }));

it('a reading that fails keeps what was read, and says why', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'banks'));
    const { rows } = await list(bench, 'banks');
    await bench.fault('GET', '/v2/constants/banks', { kind: 'nonsense' }, 5);
    expect((await refresh(bench, 'banks')).ok).toBe(false);
    const after = await list(bench, 'banks');
    expect(after.rows).toEqual(rows);
    expect(after.read.lastError).not.toBeNull();
  }));

it('an exchange rate that was seen stays when its link is listed no more', () =>
  withBench(async (bench) => {
    const answer = (data: unknown[]) => ({
      kind: 'body',
      status: 200,
      contentType: 'application/json',
      text: JSON.stringify({
        message: '',
        data,
        pagination: { total: data.length, limit: 500, page: 1, totalPages: 1 },
      }),
    });
    const link = (id: string, rate: number) => ({
      _id: id,
      paymentLinkId: id,
      currency: 'USD_VIRTUAL',
      totalAmount: 50,
      virtualAmount: 50,
      virtualCurrency: 'USD_VIRTUAL',
      virtualExchangeRate: rate,
      virtualRateRecordedAt: '2026-11-17 08:00:00.000000+00:00',
    });
    await bench.fault('GET', '/v2/payment-link', answer([link('PL-1', 47.85)]));
    must(await refresh(bench, 'exchange'));
    await bench.fault('GET', '/v2/payment-link', answer([link('PL-2', 48.1)]));
    must(await refresh(bench, 'exchange'));
    const { rows } = await list(bench, 'exchange');
    expect(rows.map(({ cells }) => [cells.link, cells.exchangeRate])).toEqual([
      [
        { is: 'text', text: 'PL-2' },
        { is: 'text', text: '48.1' },
      ],
      [
        { is: 'text', text: 'PL-1' },
        { is: 'text', text: '47.85' },
      ],
    ]);
  }));

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
