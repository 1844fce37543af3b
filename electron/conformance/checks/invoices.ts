/** §4.5 invoices with §2.5; the rate limit of sharing (§8). */
import { z } from 'zod';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check } from '../check.ts';
import { answers, hasStatus, isUnknown, that } from '../expect.ts';
import { invoiceBody, INVOICES, madeInvoice } from '../fixtures/links.ts';

const S = '§4.5';
const PREFIX = {
  simple: ['PR-', '§2.5-5'],
  professional: ['INV-', '§2.5-6'],
  order: ['ORD-', '§2.5-7'],
} as const;
const TYPES = ['simple', 'professional', 'order'] as const;
const ENOUGH = 200;

export const invoiceChecks: Check[] = [
  ...TYPES.map((type) =>
    write(
      S,
      `an invoice of type ${type} is created and named ${PREFIX[type][0]}…`,
      ['§4.5-1', '§4.5-2', ...ids('§2.5', 1, 4), PREFIX[type][1], ...ids('§2.5', 8, 12), '§1-8'],
      async (bench) => {
        const { document, answer } = await madeInvoice(bench, type);
        that(
          document.paymentRequestId.startsWith(PREFIX[type][0]),
          `paymentRequestId ${PREFIX[type][0]}…`,
          answer,
        );
        that(document.paymentType === type, `paymentType ${type}`, answer);
      },
    ),
  ),
  write(S, 'an invoice starts submitted and unpaid', ['§2.5-10', '§3.4-2', '§3.4-3'], async (bench) => {
    const { document, answer } = await madeInvoice(bench, 'simple');
    that(
      document.state === 'submitted' && document.paymentStatus === 'unpaid',
      'submitted and unpaid',
      answer,
    );
  }),
  write(S, 'an invoice tells what was sent', ['§2.5-3', '§2.5-9'], async (bench) => {
    const { document, answer, sent } = await madeInvoice(bench, 'simple');
    for (const name of [
      'totalAmount',
      'currency',
      'description',
      'customerName',
      'email',
      'referenceId',
      'isManualCapture',
    ] as const)
      that(document[name] === sent[name], `${name} as sent`, answer);
  }),
  write(S, 'the answer includes a payment link', ['§4.5-3'], async (bench) => {
    const { document, answer } = await madeInvoice(bench, 'simple');
    const isLink = (value: unknown) =>
      typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
    that(Object.values(document).some(isLink), 'an address among the fields of body', answer);
  }),
  assumedWrite(S, 'the payment link is body.paymentLink', ['§4.5-3'], async (bench) => {
    const { document, answer } = await madeInvoice(bench, 'simple');
    that(URL.canParse(String(document['paymentLink'])), 'paymentLink', answer);
  }),
  safe(S, 'sharing an invoice that nobody has is refused', ['§4.5-4'], async (bench) => {
    const body = { paymentRequestId: 'PR-conformance-none', email: 'conformance@example.com' };
    isUnknown(await bench.ask('POST', `${INVOICES}/share`, { body }));
  }),
  assumedWrite(S, 'an invoice is delivered by email', ['§4.5-4'], async (bench) => {
    const { document } = await madeInvoice(bench, 'simple');
    const body = { paymentRequestId: document.paymentRequestId, email: 'conformance@example.com' };
    answers(await bench.ask('POST', `${INVOICES}/share`, { body }), z.looseObject({ message: z.unknown() }));
  }),
  assumedWrite(S, 'sharing without email and phone answers 400', ['§4.5-4'], async (bench) => {
    const { document } = await madeInvoice(bench, 'simple');
    const body = { paymentRequestId: document.paymentRequestId };
    hasStatus(await bench.ask('POST', `${INVOICES}/share`, { body }), 400);
  }),
  assumedSafe(S, 'the list of invoices is {body, pagination}', ['§4.15-1', '§4.15-2'], async (bench) => {
    const answer = await bench.ask('GET', `${INVOICES}?page=1&limit=5`);
    answers(
      answer,
      z.looseObject({
        body: z.array(z.unknown()).max(5),
        pagination: z.looseObject({ limit: z.literal(5) }),
      }),
    );
  }),
  assumedWrite(S, 'the list of invoices filters by search and status', ['§4.15-1'], async (bench) => {
    const { document } = await madeInvoice(bench, 'simple');
    const list = z.looseObject({ body: z.array(z.looseObject({ paymentRequestId: z.string() })) });
    const search = `${INVOICES}?search=${document.paymentRequestId}`;
    const found = await bench.ask('GET', `${search}&paymentStatus=UNPAID`);
    that(answers(found, list).body[0]?.paymentRequestId === document.paymentRequestId, 'that invoice', found);
    const none = await bench.ask('GET', `${search}&paymentStatus=PAID`);
    that(answers(none, list).body.length === 0, 'no paid one', none);
  }),
  ...(
    [
      ['a type that is not listed', { paymentType: 'other' }],
      ['no amount', { totalAmount: undefined }],
      ['amount below zero', { totalAmount: -5 }],
      ['no currency', { currency: undefined }],
    ] satisfies [string, Record<string, unknown>][]
  ).map(([what, change]) =>
    assumedWrite(S, `an invoice with ${what} answers 400`, ['§2-5', '§2.5-2'], async (bench) => {
      // Otherwise a refusal proves nothing.
      await madeInvoice(bench, 'simple');
      const body = { ...invoiceBody(bench, 'simple'), ...change };
      hasStatus(await bench.ask('POST', INVOICES, { body }), 400);
    }),
  ),
  write(S, 'sharing is rate-limited', ['§4.5-5', '§8-12', '§8-13'], async (bench) => {
    if (!bench.options.load) return cannot('needs --load: it sends until it is refused');
    const { document } = await madeInvoice(bench, 'simple');
    const body = { paymentRequestId: document.paymentRequestId, email: 'conformance@example.com' };
    for (let sent = 0; sent < ENOUGH; sent += 1) {
      const answer = await bench.ask('POST', `${INVOICES}/share`, { body });
      if (answer.status >= 400) return void hasStatus(answer, 429);
    }
    that(false, 'a refusal', `${ENOUGH} times accepted`);
  }),
];
