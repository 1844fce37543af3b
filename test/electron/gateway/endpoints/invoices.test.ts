import { expect, it } from 'vitest';
import { decodeInvoices } from '#electron/gateway/endpoints/invoices.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const INVOICE =
  '{"paymentRequestId":"INV-1","merchantId":"MID","paymentType":"professional","totalAmount":100.10,"currency":"EGP","description":"Hats","customerName":"Mona","email":"","state":"submitted","paymentStatus":"unpaid","isManualCapture":false,"availableAmountForRefund":0,"creationDate":"2026-11-17 10:30:00.000000+00:00","dueDate":null,"transactions":[],"paymentLink":"https://pay.example/INV-1"}';

it('an invoice is read; one without an id or a total is counted', () => {
  const rows = [INVOICE, INVOICE.replace('"INV-1"', 'null'), INVOICE.replace('100.10', '"NA"')];
  expect(decodeInvoices(object(`{"body":[${rows.join(',')}]}`), 1)).toMatchObject({
    rows: [
      {
        paymentRequestId: 'INV-1',
        paymentType: { value: 'professional' },
        total: egp(10010n),
        availableForRefund: egp(0n),
        email: null,
        paymentStatus: { value: 'UNPAID' },
        dueDate: null,
        paymentLink: 'https://pay.example/INV-1',
      },
    ],
    unreadable: 2,
  });
});

it('create sends the total and the items as numbers', () =>
  withRecorder(`{"body":${INVOICE},"message":"ok"}`, async ({ invoices }, asked) => {
    const made = await invoices.create({
      paymentType: 'professional',
      total: egp(10010n),
      customerName: 'Mona',
      dueAtMs: Date.UTC(2026, 10, 30),
      items: [{ description: 'Hat', unitPrice: egp(5005n), quantity: 2 }],
    });
    expect(made).toMatchObject({ value: { paymentRequestId: 'INV-1' } });
    expectAsked(asked, 'POST /v2/paymentRequest', {
      paymentType: 'professional',
      customerName: 'Mona',
      totalAmount: 100.1,
      currency: 'EGP',
      dueDate: '2026-11-30 00:00:00.000000+00:00',
      items: [{ description: 'Hat', unitPrice: 50.05, quantity: 2, subTotal: 100.1 }],
    });
  }));

it('list takes its filters; share says to whom', async () => {
  await withRecorder('{"body":[]}', async ({ invoices }, asked) => {
    await invoices.list({ page: 1, limit: 20, paymentStatus: 'PAID', paymentType: 'order', search: 'a&b' });
    expectAsked(
      asked,
      'GET /v2/paymentRequest?page=1&limit=20&paymentStatus=PAID&paymentType=order&search=a%26b',
      null,
    );
  });
  await withRecorder('{"message":"Sent"}', async ({ invoices }, asked) => {
    expect(await invoices.share({ paymentRequestId: 'INV-1', email: 'm@example.com' })).toEqual({
      ok: true,
      value: { messages: { en: 'Sent' } },
    });
    expectAsked(asked, 'POST /v2/paymentRequest/share', {
      paymentRequestId: 'INV-1',
      email: 'm@example.com',
    });
  });
});
