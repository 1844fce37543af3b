/** Payment links and invoices (§4.4, §4.5): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { bench, bodyOf, credentialsOf, instant, lines, money, must } from './client.ts';
import { decimal } from './json.ts';

const LINK = {
  customerName: 'منى عادل',
  total: money(10_000n),
  description: 'School fees',
  paymentType: 'simple',
  state: 'submitted',
  isManualCapture: false,
  isSuspendedPayment: false,
  dueAtMs: Date.UTC(2026, 2, 31, 21, 59, 59),
  referenceId: 'REF-1',
  extraFees: [{ name: 'Service', flatFee: money(250n), ratePercent: '1.75' }],
};

describe('a payment link', () => {
  it('is created with the fields of §2.4, amounts as numbers with their digits', async () => {
    const { client, server, sent } = await bench();
    must(await client.paymentLinks.create(LINK));
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v2/payment-link']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual({
      customer: { name: 'منى عادل' },
      totalAmount: 100,
      description: 'School fees',
      isManualCapture: false,
      paymentType: 'simple',
      currency: 'EGP',
      state: 'submitted',
      dueDate: '2026-03-31 21:59:59.000000+00:00',
      isSuspendedPayment: false,
      referenceId: 'REF-1',
      extraFees: [{ name: 'Service', flatFee: 2.5, rate: 1.75 }],
    });
    expect(requests[0]?.body).toContain('"totalAmount":100.00');
  });

  it('comes back with the fields of §2.4', async () => {
    const { client } = await bench();
    expect(must(await client.paymentLinks.create(LINK))).toMatchObject({
      linkId: 'PL-1',
      paymentRequestId: 'PR-1',
      merchantId: 'MID-7-100',
      storeName: 'Corner Books',
      description: 'School fees',
      customerName: 'منى عادل',
      total: money(10_425n),
      totalWithoutFees: money(10_000n),
      availableForRefund: money(0n),
      paymentType: 'simple',
      paymentStatus: { kind: 'known', value: 'UNPAID' },
      state: 'submitted',
      dueDate: instant('2026-03-31 21:59:59.000000+00:00'),
      createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
      referenceId: 'REF-1',
      invoiceReferenceId: null,
      isManualCapture: false,
      isSuspendedPayment: false,
      isDeleted: false,
      extraFees: [{ name: 'Service', flatFee: money(250n), ratePercent: '1.75' }],
      virtual: null,
    });
  });

  it('without a due date is sent null or no date', async () => {
    const { client, sent } = await bench();
    const { dueAtMs: _due, extraFees: _fees, ...plain } = LINK;
    expect(must(await client.paymentLinks.create({ ...plain, dueAtMs: null })).dueDate).toBeNull();
    must(await client.paymentLinks.create(plain));
    const [withNull, without] = sent().map(bodyOf);
    expect(withNull).toHaveProperty('dueDate', null);
    expect(without).not.toHaveProperty('dueDate');
    expect(without).not.toHaveProperty('extraFees');
  });

  it('in a virtual currency is refused where the feature is off, with the fact told (§7)', async () => {
    const { client, sent } = await bench();
    const { extraFees: _fees, ...plain } = LINK;
    const answer = await client.paymentLinks.create({ ...plain, total: money(2_000n, 'USD_VIRTUAL') });
    expect(answer).toMatchObject({
      error: { code: 'feature-off', httpStatus: 400, outcome: 'not-applied' },
    });
    expect(sent()).toHaveLength(1);
  });

  it.each(['USD_VIRTUAL', 'EUR_VIRTUAL', 'GBP_VIRTUAL', 'SAR_VIRTUAL', 'AED_VIRTUAL'])(
    'in %s keeps its total in that currency (§2.4)',
    async (currency) => {
      const { client, server, sent } = await bench();
      server.state.currencyConversion = true;
      const { extraFees: _fees, ...plain } = LINK;
      const link = must(await client.paymentLinks.create({ ...plain, total: money(2_050n, currency) }));
      expect(sent()[0]?.body).toContain(`"totalAmount":20.50,"currency":"${currency}"`);
      expect(link).toMatchObject({
        total: money(2_050n, currency),
        virtual: {
          currency,
          amount: money(2_050n, currency),
          rateRecordedAt: instant('2026-03-01 10:00:00.000000+00:00'),
        },
      });
    },
  );

  it('that may have been made is not made again', async () => {
    for (const kind of ['drop-before', 'drop-after', 'cut'] as const) {
      const { client, server, sent } = await bench();
      server.plan(/payment-link/, { kind }, 5);
      expect(await client.paymentLinks.create(LINK)).toMatchObject({
        error: { code: 'connection-lost', outcome: 'unknown' },
      });
      expect(sent()).toHaveLength(1);
      expect(server.state.links).toHaveLength(kind === 'drop-before' ? 0 : 1);
    }
  });

  it('is listed by page, `totalPages` and all', async () => {
    const { client, server, sent } = await bench();
    for (const referenceId of ['A', 'B', 'C'])
      must(await client.paymentLinks.create({ ...LINK, referenceId }));
    server.state.links.push({ paymentLinkId: 'PL-0', totalAmount: decimal('1.005'), currency: 'EGP' });
    sent();
    const page = must(await client.paymentLinks.list({ page: 2, limit: 2 }));
    expect(page).toMatchObject({
      page: 2,
      pages: 2,
      total: 4,
      unreadable: 1,
      exchangeRateServiceAvailable: false,
    });
    expect(page.rows.map((row) => row.referenceId)).toEqual(['A']);
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard GET /v2/payment-link?page=2&limit=2']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
  });
});

describe('an invoice', () => {
  const INVOICE = {
    paymentType: 'simple',
    total: money(9_995n),
    description: 'March',
    customerName: 'Mona',
    email: 'mona@example.com',
    phoneNumber: '+201001234567',
    referenceId: 'R-9',
    isManualCapture: true,
  } as const;

  it('is created with the fields of §2.5 and answers `body`', async () => {
    const { client, server, sent } = await bench();
    expect(must(await client.invoices.create(INVOICE))).toMatchObject({
      paymentRequestId: 'PR-1',
      merchantId: 'MID-7-100',
      paymentType: { kind: 'known', value: 'simple' },
      total: money(9_995n),
      availableForRefund: money(0n),
      description: 'March',
      customerName: 'Mona',
      email: 'mona@example.com',
      referenceId: 'R-9',
      state: 'submitted',
      paymentStatus: { kind: 'known', value: 'UNPAID' },
      isManualCapture: true,
      createdAt: instant('2026-03-01 10:00:00.000000+00:00'),
      dueDate: null,
      transactionsCount: 0,
      paymentLink: 'https://pay.example.com/PR-1',
    });
    const requests = sent();
    expect(lines(requests)).toEqual(['dashboard POST /v2/paymentRequest']);
    expect(credentialsOf(requests[0])).toEqual({ authorization: server.state.secretKey });
    expect(bodyOf(requests[0])).toEqual({
      paymentType: 'simple',
      totalAmount: 99.95,
      currency: 'EGP',
      description: 'March',
      customerName: 'Mona',
      email: 'mona@example.com',
      phoneNumber: '+201001234567',
      referenceId: 'R-9',
      isManualCapture: true,
    });
  });

  it.each([
    ['professional', 'INV-1'],
    ['order', 'ORD-1'],
  ] as const)('of the type %s has an id of its kind', async (paymentType, paymentRequestId) => {
    const { client } = await bench();
    const dueAtMs = Date.UTC(2026, 3, 1);
    expect(must(await client.invoices.create({ ...INVOICE, paymentType, dueAtMs }))).toMatchObject({
      paymentRequestId,
      dueDate: instant('2026-04-01 00:00:00.000000+00:00'),
    });
  });

  it('is created once, whatever becomes of the connection', async () => {
    for (const kind of ['drop-before', 'drop-after', 'cut'] as const) {
      const { client, server, sent } = await bench();
      server.plan(/paymentRequest/, { kind }, 5);
      expect(await client.invoices.create(INVOICE)).toMatchObject({ error: { outcome: 'unknown' } });
      expect(sent()).toHaveLength(1);
    }
  });

  it('is shared once, and over the limit that is told (§8)', async () => {
    const { client, server, sent } = await bench();
    const { paymentRequestId } = must(await client.invoices.create(INVOICE));
    server.state.shareLimit = 1;
    sent();
    must(await client.invoices.share({ paymentRequestId, email: 'mona@example.com' }));
    expect(await client.invoices.share({ paymentRequestId })).toMatchObject({
      error: { code: 'limit', httpStatus: 429, outcome: 'not-applied' },
    });
    const requests = sent();
    expect(lines(requests)).toEqual(Array(2).fill('dashboard POST /v2/paymentRequest/share'));
    expect(requests[0]?.headers['authorization']).toBe(server.state.secretKey);

    server.plan(/share/, { kind: 'drop-after' }, 5);
    expect(await client.invoices.share({ paymentRequestId })).toMatchObject({
      error: { outcome: 'unknown' },
    });
    expect(sent()).toHaveLength(1);
  });
});
