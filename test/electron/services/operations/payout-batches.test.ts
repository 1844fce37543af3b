import { expect, it } from 'vitest';
import { money, toDecimal } from '#shared/money/money.ts';
import { codeOf, detail, must, withBench } from './harness.ts';
import { to, IBAN, FAILS, some, form, sends, inGateway, sheet, prepare, pay } from './payout-batch.ts';

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
