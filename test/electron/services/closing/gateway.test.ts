import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract, type Channel } from '#shared/contract/index.ts';
import { control } from '../../sandbox/gateway.ts';
import { BUSY, codeOf, detail as operationOf, must, withBench, type Bench } from '../operations/harness.ts';
import { exactly } from './shop.ts';

/** As the bridge does: a value that the contract cannot carry throws. */
function over<C extends Channel>(channel: C, value: unknown): void {
  const { output } = contract[channel] as { output: z.ZodType };
  const wire = JSON.parse(JSON.stringify(z.encode(output, value))) as never;
  expect(z.decode(output, wire)).toEqual(value);
}

/** Acknowledges one terminal as a person does. */
async function acknowledge(bench: Bench, terminalId: string): Promise<void> {
  const { operations } = bench.session();
  const prepared = await operations.prepareAcknowledgement({ terminalId, seenReadAtMs: null });
  if (!prepared.ok && prepared.error.code === 'nothing-outstanding') return;
  const { preparationId } = must(prepared);
  const ended = must(await operations.confirmAcknowledgement({ preparationId }));
  if (ended.kind !== 'ended') throw new Error(ended.kind);
  expect((await operationOf(bench, ended.operation.opId)).operation.state).toBe('SUCCEEDED');
}

it('a branch of the built-in gateway is read, acknowledged, counted and closed; every answer crosses the bridge', () =>
  withBench(async (bench) => {
    const { closing, today } = bench.session();
    await control(bench.sandbox, 'POST', '/sales', {
      terminalId: BUSY,
      count: 2,
      amount: '10.05',
      currency: 'USD',
    });
    const { branches } = must(await closing.branches());
    over('closing.branches', { branches });
    over('today.get', must(await today.get()));
    const [branch] = branches;
    const branchKey = branch?.branchKey ?? '';
    expect(branchKey).toBe('BR-01');

    const begun = must(await closing.begin({ branchKey, businessDate: null }));
    over('closing.begin', begun);
    const { closingId } = begun.closing;
    const read = must(await closing.read({ closingId, terminalIds: null }));
    over('closing.read', read);
    expect(read.steps[0]?.done).toBe(true);
    over('closing.x', must(await closing.x({ branchKey })));
    for (const { terminalId } of read.terminals) await acknowledge(bench, terminalId);
    const frozen = must(await closing.freeze({ closingId, provisional: false }));
    over('closing.freeze', frozen);
    expect(frozen.lines.map(({ currency }) => currency)).toContain('USD');
    expect(codeOf(await closing.preview({ closingId }))).toBe('blocked');
    over('closing.count', must(await closing.count({ closingId, lines: exactly(frozen) })));
    over('closing.preview', must(await closing.preview({ closingId })));
    const { z: document, closing: closed } = must(await closing.confirm(closingId, null));
    over('closing.confirm', { closing: closed, z: document });
    expect(document.content).toMatchObject({ number: 1, verdict: 'agree', kind: 'final' });
    expect(document.content.sales.find(({ amount }) => amount.currency === 'USD')).toMatchObject({
      count: 2,
      amount: { minor: 2_010n },
    });
    over('closing.history', must(await closing.history({ branchKey: null, cursor: null, limit: 10 })));
    const month = branch?.businessDate.slice(0, 7) ?? '';
    over('closing.calendar', must(await closing.calendar({ branchKey, month })));
    const { text } = must(await closing.zFile({ branchKey, number: 1, revision: null }));
    over('closing.verifyZ', must(await closing.verifyZ({ text })));
    over('closing.print', must(await closing.print({ branchKey, number: 1, revision: null })));
    const after = must(await today.get());
    over('today.get', after);
    expect(after.branches[0]?.closing?.state).toBe('closed');
    expect(after.recent).toHaveLength(5);
    // Nothing was sent that a person did not confirm: one acknowledgement a terminal.
    expect(await bench.received('POST', '/pos/ack/')).toBe(read.terminals.length);
  }));
