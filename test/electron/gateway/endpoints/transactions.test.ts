import { describe, expect, it } from 'vitest';
import { decodeTransactions } from '#electron/gateway/endpoints/transactions.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const ROW =
  '{"transactionId":"TX-1","orderId":"o-1","merchantOrderId":"A-1","terminalId":"NA","channel":"online","method":"card","operation":"partial_refund","status":"SUCCESS","amount":20.5,"currency":"EGP","createdAt":"2026-11-17 10:30:00.000000+00:00"}';

it('a transaction is read; one without an id or an amount is counted', () => {
  const rows = [ROW, ROW.replace('TX-1', ''), ROW.replace('20.5', '20.555'), '[]'];
  expect(decodeTransactions(object(`{"body":[${rows.join(',')}]}`), 1)).toMatchObject({
    rows: [{ transactionId: 'TX-1', terminalId: null, operation: 'partial_refund', amount: egp(2050n) }],
    unreadable: 3,
  });
});

it('the list takes its filters', () =>
  withRecorder('{"body":[]}', async ({ transactions }, asked) => {
    await transactions.list({
      page: 1,
      limit: 500,
      channel: 'pos',
      startDate: '2026-11-01',
      search: undefined,
    });
    expectAsked(
      asked,
      'GET /v2/aggregator/transactions?page=1&limit=500&channel=pos&startDate=2026-11-01',
      null,
    );
  }));

describe('the export', () => {
  it('is the gateway’s file as it came', () =>
    withRecorder(
      { body: 'id,amount\r\nTX-1,20.50\r\n', type: 'text/csv' },
      async ({ transactions }, asked) => {
        expect(await transactions.export({ endDate: '2026-11-30' })).toEqual({
          ok: true,
          value: { csv: 'id,amount\r\nTX-1,20.50\r\n' },
        });
        expectAsked(asked, 'GET /v2/aggregator/transactions/export?endDate=2026-11-30', null);
        expect(asked[0]?.headers.accept).toBe('text/csv');
      },
    ));
  it.each([
    ['<html>log in</html>', 'not-a-gateway'],
    ['{"status":"FAILURE","messages":{"en":"No."}}', 'refused'],
    ['{"body":[]}', 'bad-answer'],
    ['{"cut', 'bad-answer'],
  ])('that is no file is an error: %s', (body, code) =>
    withRecorder(body, async ({ transactions }) =>
      expect(await transactions.export({})).toMatchObject({ error: { code } }),
    ),
  );
});
