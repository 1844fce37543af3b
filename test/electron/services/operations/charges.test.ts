import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { control } from '../../sandbox/gateway.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';
import { savedCard } from './saved-card.ts';

const PAY = '/v3/orders/';
const amount = money(7_550n, 'EGP');
const form = { reason: 'monthly fee', note: '', typedAmount: '75.50' };
const sends = (bench: Bench) => bench.received('POST', PAY);

async function charge(bench: Bench, cardKey: string) {
  const { operations } = bench.session();
  const { preparationId } = must(await operations.prepareCharge({ cardKey, amount }));
  return must(await operations.confirmCharge(preparationId, form)).operation;
}
const paid = async (bench: Bench, orderId: string | null) => {
  const list = must(await bench.session().context.gateway.transactions.list({ page: 1, limit: 500 }));
  return list.rows.filter(({ merchantOrderId }) => merchantOrderId === orderId);
};
/** Four reads by a person over sixteen minutes, the last one with a payment that was not there before. */
async function readUntilAbsent(bench: Bench, opId: string): Promise<void> {
  const { operations } = bench.session();
  for (const waitMs of [300_000, 300_000, 360_000]) {
    must(await operations.checkNow({ opId }));
    bench.clock.forward(waitMs);
  }
  await savedCard(bench);
  must(await operations.checkNow({ opId }));
}

it('a charge is sent once, under the name that was shown, and is listed with its card', () =>
  withBench(async (bench) => {
    const { operations, savedCards } = bench.session();
    const cardKey = await savedCard(bench);
    const { preparationId, orderId, request } = must(await operations.prepareCharge({ cardKey, amount }));
    expect(codeOf(await operations.confirmCharge(preparationId, { ...form, typedAmount: '75.05' }))).toBe(
      'amount-mismatch',
    );
    expect(codeOf(await operations.confirmCharge(preparationId, { ...form, reason: ' ' }))).toBe(
      'reason-needed',
    );
    expect(await sends(bench)).toBe(0);
    const { operation } = must(await operations.confirmCharge(preparationId, form));
    expect(operation).toMatchObject({ kind: 'charge', state: 'SUCCEEDED', opId: orderId, orderId });
    expect(await sends(bench)).toBe(1);
    expect(await paid(bench, orderId)).toMatchObject([{ operation: 'pay', amount }]);
    const found = must(await savedCards.detail({ key: cardKey })).detail;
    expect(found?.charges.map(({ opId }) => opId)).toEqual([orderId]);
    // A window never sees the token.
    expect(JSON.parse(request.body)).toMatchObject({ order: { reference: orderId }, cardToken: '…' });
    expect((await detail(bench, orderId)).request).toEqual(request);
  }));

it('a card may be charged again, but a dialog that was open before does not charge it', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const cardKey = await savedCard(bench);
    const one = must(await operations.prepareCharge({ cardKey, amount }));
    const two = must(await operations.prepareCharge({ cardKey, amount }));
    must(await operations.confirmCharge(one.preparationId, form));
    expect(codeOf(await operations.confirmCharge(one.preparationId, form))).toBe('preparation-expired');
    expect(codeOf(await operations.confirmCharge(two.preparationId, form))).toBe('preparation-expired');
    expect(await sends(bench)).toBe(1);
    expect((await charge(bench, cardKey)).state).toBe('SUCCEEDED');
    expect(await sends(bench)).toBe(2);
  }));

it('a confirmation that comes late is planned again under the same name', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const cardKey = await savedCard(bench);
    const { preparationId, orderId } = must(await operations.prepareCharge({ cardKey, amount }));
    bench.clock.forward(60_000);
    expect(must(await operations.confirmCharge(preparationId, form)).operation).toMatchObject({
      state: 'SUCCEEDED',
      orderId,
    });
  }));

