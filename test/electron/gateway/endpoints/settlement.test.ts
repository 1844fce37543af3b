import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSettledPage, decodeWindows } from '#electron/gateway/endpoints/settlement.ts';
import type { Obj } from '#electron/gateway/fields.ts';
import { isObject } from '#electron/gateway/fields.ts';
import { parseLossless } from '#electron/gateway/json.ts';
import { expectAsked, withRecorder } from '../recorder.ts';

function body(text: string): Obj {
  const value = parseLossless(text);
  if (!isObject(value)) throw new Error('not an object');
  return value;
}
const settled = (fields: Record<string, unknown>) =>
  JSON.stringify({ transactionId: 'TX-1', amount: 120.5, currency: 'EGP', ...fields });
const page = (rows: string[], rest = '"summary":{"totalSettledAmount":241.00,"transactionsCount":2}') =>
  decodeSettledPage(
    body(`{"body":[${rows.join(',')}],"pagination":{"total":2,"limit":500,"page":1,"pages":1},${rest}}`),
    1,
  );

describe('settled transactions', () => {
  it('are read with what is given; what is missing, NA or of another type is null', () => {
    const read = page([
      settled({
        feeAmount: '2.50',
        vatAmount: 0.345,
        netAmount: 'NA',
        terminalId: 'NA',
        channel: { of: 'pos' },
        refNumber: 632400,
        settlementDate: '2026-11-17 10:30:00.123456+00:00',
        createdAt: '2026-11-16T09:00:00Z',
      }),
    ]);
    expect(read?.rows[0]).toMatchObject({
      transactionId: 'TX-1',
      amount: { minor: 12050n, currency: 'EGP' },
      fee: { minor: 250n, currency: 'EGP' },
      vat: null,
      net: null,
      terminalId: null,
      channel: null,
      refNumber: '632400',
      branchId: null,
      settlementDate: { kind: 'instant', atMs: Date.UTC(2026, 10, 17, 10, 30, 0, 123) },
      createdAt: { kind: 'instant', atMs: Date.UTC(2026, 10, 16, 9) },
    });
    expect(read).toMatchObject({ unreadable: 0, page: 1, pages: 1, total: 2 });
  });

  it('without an id, an amount or a currency that can be read are counted, and the others are read', () => {
    const read = page([
      settled({}),
      settled({ transactionId: 'NA' }),
      settled({ amount: 1.005 }),
      settled({ amount: null }),
      settled({ currency: 'XXQ' }),
      settled({ currency: undefined }),
      '7',
      'null',
    ]);
    expect(read?.rows).toHaveLength(1);
    expect(read?.unreadable).toBe(7);
  });

  it('with an amount the database cannot hold are counted as unreadable', () => {
    expect(page([settled({}), settled({ amount: '999999999999999999.99' })])?.unreadable).toBe(1);
  });
});

describe('the summary', () => {
  it('has the currency of the rows when they share one', () =>
    expect(page([settled({}), settled({})])?.summary).toEqual({
      total: { minor: 24100n, currency: 'EGP' },
      count: 2,
    }));
  it('has no total when the rows have two currencies', () =>
    expect(page([settled({}), settled({ currency: 'USD' })])?.summary).toEqual({ total: null, count: 2 }));
  it('has no total when a row cannot be read, which may be in another currency', () =>
    expect(page([settled({}), settled({ currency: 'XXQ' })])?.summary).toEqual({ total: null, count: 2 }));
  it('has no total when there are no rows', () => expect(page([])?.summary?.total).toBeNull());
  it('is null when it is not given', () => expect(page([settled({})], '"x":1')?.summary).toBeNull());
});

it('pagination that is not given or nonsense leaves the page asked for and no end', () => {
  expect(decodeSettledPage(body('{"body":[]}'), 3)).toMatchObject({ page: 3, pages: null, total: null });
  const odd = body('{"body":[],"pagination":{"page":-1,"pages":1.5,"total":"many"}}');
  expect(decodeSettledPage(odd, 3)).toMatchObject({ page: 3, pages: null, total: null });
});

describe('settlement windows', () => {
  it('are read with their batches; an unknown state keeps its word', () => {
    const read = decodeWindows(
      body(
        '{"body":[{"windowId":"W-1","status":"PAUSED","currency":"EGP","grossAmount":10.10,"netAmount":1.001,"opensAt":"soon","batches":[{"batchId":"B-1","status":"CLOSED","grossAmount":"5.05"},{"status":"OPEN"},5]},{"status":"OPEN"}]}',
      ),
      1,
    );
    expect(read?.unreadable).toBe(1);
    expect(read?.rows).toMatchObject([
      {
        windowId: 'W-1',
        status: { kind: 'unknown', raw: 'PAUSED' },
        gross: { minor: 1010n, currency: 'EGP' },
        net: null,
        opensAt: { kind: 'text', raw: 'soon' },
        batches: [
          {
            batchId: 'B-1',
            status: { kind: 'known', value: 'CLOSED' },
            gross: { minor: 505n, currency: 'EGP' },
            net: null,
          },
        ],
      },
    ]);
  });
  it('without a currency have no amounts', () =>
    expect(
      decodeWindows(body('{"body":[{"windowId":"W-1","grossAmount":10}]}'), 1)?.rows[0]?.gross,
    ).toBeNull());
});

it('another envelope is no page', () => {
  for (const text of ['{}', '{"body":{}}', '{"body":null}', '{"body":"[]"}', '{"data":[]}']) {
    expect(decodeSettledPage(body(text), 1)).toBeNull();
    expect(decodeWindows(body(text), 1)).toBeNull();
  }
});

it('any JSON at all never crashes them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (rows, pagination, summary) => {
      const any = body(JSON.stringify({ body: rows, pagination, summary }));
      const row = body(
        JSON.stringify({
          body: [{ transactionId: '1', windowId: '1', amount: rows, currency: summary, batches: pagination }],
        }),
      );
      for (const one of [any, row]) {
        decodeSettledPage(one, 1);
        decodeWindows(one, 1);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('the settled list takes every parameter of §4.9', () =>
  withRecorder('{"body":[]}', async (gateway, asked) => {
    await gateway.listSettled({
      page: 2,
      limit: 500,
      branchIds: ['BR-1', 'BR-2'],
      search: 'TX 1',
      sort: { by: 'createdAt', direction: 'desc' },
    });
    expectAsked(
      asked,
      'GET /v2/aggregator/settlement-transactions?page=2&limit=500&search=TX%201&branchIds=BR-1%2CBR-2&sortBy=createdAt&sortDirection=desc&sortType=-1',
      null,
    );
  }));
