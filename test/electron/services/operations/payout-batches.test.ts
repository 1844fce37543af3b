import { expect, it } from 'vitest';
import { money, toDecimal } from '#shared/money/money.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';

const to = (number: string, minor: bigint, method: 'wallet' | 'bank' = 'wallet') => ({
  recipient: `Supplier ${number.slice(-2)}`,
  number,
  method,
  bank: method === 'bank' ? 'National Bank' : '',
  amount: money(minor, 'EGP'),
});
const IBAN = 'EG380019000500000000263180002';
/** The last of them fails at the bank. */
const FAILS = '01001230000';
const some = [to('01001234567', 50_010n), to(IBAN, 10_020n, 'bank'), to(FAILS, 20_030n)];
const SUM = '800.60';
const form = { reason: 'wages', note: '', typedAmount: SUM };
const sends = async (bench: Bench) => (await bench.received('POST', '/v3/transfers/batch')) / 2;
const inGateway = async (bench: Bench) =>
  must(await bench.session().context.gateway.payouts.listTransfers({ page: 1, limit: 500 })).rows;

const sheet = (transfers = some) => ({ from: 'sheet' as const, transfers });
type Of = Parameters<ReturnType<Bench['session']>['operations']['preparePayoutBatch']>[0];
const prepare = async (bench: Bench, of: Of = sheet()) =>
  must(await bench.session().operations.preparePayoutBatch(of));
async function pay(bench: Bench, of: Of = sheet()) {
  const { preparationId, amount } = await prepare(bench, of);
  const typed = { ...form, typedAmount: toDecimal(amount) };
  return must(await bench.session().operations.confirmPayoutBatch(preparationId, typed));
}

it('transfers of a sheet are one request under the names that were shown, with their costs together', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const plan = await prepare(bench);
    const { preparationId, reference } = plan;
    // Wallets 1 %, the bank 5.00 and 0.1 %, and 14 % VAT on each.
    expect(plan).toMatchObject({
      amount: money(80_060n, 'EGP'),
      costs: { fee: money(1_210n, 'EGP'), vat: money(169n, 'EGP'), total: money(81_439n, 'EGP') },
      again: null,
      members: [
        { ending: '•••• 4567', isFirst: true, before: null },
        { ending: '•••• 0002', bank: 'National Bank' },
        { ending: '•••• 0000' },
      ],
    });
    const body = JSON.parse(plan.request.body) as { batchName: string; transfers: object[] };
    expect(body.batchName).toBe(reference);
    expect(body.transfers).toMatchObject([
      { merchantTransferId: `${reference}-1`, recipientNumber: '01001234567', amount: 500.1 },
      { merchantTransferId: `${reference}-2`, recipientNumber: IBAN, recipientBank: 'National Bank' },
      { merchantTransferId: `${reference}-3`, recipientNumber: FAILS, amount: 200.3 },
    ]);
    const wrong = { ...form, typedAmount: '800' };
    expect(codeOf(await operations.confirmPayoutBatch(preparationId, wrong))).toBe('amount-mismatch');
    expect(await sends(bench)).toBe(0);
    const [one, two] = await Promise.all([
      operations.confirmPayoutBatch(preparationId, form),
      operations.confirmPayoutBatch(preparationId, form),
    ]);
    const { operation, made } = must(one);
    expect(codeOf(two)).toBe('preparation-expired');
    expect(operation).toMatchObject({
      kind: 'payout-batch',
      state: 'SUCCEEDED',
      opId: reference,
      totals: [{ count: 3, amount: money(80_060n, 'EGP') }],
    });
    expect(made).toMatchObject({ id: operation.requestId, status: 'PENDING' });
    expect(await sends(bench)).toBe(1);
    expect((await inGateway(bench)).filter(({ batchId }) => batchId === made?.id)).toHaveLength(3);
  }));

it('nobody who only looks sees more of a number than its end, wherever it stands', () =>
  withBench(async (bench) => {
    const { opId } = (await pay(bench)).operation;
    const seen = JSON.stringify([await detail(bench, opId), bench.events], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const { number } of some) expect(seen).not.toContain(number);
    expect(seen).toContain('•••• 4567');
    const { db } = bench.session().context;
    const members = await db.call('journal.rowIdsOf', opId);
    expect(members).toHaveLength(3);
    expect(members.join()).not.toMatch(/\d{9}/);
  }));

it('one transfer that cannot be sent refuses all of them, and is named', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const wrong = await operations.preparePayoutBatch(sheet([...some, to('0123', 100n)]));
    expect(wrong).toMatchObject({
      ok: false,
      error: { code: 'number-not-understood', params: { field: 'number', row: 4 } },
    });
    const dollars = await operations.preparePayoutBatch(
      sheet([{ ...to(IBAN, 100n, 'bank'), amount: money(100n, 'USD') }]),
    );
    expect(codeOf(dollars)).toBe('amount-not-understood');
    expect(await bench.received('POST', '/v2/transfers/fee-inquiry')).toBe(0);
  }));

it('the same person twice is two transfers, and each amount of them is asked for once', () =>
  withBench(async (bench) => {
    const twice = [to('01001234567', 5_000n), to('01001234567', 5_000n)];
    const { operation } = await pay(bench, sheet(twice));
    expect(await bench.received('POST', '/v2/transfers/fee-inquiry')).toBe(1);
    expect(operation).toMatchObject({ state: 'SUCCEEDED', totals: [{ count: 2 }] });
    expect(await prepare(bench, sheet(twice))).toMatchObject({
      members: [
        { isFirst: false, before: { opId: operation.opId } },
        { isFirst: false, before: { opId: operation.opId } },
      ],
    });
  }));