it('a card that the bank refuses is refused, and is not charged', () =>
  withBench(async (bench) => {
    const operation = await charge(bench, await savedCard(bench, 'visa-0002'));
    expect(operation).toMatchObject({ state: 'REFUSED', error: { outcome: 'not-applied' } });
    expect(await paid(bench, operation.orderId)).toEqual([]);
  }));

it('a charge that came too soon is not known, and nobody sends it again', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const cardKey = await savedCard(bench);
    await bench.fault('POST', PAY, { kind: 'status', status: 429 });
    const { opId, state } = await charge(bench, cardKey);
    expect(state).toBe('UNKNOWN');
    expect(codeOf(await operations.prepareCharge({ cardKey, amount }))).toBe('already-open');
    bench.clock.forward(60_000);
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('CHECKING');
    expect(await sends(bench)).toBe(1);
  }));

it('a charge whose answer is lost is found by its name; until then its card is not charged again', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const cardKey = await savedCard(bench);
    await bench.fault('POST', PAY, { kind: 'drop-after' });
    const { opId, state, orderId } = await charge(bench, cardKey);
    expect(state).toBe('UNKNOWN');
    expect(codeOf(await operations.prepareCharge({ cardKey, amount }))).toBe('already-open');
    const after = must(await operations.checkNow({ opId })).operation;
    expect(after.state).toBe('SUCCEEDED_BY_READ');
    expect(after.requestId).toBe((await paid(bench, orderId))[0]?.transactionId);
    expect(await sends(bench)).toBe(1);
  }));

it('a charge that never arrived is believed absent after four reads, and a person sends the same bytes again', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const cardKey = await savedCard(bench);
    await bench.fault('POST', PAY, { kind: 'drop-before' });
    const { opId, orderId } = await charge(bench, cardKey);
    await readUntilAbsent(bench, opId);
    expect((await detail(bench, opId)).operation.state).toBe('ABSENT');
    const again = must(await operations.sendAgain({ opId, retyped: '75.50' }));
    expect(again.operation).toMatchObject({ state: 'SUCCEEDED', attemptNo: 2 });
    expect(await paid(bench, orderId)).toHaveLength(1);
  }));

it('a charge that is not known stays so over a restart, and a read finds it', () =>
  withBench(async (bench) => {
    const cardKey = await savedCard(bench);
    await bench.fault('POST', PAY, { kind: 'drop-after' });
    const { opId } = await charge(bench, cardKey);
    await bench.restart();
    expect(codeOf(await bench.session().operations.prepareCharge({ cardKey, amount }))).toBe('already-open');
    must(await bench.session().operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('SUCCEEDED_BY_READ');
  }));

it('a card that the gateway does not have any more is not charged, and is marked as gone', () =>
  withBench(async (bench) => {
    const { operations, savedCards, context } = bench.session();
    const cardKey = await savedCard(bench);
    const token = await context.db.call('savedCards.token', cardKey);
    must(await context.gateway.tokens.delete(token ?? ''));
    expect(codeOf(await operations.prepareCharge({ cardKey, amount }))).toBe('card-gone');
    expect(must(await savedCards.detail({ key: cardKey })).detail?.card.isGone).toBe(true);
    expect(await sends(bench)).toBe(0);
  }));

it('without the list that would show it, no charge is planned', () =>
  withBench(async (bench) => {
    const cardKey = await savedCard(bench);
    await bench.fault('GET', '/v2/aggregator/transactions', { kind: 'status', status: 403 });
    const { operations } = bench.session();
    expect(codeOf(await operations.prepareCharge({ cardKey, amount }))).not.toBe('ok');
    expect(await sends(bench)).toBe(0);
  }));

it('an amount that is not above zero is charged nowhere', () =>
  withBench(async (bench) => {
    const cardKey = await savedCard(bench);
    const { operations } = bench.session();
    const none = await operations.prepareCharge({ cardKey, amount: money(0n, 'EGP') });
    expect(codeOf(none)).toBe('invalid');
    expect((await control(bench.sandbox, 'GET', '/invariants')).body).toEqual({ test: [], live: [] });
  }));
