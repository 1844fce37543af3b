/** Customers, batch items, payout schedulers (§4.6–§4.8): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { bench, bodyOf, credentialsOf, instant, lines, money, must } from './client.ts';
import { BATCH_ITEM, CORRELATION } from './seed.ts';

describe('saving the customers of an upload (§4.6)', () => {
  it('is a GET with `correlationId`, and answers the customers', async () => {
    const { client, server, sent } = await bench();
    const saved = must(await client.customers.save(CORRELATION));
    expect(saved).toMatchObject({
      unreadable: 0,
      rows: [
        {
          customerId: 'C-1001',
          name: 'Mona Adel',
          phoneNumber: '+201001234567',
          emailAddress: null,
          merchantId: 'MID-7-100',
          customFields: [{ name: 'Class', value: '4B' }],
          createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
        },
      ],
    });
    const requests = sent();
    expect(lines(requests)).toEqual([
      `dashboard GET /v2/customers/savecustomers?correlationId=${CORRELATION}`,
    ]);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(requests[0]?.body).toBe('');
  });

  it.each(['drop-before', 'drop-after', 'cut'] as const)(
    'writes, so that it is asked once although it is a GET (%s)',
    async (kind) => {
      const { client, server, sent } = await bench();
      server.plan(/savecustomers/, { kind }, 5);
      expect(await client.customers.save(CORRELATION)).toMatchObject({ error: { outcome: 'unknown' } });
      expect(sent()).toHaveLength(1);
      expect(server.state.uploads.has(CORRELATION)).toBe(kind === 'drop-before');
    },
  );

  it.each([502, 503, 504])('is asked once after %i, too', async (status) => {
    const { client, server, sent } = await bench();
    server.plan(/savecustomers/, { kind: 'answer', status, text: '' }, 5);
    expect(await client.customers.save(CORRELATION)).toMatchObject({ error: { outcome: 'unknown' } });
    expect(sent()).toHaveLength(1);
  });

  it('that is redirected is not followed', async () => {
    const { client, server, sent } = await bench();
    const location = `${server.checkoutUrl}/elsewhere`;
    server.plan(/savecustomers/, { kind: 'answer', status: 302, headers: { location } });
    expect(await client.customers.save(CORRELATION)).toMatchObject({ error: { code: 'redirected' } });
    expect(sent()).toHaveLength(1);
  });

  it('takes a correlation id with any characters as one value', async () => {
    const { client, sent } = await bench();
    expect(await client.customers.save('a b&c=d#é')).toMatchObject({ error: { code: 'not-found' } });
    expect(lines(sent())).toEqual([
      'dashboard GET /v2/customers/savecustomers?correlationId=a%20b%26c%3Dd%23%C3%A9',
    ]);
  });
});

describe('a batch item (§4.7)', () => {
  it('is corrected with a PUT of `batchItem`, and the record of §2.7 comes back', async () => {
    const { client, server, sent } = await bench();
    const item = must(
      await client.batchItems.update(BATCH_ITEM, {
        description: 'March fees',
        total: money(50_050n),
        paymentType: 'simple',
        referenceId: 'R-1',
        isSuspendedPayment: true,
        dueAtMs: null,
        extraFees: [{ name: 'Late', flatFee: money(1_000n), ratePercent: '0' }],
        items: [],
      }),
    );
    expect(item).toMatchObject({
      batchItemId: BATCH_ITEM,
      batchId: '64f1c0a2b3d4e5f6a7b8c900',
      name: 'March fees',
      amount: money(50_050n),
      dueDate: null,
      status: 'unpaid',
      createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
      updatedAt: instant('2026-03-01 10:00:00.000000+00:00'),
    });
    const requests = sent();
    expect(lines(requests)).toEqual([`dashboard PUT /v2/batch-item/${BATCH_ITEM}`]);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual({
      batchItem: {
        description: 'March fees',
        totalAmount: 500.5,
        paymentType: 'simple',
        referenceId: 'R-1',
        isSuspendedPayment: true,
        dueDate: null,
        extraFees: [{ name: 'Late', flatFee: 10, rate: 0 }],
        items: [],
      },
    });
  });

  it('keeps what is not sent, and may be in a state of any word', async () => {
    const { client, server, sent } = await bench();
    for (const status of ['FAILED', 'failed', 'shared']) {
      const kept = server.state.batchItems.get(BATCH_ITEM) ?? {};
      kept['status'] = status;
      expect(must(await client.batchItems.update(BATCH_ITEM, { description: 'x' }))).toMatchObject({
        status,
        amount: money(45_000n),
        dueDate: instant('2026-03-31 21:59:59.000000+00:00'),
      });
    }
    expect(sent()[0]?.body).toBe('{"batchItem":{"description":"x"}}');
  });

  it('is sent once when the connection drops, and not found where there is none', async () => {
    const { client, server, sent } = await bench();
    expect(await client.batchItems.update('0', {})).toMatchObject({
      error: { code: 'not-found', outcome: 'not-applied' },
    });
    server.plan(/batch-item/, { kind: 'drop-after' }, 5);
    sent();
    expect(await client.batchItems.update(BATCH_ITEM, {})).toMatchObject({ error: { outcome: 'unknown' } });
    expect(sent()).toHaveLength(1);
  });
});

describe('a payout scheduler (§4.8)', () => {
  const SCHEDULER = {
    batchName: 'Rent',
    method: 'bank',
    recipientName: 'Nile Properties',
    recipientNumber: 'EG380019000500000000263180002',
    recipientBank: 'CIB',
    amount: money(150_050n),
    startAtMs: Date.UTC(2026, 3, 1, 8),
    recurringFrequency: 'MONTHLY',
  } as const;

  it('is created with the fields of §2.8 and answers `data`', async () => {
    const { client, server, sent } = await bench();
    expect(must(await client.payouts.createScheduler(SCHEDULER))).toMatchObject({
      schedulerId: 'SCH-1',
      merchantTransferId: 'MT-2',
      recipientName: 'Nile Properties',
      recipientNumber: 'EG380019000500000000263180002',
      recipientBank: 'CIB',
      amount: money(150_050n),
      method: { kind: 'known', value: 'bank' },
      status: { kind: 'known', value: 'ACTIVE' },
      recurringFrequency: { kind: 'known', value: 'MONTHLY' },
      nextRun: instant('2026-04-01 08:00:00.000000+00:00'),
      createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
    });
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v2/transfers/schedulers/single']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual({
      batchName: 'Rent',
      type: 'single',
      scheduler: {
        method: 'bank',
        recipientName: 'Nile Properties',
        recipientNumber: 'EG380019000500000000263180002',
        recipientBank: 'CIB',
        amount: 1500.5,
        startDate: '2026-04-01 08:00:00.000000+00:00',
        recurringFrequency: 'MONTHLY',
      },
    });
    expect(requests[0]?.body).toContain('"amount":1500.50');
  });

  it('to a wallet needs no bank, and has an end where one is given', async () => {
    const { client, sent } = await bench();
    const { recipientBank: _bank, ...rest } = SCHEDULER;
    const wallet = { ...rest, method: 'wallet', recipientNumber: '01012345678' } as const;
    const made = must(await client.payouts.createScheduler({ ...wallet, endAtMs: Date.UTC(2027, 0, 1) }));
    expect(made).toMatchObject({ method: { value: 'wallet' }, recipientBank: null });
    expect(bodyOf(sent()[0])).toMatchObject({
      scheduler: { method: 'wallet', endDate: '2027-01-01 00:00:00.000000+00:00' },
    });
  });

  it('that breaks a rule of §2.8 is refused, and nothing is scheduled', async () => {
    const { client, server } = await bench();
    const { recipientBank: _bank, ...withoutBank } = SCHEDULER;
    for (const wrong of [withoutBank, { ...SCHEDULER, method: 'wallet' as const }])
      expect(await client.payouts.createScheduler(wrong)).toMatchObject({
        error: { code: 'refused', httpStatus: 400, outcome: 'not-applied' },
      });
    expect(server.state.schedulers).toEqual([]);
  });

  it('is sent exactly once: every run of it moves money', async () => {
    for (const kind of ['drop-before', 'drop-after', 'cut'] as const) {
      const { client, server, sent } = await bench();
      server.plan(/schedulers/, { kind }, 5);
      expect(await client.payouts.createScheduler(SCHEDULER)).toMatchObject({
        error: { outcome: 'unknown' },
      });
      expect(sent()).toHaveLength(1);
      expect(server.state.schedulers).toHaveLength(kind === 'drop-before' ? 0 : 1);
    }
  });
});
