/** §4.6 customers, §4.7 batch items. */
import { z } from 'zod';
import { assumedSafe, assumedWrite, ids, safe, write, type Check } from '../check.ts';
import { answers, hasShape, hasStatus, isUnknown, succeeds, that } from '../expect.ts';
import { tomorrow } from '../fixtures/sessions.ts';
import { savedCustomers, upload, uploaded } from '../fixtures/uploads.ts';
import { batchItem, customer } from '../shapes/merchant.ts';

const CUSTOMERS = '/v2/customers';
const SAVE = `${CUSTOMERS}/savecustomers`;
const ITEMS = '/v2/batch-item';
const list = z.looseObject({ body: z.array(z.looseObject({ phoneNumber: z.string() })) });

const batchBody = (more: Record<string, unknown> = {}) => ({
  batchItem: {
    description: 'conformance',
    totalAmount: 41.25,
    paymentType: 'simple',
    referenceId: 'conformance',
    isSuspendedPayment: false,
    dueDate: tomorrow(),
    extraFees: [],
    items: [],
    ...more,
  },
});

export const customerChecks: Check[] = [
  safe('§4.6', 'saving customers without a correlation id is refused', ['§4.6-1'], async (bench) => {
    isUnknown(await bench.ask('GET', SAVE));
  }),
  safe('§4.6', 'saving customers of an upload that never was is refused', ['§4.6-1'], async (bench) => {
    isUnknown(await bench.ask('GET', `${SAVE}?correlationId=conformance-none`));
  }),
  assumedSafe(
    '§4.6',
    'saving customers of an upload that never was answers 404',
    ['§4.6-1'],
    async (bench) => {
      hasStatus(await bench.ask('GET', `${SAVE}?correlationId=conformance-none`), 404);
    },
  ),
  write(
    '§4.6',
    'step 2 persists the validated customers and answers them',
    ['§4.6-1', '§4.6-2', '§4.6-4', '§2.6-1', '§1-7'],
    async (bench) => {
      const { body, answer } = await savedCustomers(bench);
      hasShape(z.array(customer).min(1), body, answer);
    },
  ),
  assumedWrite(
    '§4.6',
    'step 1 validates without writing; bad rows come back with their errors',
    ['§4.6-3', '§4.6-5', '§4.6-6', '§4.15-1', '§1-7'],
    async (bench) => {
      const { rows, phone, answer } = await uploaded(bench);
      that(rows.length === 2, 'two rows', answer);
      that(
        rows[0]?.errors.length === 0 && (rows[1]?.errors.length ?? 0) > 0,
        'errors in the second row only',
        answer,
      );
      const { body, before } = await savedCustomers(bench);
      that(before === 0, 'nothing written by step 1', `${before} customers with ${phone}`);
      that(body.length === 1, 'the good row only', JSON.stringify(body));
    },
  ),
  assumedWrite('§4.6', 'an upload is saved once: the second time answers 404', ['§4.6-2'], async (bench) => {
    const { correlationId } = await savedCustomers(bench);
    hasStatus(await bench.ask('GET', `${SAVE}?correlationId=${correlationId}`), 404);
  }),
  assumedSafe('§4.6', 'the list of customers is {body, pagination}', ['§4.15-2'], async (bench) => {
    answers(await bench.ask('GET', `${CUSTOMERS}?page=1&limit=5`), list);
  }),
  assumedSafe('§4.6', 'an upload that is no sheet answers 400 or 415', ['§4.6-5'], async (bench) => {
    hasStatus(await upload(bench, Buffer.from('not a sheet')), 400, 415);
  }),

  safe('§4.7', 'changing a batch item that nobody has is refused', ['§4.7-1'], async (bench) => {
    isUnknown(await bench.ask('PUT', `${ITEMS}/000000000000000000000000`, { body: batchBody() }));
  }),
  write(
    '§4.7',
    'a row is corrected before its batch is shared, with the documented answer',
    ['§4.7-1', '§4.7-2', ...ids('§2.7', 1, 3), '§1-8'],
    async (bench) => {
      const id = bench.thing('batch-item');
      const answer = succeeds(await bench.ask('PUT', `${ITEMS}/${id}`, { body: batchBody() }));
      // §2.7 lists the fields and no envelope.
      const bare = batchItem.safeParse(answer.json);
      const enveloped = z.looseObject({ body: batchItem }).safeParse(answer.json);
      const item = bare.data ?? enveloped.data?.body ?? hasShape(batchItem, answer.json, answer);
      that(item._id === id && item.amount === 41.25, 'that item with the new amount', answer);
    },
  ),
  assumedWrite('§4.7', 'a batch item with a text as amount answers 400', ['§2-5'], async (bench) => {
    const body = batchBody({ totalAmount: 'ten' });
    hasStatus(await bench.ask('PUT', `${ITEMS}/${bench.thing('batch-item')}`, { body }), 400);
  }),
  assumedWrite('§4.7', 'a batch item is deleted', ['§4.7-3', '§4.15-1'], async (bench) => {
    const path = `${ITEMS}/${bench.thing('spare-batch-item')}`;
    answers(await bench.ask('DELETE', path), z.looseObject({ message: z.unknown() }));
    isUnknown(await bench.ask('PUT', path, { body: batchBody() }));
  }),
];
