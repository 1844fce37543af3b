import { expect, it } from 'vitest';
import { money, toDecimal } from '#shared/money/money.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';
import { to, FAILS, form, sends, inGateway, sheet, prepare, pay } from './payout-batch.ts';

async function partlyPaid(bench: Bench): Promise<string> {
  const { opId } = (await pay(bench)).operation;
  bench.clock.forward(30_000);
  return opId;
}

it('what failed is paid again after a fresh read, in a batch that names the first, and once', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const opId = await partlyPaid(bench);
    const of = { from: 'failed' as const, opId };
    const plan = await prepare(bench, of);
    expect(plan).toMatchObject({
      amount: money(20_030n, 'EGP'),
      again: opId,
      // The batch that it failed in is no double of it.
      members: [{ recipient: 'Supplier 00', ending: '•••• 0000', before: null }],
    });
    expect(plan.request.body).not.toContain(FAILS);
    const second = await prepare(bench, of);
    const typed = { ...form, typedAmount: '200.30' };
    const { operation } = must(await operations.confirmPayoutBatch(plan.preparationId, typed));
    expect(operation).toMatchObject({ state: 'SUCCEEDED', refNumber: opId, totals: [{ count: 1 }] });
    expect(codeOf(await operations.confirmPayoutBatch(second.preparationId, typed))).toBe(
      'preparation-expired',
    );
    expect(codeOf(await operations.preparePayoutBatch(of))).toBe('none-failed');
    expect(await sends(bench)).toBe(2);
    const sent = (await inGateway(bench)).find(({ batchId }) => batchId === operation.requestId);
    expect(sent?.recipientNumber).toBe(FAILS);

    // It fails once more: the second batch is the one to be paid again.
    bench.clock.forward(30_000);
    expect(await prepare(bench, { from: 'failed', opId: operation.opId })).toMatchObject({
      again: operation.opId,
      members: [{ before: null }],
    });
    expect(codeOf(await operations.preparePayoutBatch(of))).toBe('none-failed');
  }));

it('what failed and was paid since by itself or in another sheet is not paid again; what was paid before is', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const failing = [to(FAILS, 20_030n), to('01001240000', 700n), to('01001250000', 900n)];
    async function single(transfer: (typeof failing)[number]) {
      const { preparationId, amount } = must(await operations.preparePayout(transfer));
      must(await operations.confirmPayout(preparationId, { ...form, typedAmount: toDecimal(amount) }));
    }
    await single(to('01001250000', 900n));
    const { opId } = (await pay(bench, sheet(failing))).operation;
    bench.clock.forward(30_000);
    const of = { from: 'failed' as const, opId };
    expect((await prepare(bench, of)).members).toHaveLength(3);
    await single(to(FAILS, 20_030n));
    expect((await prepare(bench, of)).members).toMatchObject([
      { ending: '•••• 0000' },
      { ending: '•••• 0000' },
    ]);
    await pay(bench, sheet([to('01001240000', 700n), to('01001234567', 50n)]));
    expect(await prepare(bench, of)).toMatchObject({ amount: money(900n, 'EGP'), members: [{}] });
    await single(to('01001250000', 900n));
    expect(codeOf(await operations.preparePayoutBatch(of))).toBe('none-failed');
  }));

it('what fails later is paid again by itself, beside what was paid again before', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const alike = [to(FAILS, 20_030n), to(FAILS, 20_030n), to('01001240000', 700n)];
    const { opId, requestId } = (await pay(bench, sheet(alike))).operation;
    bench.clock.forward(30_000);
    const batch = must(await bench.session().context.gateway.payouts.getBatch(requestId ?? ''));
    const transfers = batch.transfers.map(({ raw }, at) => ({
      ...(JSON.parse(raw) as object),
      ...(at > 0 && { status: 'IN_TRANSIT' }),
    }));
    const text = JSON.stringify({ body: { batchId: requestId, transfers } });
    const path = `/v2/transfers/batches/${requestId ?? ''}`;
    await bench.fault('GET', path, { kind: 'body', status: 200, text });
    const of = { from: 'failed' as const, opId };
    const second = (await pay(bench, of)).operation;
    expect(second).toMatchObject({
      state: 'SUCCEEDED',
      totals: [{ count: 1, amount: money(20_030n, 'EGP') }],
    });
    bench.clock.forward(30_000);
    // What the second batch pays again is not what the first has to pay.
    expect((await pay(bench, { from: 'failed', opId: second.opId })).operation.state).toBe('SUCCEEDED');
    // The second of the two that are alike, and the other.
    expect(await prepare(bench, of)).toMatchObject({ members: [{}, { amount: money(700n, 'EGP') }] });
    expect((await pay(bench, of)).operation).toMatchObject({ state: 'SUCCEEDED', totals: [{ count: 2 }] });
    expect(codeOf(await operations.preparePayoutBatch(of))).toBe('none-failed');
  }));

it('nothing is paid again of a batch that is open, has not failed, or does not exist', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const failedOf = async (opId: string) =>
      codeOf(await operations.preparePayoutBatch({ from: 'failed', opId }));
    expect(await failedOf('op-none')).toBe('operation-not-found');
    const { opId } = (await pay(bench)).operation;
    expect(await failedOf(opId)).toBe('none-failed');
    await bench.fault('POST', '/v3/transfers/batch', { kind: 'drop-before' });
    const lost = (await pay(bench, sheet([to('01001234561', 700n)]))).operation;
    expect(await failedOf(lost.opId)).toBe('not-allowed-in-state');
  }));

it('the failed ones are found in the list of all where the batch has no id', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/batch', { kind: 'drop-after' });
    const { opId } = (await pay(bench)).operation;
    const rows = (await inGateway(bench)).map(({ raw }) => {
      const { batchId: _, ...row } = JSON.parse(raw) as Record<string, unknown>;
      return row;
    });
    const pagination = { total: rows.length, page: 1, pages: 1, limit: 500 };
    const text = JSON.stringify({ body: rows, pagination });
    await bench.fault('GET', '/v2/transfers', { kind: 'body', status: 200, text });
    const { operation } = must(await operations.checkNow({ opId }));
    expect(operation).toMatchObject({ state: 'SUCCEEDED_BY_READ', requestId: null });
    bench.clock.forward(30_000);
    expect(await prepare(bench, { from: 'failed', opId })).toMatchObject({
      again: opId,
      members: [{ ending: '•••• 0000' }],
    });
  }));

it('others that have failed by the time of the confirmation are another batch: nothing is sent', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const opId = await partlyPaid(bench);
    const { preparationId } = await prepare(bench, { from: 'failed', opId });
    const { requestId } = (await detail(bench, opId)).operation;
    const batch = must(await bench.session().context.gateway.payouts.getBatch(requestId ?? ''));
    const transfers = batch.transfers.map(({ raw }) => ({
      ...(JSON.parse(raw) as object),
      status: 'FAILED',
    }));
    const text = JSON.stringify({ body: { batchId: requestId, transfers } });
    await bench.fault('GET', `/v2/transfers/batches/${requestId ?? ''}`, { kind: 'body', status: 200, text });
    bench.clock.forward(20_000);
    const typed = { ...form, typedAmount: '200.30' };
    expect(codeOf(await operations.confirmPayoutBatch(preparationId, typed))).toBe('members-changed');
    expect(await sends(bench)).toBe(1);
  }));
