import { expect, it } from 'vitest';
import { decodeCustomers, decodeCustomerUpload } from '#electron/gateway/endpoints/customers.ts';
import { expectAsked, object, withRecorder } from '../recorder.ts';

const CUSTOMER =
  '{"_id":"65f","name":"Mona","phoneNumber":"01012345678","emailAddress":"","customerId":"C-1","merchantId":"MID","customFields":[{"name":"Club","value":7},{"value":"x"}],"createdAt":"2026-11-17 10:30:00.000000+00:00"}';

it('a customer is read; an empty address is none; one without an id is counted', () =>
  expect(decodeCustomers(object(`{"body":[${CUSTOMER},{"name":"x"}],"message":"ok"}`), 1)).toMatchObject({
    rows: [
      {
        customerId: 'C-1',
        phoneNumber: '01012345678',
        emailAddress: null,
        customFields: [{ name: 'Club', value: '7' }],
      },
    ],
    unreadable: 1,
  }));

it('an upload without a correlation id, or with a row that is none, is not read', () => {
  const rows = '[{"row":2,"name":"Mona","errors":[]}]';
  expect(decodeCustomerUpload(object(`{"body":{"correlationId":"X-1","rows":${rows}}}`))).toMatchObject({
    correlationId: 'X-1',
    rows: [{ row: 2, values: { name: 'Mona' }, errors: [] }],
  });
  expect(decodeCustomerUpload(object(`{"body":{"rows":${rows}}}`))).toBeNull();
  expect(decodeCustomerUpload(object('{"body":{"correlationId":"X-1","rows":[7]}}'))).toBeNull();
  expect(decodeCustomerUpload(object('{"body":{"correlationId":"X-1"}}'))).toBeNull();
});

it('the import is an upload and then a save, one request each', async () => {
  await withRecorder('{"body":{"correlationId":"X-1","rows":[]}}', async ({ customers }, asked) => {
    const bytes = new TextEncoder().encode('PK');
    expect(await customers.upload({ fileName: 'عملاء.xlsx', bytes })).toMatchObject({
      value: { correlationId: 'X-1' },
    });
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v2/customers/upload' });
    expect(asked[0]?.body).toContain('filename="عملاء.xlsx"');
  });
  await withRecorder(`{"body":[${CUSTOMER}],"message":"Saved"}`, async ({ customers }, asked) => {
    expect(await customers.save('X 1')).toMatchObject({ value: { rows: [{ customerId: 'C-1' }] } });
    expectAsked(asked, 'GET /v2/customers/savecustomers?correlationId=X%201', null);
  });
});

it('list takes a search', () =>
  withRecorder('{"body":[]}', async ({ customers }, asked) => {
    await customers.list({ page: 3, limit: 20, search: 'منى' });
    expectAsked(asked, `GET /v2/customers?page=3&limit=20&search=${encodeURIComponent('منى')}`, null);
  }));
