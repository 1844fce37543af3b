/** The gateway's own file of payments is what the gateway answers, for the days that were asked for. */
import { expect, it } from 'vitest';
import { codeOf, must, withBench } from '../operations/harness.ts';

const EXPORT = '/v2/aggregator/transactions/export';
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

it('has a line for each transaction of its days, and none of others', () =>
  withBench(async (bench) => {
    const { payments } = bench.session();
    const linesOf = async (startDate?: string, endDate?: string) =>
      must(await payments.gatewayFile({ startDate, endDate }))
        .csv.trimEnd()
        .split('\r\n');
    const all = await linesOf();
    expect(all[0]).toContain('transactionId');
    expect(all.length).toBeGreaterThan(1);
    const longAgo = dayOf(bench.clock.nowMs() - 3_650 * 86_400_000);
    expect(await linesOf(longAgo, longAgo)).toEqual([all[0]]);
    expect(await linesOf(longAgo)).toEqual(all);
  }));

it('a key that may not read it is told so', () =>
  withBench(async (bench) => {
    await bench.fault('GET', EXPORT, { kind: 'status', status: 403 });
    const answer = await bench.session().payments.gatewayFile({ startDate: undefined, endDate: undefined });
    expect(answer.ok).toBe(false);
    expect(codeOf(answer)).not.toBe('');
  }));
