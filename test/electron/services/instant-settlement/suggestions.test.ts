import { expect, it } from 'vitest';
import { toDecimal } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const PATH = '/suggestions';
const suggest = (bench: Bench) => bench.session().instantSettlement.suggest({ target: '5000' });

/** The gateway suggests these sales with this total. */
const suggests = (bench: Bench, transactionIds: readonly string[], total: string) =>
  bench.fault('POST', PATH, {
    kind: 'body',
    text: `{"body":{"targetAmount":5000,"below":{"totalAmount":${total},"transactionsCount":${transactionIds.length},"transactionIds":${JSON.stringify(transactionIds)}}}}`,
  });

it('a suggestion is shown with what its sales come to', () =>
  withBench(async (bench) => {
    must(await bench.session().instantSettlement.refresh());
    const { below } = must(await suggest(bench));
    expect(below?.transactionIds.length).toBeGreaterThan(0);
    await suggests(bench, below?.transactionIds ?? [], below ? toDecimal(below.total) : '');
    expect(must(await suggest(bench)).below?.total).toEqual(below?.total);
  }));

it('a suggestion in piastres, of other sales, of one sale twice or of unknown ones is no suggestion, and is told as not readable', () =>
  withBench(async (bench) => {
    must(await bench.session().instantSettlement.refresh());
    const { below } = must(await suggest(bench));
    const [first = '', ...others] = below?.transactionIds ?? [];
    const total = below ? toDecimal(below.total) : '';
    for (const [ids, given] of [
      [[first, ...others], total.replace('.', '')],
      [others, total],
      [[first, first, ...others], total],
      [['TX-of-nobody'], '10.50'],
    ] as const) {
      await suggests(bench, ids, given);
      const answer = await suggest(bench);
      expect(codeOf(answer), JSON.stringify([ids.length, given])).toBe('other-form');
      await bench.clearFaults();
    }
  }));
