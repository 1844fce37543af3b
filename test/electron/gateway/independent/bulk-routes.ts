/** The second step of the customer import, batch items, payout schedulers (§4.6–§4.8). */
import { isTimestamp, type Fields } from './json.ts';
import {
  amountOf,
  dateOrNull,
  fieldsOf,
  need,
  ok,
  Refusal,
  textOf,
  type Call,
  type Route,
} from './routing.ts';
import { newNumber, now, type State } from './state.ts';

/** §2.7: the request mirrors a payment link; the answer is another set of fields. */
function updateItem(call: Call, state: State): Fields {
  const item = state.batchItems.get(call.part('batchItemId'));
  if (!item) throw new Refusal(404, 'Batch item not found');
  const change = fieldsOf(call.body, 'batchItem');
  if ('totalAmount' in change) item['amount'] = amountOf(change, 'totalAmount');
  if ('description' in change) item['name'] = change['description'];
  if ('dueDate' in change) {
    need(dateOrNull(change['dueDate']), 'dueDate');
    item['dueDate'] = change['dueDate'];
  }
  item['updatedAt'] = now(state);
  return item;
}

/** §2.8 and its rules 1 and 2. */
function newScheduler(body: Fields, state: State): Fields {
  const scheduler = fieldsOf(body, 'scheduler');
  const method = textOf(scheduler, 'method') ?? '';
  need(body['type'] === 'single', 'type');
  need(['bank', 'card', 'wallet'].includes(method), 'method');
  need(method === 'wallet' || textOf(scheduler, 'recipientBank') !== null, 'recipientBank');
  const number = textOf(scheduler, 'recipientNumber') ?? '';
  need(method !== 'wallet' || /^01[0125]\d{8}$/.test(number), 'recipientNumber');
  need(isTimestamp(scheduler['startDate']), 'startDate');
  return {
    schedulerId: `SCH-${newNumber(state)}`,
    merchantTransferId: `MT-${newNumber(state)}`,
    recipientName: scheduler['recipientName'],
    recipientNumber: number,
    recipientBank: scheduler['recipientBank'] ?? 'NA',
    amount: amountOf(scheduler, 'amount'),
    method,
    status: 'ACTIVE',
    recurringFrequency: scheduler['recurringFrequency'],
    nextRun: scheduler['startDate'],
    createdAt: now(state),
  };
}

const dashboard = { host: 'dashboard', credential: 'secret-key' } as const;

export const bulkRoutes: Route[] = [
  {
    ...dashboard,
    method: 'GET',
    path: '/v2/customers/savecustomers',
    query: ['correlationId'],
    answer: ({ query }, state) => {
      const correlationId = query.get('correlationId') ?? '';
      const customers = state.uploads.get(correlationId);
      if (!customers) throw new Refusal(404, 'Nothing was uploaded under this correlationId');
      state.uploads.delete(correlationId);
      return ok({ body: customers, message: 'Customers saved' });
    },
  },
  {
    ...dashboard,
    method: 'PUT',
    path: '/v2/batch-item/{batchItemId}',
    fields: ['batchItem'],
    answer: (call, state) => ok(updateItem(call, state)),
  },
  {
    ...dashboard,
    method: 'POST',
    path: '/v2/transfers/schedulers/single',
    fields: ['batchName', 'type', 'scheduler'],
    answer: ({ body }, state) => {
      const data = newScheduler(body, state);
      state.schedulers.push(data);
      return ok({ messages: { en: 'Scheduler created.', ar: 'تم إنشاء الجدولة.' }, data });
    },
  },
];
