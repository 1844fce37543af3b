/** §4.4 payment links, with §2.4 and §3.4. */
import { z } from 'zod';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check } from '../check.ts';
import { answers, hasShape, hasStatus, isRejected, succeeds, that } from '../expect.ts';
import { createLink, linkBody, LINKS, madeLink } from '../fixtures/links.ts';
import { linkAnswer, linkList, ordinaryLink, virtualLink, VIRTUAL } from '../shapes/links.ts';

const S = '§4.4';
const NOT_ENABLED = 'Currency conversion feature is not enabled.';

export const linkChecks: Check[] = [
  safe(
    S,
    'the list has message, data, pagination and exchangeRateServiceAvailable',
    ['§4.4-4', '§4.4-5', ...ids('§2.4', 7, 13)],
    async (bench) => {
      answers(await bench.ask('GET', LINKS), linkList);
    },
  ),
  write(
    S,
    'a payment link is created from every request field, with the documented record',
    ['§4.4-1', '§4.4-2', ...ids('§2.4', 1, 13), '§1-8'],
    async (bench) => {
      await madeLink(bench);
    },
  ),
  write(S, 'the record tells what was sent', ['§2.4-2', '§2.4-5', '§2.4-6', '§3.4-3'], async (bench) => {
    const { document, answer, sent } = await madeLink(bench);
    for (const name of [
      'description',
      'currency',
      'paymentType',
      'referenceId',
      'state',
      'isManualCapture',
      'isSuspendedPayment',
    ] as const)
      that(document[name] === sent[name], `${name} as sent`, answer);
    that(
      document.extraFees[0]?.flatFee === 1.5 && document.extraFees[0].rate === 2,
      'extraFees as sent',
      answer,
    );
    that(document.isPaymentLink && !document.isDeleted, 'isPaymentLink and not isDeleted', answer);
  }),
  write(S, 'an ordinary link has no virtual-currency fields', ['§2.4-14', '§2.4-15'], async (bench) => {
    const { document, answer } = await madeLink(bench);
    hasShape(ordinaryLink, document, answer);
  }),
  write(
    S,
    'a virtual currency is taken, or rejected with 400 and the message of the document',
    ['§4.4-3', '§7-1', '§7-2', '§2.4-4', '§2.4-14'],
    async (bench) => {
      for (const currency of VIRTUAL) {
        const answer = await createLink(bench, linkBody(bench, { currency }));
        if (answer.status < 300) {
          hasShape(virtualLink, answers(answer, linkAnswer).data, answer);
          continue;
        }
        hasStatus(answer, 400);
        that(answer.text.includes(NOT_ENABLED), `the message "${NOT_ENABLED}"`, answer);
      }
    },
  ),
  write(S, 'the amount of a link in a virtual currency is in that currency', ['§2.4-16'], async (bench) => {
    const answer = await createLink(bench, linkBody(bench, { currency: 'USD_VIRTUAL', extraFees: [] }));
    if (answer.text.includes(NOT_ENABLED))
      return cannot('currency conversion is not enabled for this account');
    const { data } = answers(answer, linkAnswer);
    that(data.totalAmount === 100, 'totalAmount 100', answer);
  }),
  write(S, 'a new link is unpaid and stands in the list', ['§4.4-4', '§3.4-1'], async (bench) => {
    const { document } = await madeLink(bench);
    that(document.paymentStatus.toUpperCase() === 'UNPAID', 'paymentStatus unpaid', document.paymentStatus);
    const list = await bench.ask('GET', LINKS);
    that(
      answers(list, linkList).data.some((row) => row._id === document._id),
      'the new link on the first page',
      list,
    );
  }),
  assumedWrite(
    S,
    'the total is the sum without fees, the flat fee and the rate',
    ['§2.4-6', '§2.4-10'],
    async (bench) => {
      const { document, answer } = await madeLink(bench);
      that(
        document.totalAmountWithoutFees === 100 && document.totalAmount === 103.5,
        '100 without, 103.5 with fees',
        answer,
      );
    },
  ),
  assumedWrite(S, 'a link is found by its id', ['§4.4-14', '§4.4-16'], async (bench) => {
    const { document } = await madeLink(bench);
    const answer = await bench.ask('GET', `${LINKS}?search=${document.paymentLinkId}`);
    const { data } = answers(answer, linkList);
    that(data.length === 1 && data[0]?._id === document._id, 'that link alone', answer);
  }),
  ...(
    [
      ['currency', '§4.4-7', 'currency=EGP', 'currency=USD'],
      ['state', '§4.4-8', 'state=submitted', 'state=draft'],
      ['payment status', '§4.4-9', 'paymentStatus=UNPAID', 'paymentStatus=PAID'],
      ['payment type', '§4.4-10', 'paymentType=FIXED_AMOUNT', 'paymentType=ITEMIZED'],
      ['due date', '§4.4-11', 'dueDateFrom=2020-01-01&dueDateTo=2099-12-31', 'dueDateFrom=2099-01-01'],
      [
        'creation date',
        '§4.4-12',
        'creationDateFrom=2020-01-01&creationDateTo=2099-12-31',
        'creationDateFrom=2099-01-01',
      ],
      ['amount', '§4.4-13', 'totalAmountFrom=103&totalAmountTo=104', 'totalAmountFrom=103.51'],
    ] as const
  ).map(([what, clause, fits, fitsNot]) =>
    assumedWrite(
      S,
      `the list filters by ${what}, together with a search`,
      ['§4.4-6', clause, '§4.4-16', '§3.4-1'],
      async (bench) => {
        const { document } = await madeLink(bench);
        const read = async (filter: string) => {
          const answer = await bench.ask('GET', `${LINKS}?search=${document.paymentLinkId}&${filter}`);
          return answers(answer, linkList).data.length;
        };
        that((await read(fits)) === 1, `the link with ${fits}`, 'not listed');
        that((await read(fitsNot)) === 0, `nothing with ${fitsNot}`, 'listed');
      },
    ),
  ),
  assumedSafe(S, 'every payment status value is taken as a filter', ['§4.4-9', '§3.4-1'], async (bench) => {
    for (const status of ['PAID', 'UNPAID', 'OVERDUE', 'EXPIRED'])
      succeeds(await bench.ask('GET', `${LINKS}?paymentStatus=${status}`));
  }),
  assumedSafe(S, 'page and limit choose the rows', ['§4.4-15'], async (bench) => {
    const answer = await bench.ask('GET', `${LINKS}?page=1&limit=1`);
    const { data, pagination } = answers(answer, linkList);
    that(data.length <= 1 && pagination.limit === 1 && pagination.page === 1, 'one row of page 1', answer);
  }),
  ...(
    [
      ['no amount', { totalAmount: undefined }],
      ['amount zero', { totalAmount: 0 }],
      ['a text as amount', { totalAmount: 'ten' }],
      ['no currency', { currency: undefined }],
      ['an unknown currency', { currency: 'XXQ_VIRTUAL' }],
      ['no description', { description: undefined }],
      ['fees that are no list', { extraFees: 'none' }],
    ] satisfies [string, Record<string, unknown>][]
  ).map(([what, change]) =>
    assumedWrite(S, `a link with ${what} answers 400`, ['§2-5'], async (bench) => {
      // Otherwise a refusal proves nothing.
      await madeLink(bench);
      hasStatus(await createLink(bench, linkBody(bench, change)), 400);
    }),
  ),
  assumedSafe(S, 'an import without a sheet is refused', ['§4.15-1'], async (bench) => {
    const answer = await bench.ask('POST', `${LINKS}/import`, { body: {} });
    isRejected(answer);
    that(answer.status !== 404, 'an import operation', answer);
  }),
  assumedSafe(S, 'the list takes a virtual code as currency', ['§4.4-7'], async (bench) => {
    const answer = await bench.ask('GET', `${LINKS}?currency=USD_VIRTUAL`);
    if (answer.text.includes(NOT_ENABLED))
      return cannot('currency conversion is not enabled for this account');
    answers(answer, z.looseObject({ data: z.array(z.unknown()) }));
  }),
];