it('more than the balance is refused whole, with what the gateway says of its limit', () =>
  withBench(async (bench) => {
    const { available } = await prepare(bench);
    // Each alone is borne.
    const half = (available?.minor ?? 0n) / 2n;
    const { operation, made } = await pay(bench, sheet([to('01001234567', half), to(IBAN, half, 'bank')]));
    expect(operation).toMatchObject({
      state: 'REFUSED',
      error: {
        code: 'limit',
        outcome: 'not-applied',
        params: { limit: toDecimal(available ?? money(0n, 'EGP')) },
      },
    });
    expect(made).toBe(null);
    expect((await inGateway(bench)).filter(({ batchId }) => batchId !== null)).toHaveLength(0);
  }));

it('a batch and a single transfer of one amount to one number exclude each other while either is open', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const single = to('01001234567', 50_010n);
    await bench.fault('POST', '/v3/transfers/batch', { kind: 'drop-after' });
    const { opId, state } = (await pay(bench)).operation;
    expect(state).toBe('UNKNOWN');
    expect(await operations.preparePayout(single)).toMatchObject({
      error: { code: 'already-open', params: { opId } },
    });
    expect(codeOf(await operations.preparePayoutBatch(sheet(some.slice(1))))).toBe('already-open');
    const after = must(await operations.checkNow({ opId })).operation;
    expect(after.state).toBe('SUCCEEDED_BY_READ');
    expect(after.requestId).toMatch(/^TB-/);
    expect(await sends(bench)).toBe(1);

    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-after' });
    const other = to('01001234569', 100n);
    const { preparationId } = must(await operations.preparePayout(other));
    must(await operations.confirmPayout(preparationId, { ...form, typedAmount: '1' }));
    expect(codeOf(await operations.preparePayoutBatch(sheet([other])))).toBe('already-open');
  }));

it('a batch that was planned before a transfer to one of its recipients is not sent', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const batch = await prepare(bench);
    const { preparationId } = must(await operations.preparePayout(to('01001234567', 50_010n)));
    must(await operations.confirmPayout(preparationId, { ...form, typedAmount: '500.10' }));
    expect(codeOf(await operations.confirmPayoutBatch(batch.preparationId, form))).toBe('planned-before');
    expect(await sends(bench)).toBe(0);
  }));

it('a batch or a transfer that is planned again does not go out beside what was done since it was shown', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const single = must(await operations.preparePayout(to(IBAN, 10_020n, 'bank')));
    const batch = await prepare(bench);
    const { preparationId } = must(await operations.preparePayout(to('01001234567', 50_010n)));
    const typed = { ...form, typedAmount: '500.10' };
    const { opId } = must(await operations.confirmPayout(preparationId, typed)).operation;
    bench.clock.forward(20_000);
    expect(await operations.confirmPayoutBatch(batch.preparationId, form)).toMatchObject({
      error: { code: 'planned-before', params: { opId } },
    });
    expect(await sends(bench)).toBe(0);

    const { operation } = await pay(bench);
    bench.clock.forward(20_000);
    expect(
      await operations.confirmPayout(single.preparationId, { ...form, typedAmount: '100.20' }),
    ).toMatchObject({ error: { code: 'planned-before', params: { opId: operation.opId } } });

    // What was shown as done before is no surprise.
    const seen = await prepare(bench);
    expect(seen.members).toMatchObject([{ before: { opId: operation.opId } }, {}, {}]);
    bench.clock.forward(20_000);
    must(await operations.confirmPayoutBatch(seen.preparationId, form));
    expect(await sends(bench)).toBe(2);
  }));

it('other costs than those that were seen are another offer: nothing is sent', () =>
  withBench(async (bench) => {
    const { preparationId } = await prepare(bench);
    const other = { amount: 500.1, feeAmount: 9, vatAmount: 1, totalAmount: 510.1, currency: 'EGP' };
    const body = { kind: 'body', status: 200, text: JSON.stringify({ body: other }) };
    await bench.fault('POST', '/v2/transfers/fee-inquiry', body);
    bench.clock.forward(20_000);
    const { operations } = bench.session();
    expect(codeOf(await operations.confirmPayoutBatch(preparationId, form))).toBe('quote-changed');
    expect(await sends(bench)).toBe(0);
  }));

it('a batch that was throttled is not known until a read shows it', () =>
  withBench(async (bench) => {
    const told = { messages: { en: 'Slow down', ar: '' }, status: 'FAILURE' };
    const slow = { kind: 'body', status: 429, text: JSON.stringify(told) };
    await bench.fault('POST', '/v3/transfers/batch', slow);
    const { opId, state } = (await pay(bench)).operation;
    expect(state).toBe('UNKNOWN');
    const { operation } = must(await bench.session().operations.checkNow({ opId }));
    expect(operation.state).toBe('SUCCEEDED_BY_READ');
  }));

it('a batch that never arrived is asked of a person after a day, and was sent once', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/batch', { kind: 'drop-before' });
    const { opId } = (await pay(bench)).operation;
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('CHECKING');
    bench.clock.forward(25 * 3_600_000);
    must(await operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('NEEDS_PERSON');
    expect(await inGateway(bench)).not.toContainEqual(
      expect.objectContaining({ merchantTransferId: `${opId}-1` }),
    );
  }));

/** A batch whose last transfer has failed at the bank. */
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
