import { expect, it } from 'vitest';
import { money, toDecimal } from '#shared/money/money.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';

const transfer = {
  recipient: 'A Supplier',
  number: '+20 100 123 4567',
  method: 'wallet' as 'wallet' | 'bank',
  bank: '',
  amount: money(50_000n, 'EGP'),
};
const form = { reason: 'invoice 77', note: '', typedAmount: '500' };
const sends = (bench: Bench) => bench.received('POST', '/v3/transfers/single');
const inGateway = async (bench: Bench) =>
  must(await bench.session().context.gateway.payouts.listTransfers({ page: 1, limit: 500 })).rows;

const prepare = async (bench: Bench, wanted = transfer) =>
  must(await bench.session().operations.preparePayout(wanted));
async function pay(bench: Bench, wanted = transfer) {
  const { preparationId, amount } = await prepare(bench, wanted);
  const typed = { ...form, typedAmount: toDecimal(amount) };
  return must(await bench.session().operations.confirmPayout(preparationId, typed));
}

it('a transfer is sent once under the name that was shown, and is accepted, not paid', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const plan = await prepare(bench);
    const { preparationId, reference, request } = plan;
    expect(plan).toMatchObject({ isFirst: true, before: null, costs: { total: money(50_570n, 'EGP') } });
    expect(plan.available?.minor).toBeGreaterThan(50_570n);
    expect(JSON.parse(request.body)).toMatchObject({
      merchantTransferId: reference,
      recipientNumber: '01001234567',
    });
    const wrong = { ...form, typedAmount: '50' };
    expect(codeOf(await operations.confirmPayout(preparationId, wrong))).toBe('amount-mismatch');
    expect(await sends(bench)).toBe(0);
    const { operation, made } = must(await operations.confirmPayout(preparationId, form));
    expect(operation).toMatchObject({ kind: 'payout', state: 'SUCCEEDED', opId: reference });
    expect(made).toMatchObject({ id: operation.requestId, status: 'PENDING' });
    // Two of the checkout host's and the dashboard's log entries are one request of ours.
    expect(await sends(bench)).toBe(2);
    expect(
      (await inGateway(bench)).filter(({ merchantTransferId }) => merchantTransferId === reference),
    ).toMatchObject([{ transferId: made?.id }]);
    // Nobody who only looks sees more of the number than its end.
    const shown = (await detail(bench, reference)).request.body;
    expect(shown).toContain('"•••• 4567"');
    expect(shown).not.toContain('01001234567');
  }));

it('what a person cannot have meant is refused before anything is read or sent', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const codes = [];
    for (const wrong of [
      { number: '0123' },
      { method: 'bank' as const, number: '12' },
      { method: 'bank' as const, number: 'EG380019000500000000263180002' },
      { amount: money(0n, 'EGP') },
      { recipient: '4111 1111 1111 1111' },
      { method: 'bank' as const, bank: 'National Bank', number: '4111 1111 1111 1111' },
      { method: 'bank' as const, bank: 'National Bank', number: '٥١١١-١١١١-١١١١-١١١٨' },
    ])
      codes.push(codeOf(await operations.preparePayout({ ...transfer, ...wrong })));
    expect(codes).toEqual([
      'number-not-understood',
      'number-not-understood',
      'bank-needed',
      'amount-not-understood',
      'card-number',
      'card-number',
      'card-number',
    ]);
    expect(await bench.received('POST', '/v2/transfers/fee-inquiry')).toBe(0);
  }));

it('an account number of as many digits as a card has is taken, and so is an IBAN that looks like one', () =>
  withBench(async (bench) => {
    for (const number of ['4111 1111 1111 1112', 'EG41 4111 1111 1111 110'])
      expect(
        await prepare(bench, { ...transfer, method: 'bank', bank: 'National Bank', number }),
      ).toMatchObject({
        isFirst: true,
      });
  }));

it('a number that was paid before is not the first, and the same amount again is said', () =>
  withBench(async (bench) => {
    const { operation } = await pay(bench);
    expect(await prepare(bench, { ...transfer, amount: money(60_000n, 'EGP') })).toMatchObject({
      isFirst: false,
      before: null,
    });
    expect(await prepare(bench, { ...transfer, number: '01001234567' })).toMatchObject({
      isFirst: false,
      before: { opId: operation.opId },
    });
    expect(await prepare(bench, { ...transfer, number: '01001234568' })).toMatchObject({ isFirst: true });
    bench.clock.forward(31 * 86_400_000);
    expect(await prepare(bench)).toMatchObject({ isFirst: false, before: null });
  }));

it('a dialog that was open before the same amount went to the same number sends nothing', () =>
  withBench(async (bench) => {
    const [one, two] = [await prepare(bench), await prepare(bench)];
    const { operations } = bench.session();
    must(await operations.confirmPayout(one.preparationId, form));
    expect(codeOf(await operations.confirmPayout(two.preparationId, form))).toBe('preparation-expired');
    expect(await sends(bench)).toBe(2);
  }));

it('other costs than those that were seen are another offer: nothing is sent', () =>
  withBench(async (bench) => {
    const { preparationId } = await prepare(bench);
    const other = { amount: 500, feeAmount: 9, vatAmount: 1, totalAmount: 510, currency: 'EGP' };
    await bench.fault('POST', '/v2/transfers/fee-inquiry', {
      kind: 'body',
      status: 200,
      text: JSON.stringify({ body: other }),
    });
    bench.clock.forward(20_000);
    const { operations } = bench.session();
    expect(codeOf(await operations.confirmPayout(preparationId, form))).toBe('quote-changed');
    expect(await sends(bench)).toBe(0);
  }));

it('a transfer that the gateway refuses moved nothing', () =>
  withBench(async (bench) => {
    const { operation, made } = await pay(bench, { ...transfer, amount: money(99_000_000n, 'EGP') });
    expect(operation).toMatchObject({ state: 'REFUSED', error: { outcome: 'not-applied' } });
    expect(made).toBe(null);
    // It was not paid: the next one is still the first.
    expect(await prepare(bench)).toMatchObject({ isFirst: true });
  }));

it('a transfer whose answer is lost is not known; the same one is not sent beside it; a read finds it by its name', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-after' });
    const { opId, state } = (await pay(bench)).operation;
    expect(state).toBe('UNKNOWN');
    expect(codeOf(await operations.preparePayout(transfer))).toBe('already-open');
    const after = must(await operations.checkNow({ opId })).operation;
    expect(after.state).toBe('SUCCEEDED_BY_READ');
    expect(after.requestId).toMatch(/^TR-/);
  }));

it('a transfer that never arrived is asked of a person after a day', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-before' });
    const { opId } = (await pay(bench)).operation;
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('CHECKING');
    bench.clock.forward(25 * 3_600_000);
    must(await operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('NEEDS_PERSON');
  }));
