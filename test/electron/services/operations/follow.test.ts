import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createOperationService } from '#electron/services/operations/index.ts';
import { createTerminalService } from '#electron/services/terminals/index.ts';
import { aSale, BUSY, codeOf, detail, must, reverse, withBench, type Bench } from './harness.ts';

const PATH = '/v3/payment/reversal';

/** A port on this computer that nobody listens on. */
const closedPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

it('what is not known is read again by itself after two seconds', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-after' });
    const { opId } = await reverse(bench, await aSale(bench));
    const due = (await detail(bench, opId)).operation.nextCheckAtMs;
    expect(due).toBe(bench.clock.nowMs() + 2_000);
    // The timer is set just after the answer: put the clock forward until it has run.
    await expect
      .poll(
        async () => {
          bench.clock.forward(2_000);
          return (await detail(bench, opId)).operation.state;
        },
        { timeout: 10_000 },
      )
      .toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it('any other reading of the terminal settles it, too', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-after' });
    const { opId } = await reverse(bench, await aSale(bench));
    must(await bench.session().terminals.readTerminal(BUSY));
    await expect.poll(async () => (await detail(bench, opId)).operation.state).toBe('SUCCEEDED_BY_READ');
  }));

it('a reading asked for before the request left is no reading of what it did', () =>
  withBench(async (bench) => {
    const { rowId, typed } = await aSale(bench);
    const { operations, terminals } = bench.session();
    const { preparationId } = must(await operations.prepareReversal({ rowId }));
    const before = await bench.received('GET', `/${BUSY}/transactions`);
    await bench.fault('GET', '/transactions', { kind: 'delay', ms: 1_500 });
    const reading = terminals.readTerminal(BUSY);
    await expect.poll(() => bench.received('GET', `/${BUSY}/transactions`)).toBe(before + 1);
    bench.clock.forward(1);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const confirmed = operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: typed,
    });
    const { opId } = must(await confirmed).operation;
    expect(must(await reading).readAtMs).toBe(bench.clock.nowMs());
    must(await operations.checkNow({ opId }));
    const { operation, events } = await detail(bench, opId);
    expect(operation.state).toBe('CHECKING');
    expect(events.filter(({ code }) => code === 'read')).toHaveLength(1);
  }));

it('a read that fails proves nothing, is noted, and the next one is planned', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-after' });
    const { opId } = await reverse(bench, await aSale(bench));
    await bench.fault('GET', '/transactions', { kind: 'status', status: 500 });
    expect(codeOf(await bench.session().operations.checkNow({ opId }))).toBe('server');
    const { operation, events } = await detail(bench, opId);
    expect(operation.state).toBe('CHECKING');
    expect(operation.nextCheckAtMs).toBe(bench.clock.nowMs() + 4_000);
    expect(events.at(-1)).toMatchObject({ code: 'read', params: { result: 'inconclusive' } });
  }));

/** The same profile, whose movements now go to a port where nobody listens. */
async function withNobodyListening(bench: Bench) {
  const { context, instantSettlement, operations } = bench.session();
  await operations.stop();
  const url = `http://127.0.0.1:${await closedPort()}/`;
  const gateway = {
    ...context.gateway,
    buildReversal: async (orderId: string) => {
      const built = await context.gateway.buildReversal(orderId);
      return built.ok ? { ...built, value: { ...built.value, url } } : built;
    },
  };
  const moved = { ...context, gateway };
  const made = createOperationService(moved, { terminals: createTerminalService(moved), instantSettlement });
  await made.recover();
  return made;
}

it('when no connection could be made it is proven that nothing was sent, and the sale is free', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    const operations = await withNobodyListening(bench);
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const { operation } = must(
      await operations.confirmReversal({
        preparationId,
        reason: 'duplicate',
        note: '',
        typedAmount: sale.typed,
      }),
    );
    expect(operation.state).toBe('NOT_SENT');
    expect(operation.error).toMatchObject({ code: 'unreachable', outcome: 'not-applied' });
    expect(await operations.counts()).toEqual({ open: 0, unknown: 0 });
    expect(codeOf(await operations.prepareReversal({ rowId: sale.rowId }))).toBe('ok');
    await operations.stop();
  }));
