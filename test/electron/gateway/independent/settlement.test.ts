/** Settlement reporting (§4.9): the real client against the independent gateway. */
import { describe, expect, it } from 'vitest';
import { bench, instant, lines, money, must } from './client.ts';

describe('settlement (§4.9)', () => {
  it('lists settled transactions with the documented parameters only, and the total of them all', async () => {
    const { client, sent } = await bench();
    const page = must(await client.listSettled({ page: 1, limit: 1, branchIds: ['BR-1', 'BR-2'] }));
    expect(page).toMatchObject({
      page: 1,
      pages: 3,
      total: 3,
      unreadable: 0,
      summary: { total: money(30_030n), count: 3 },
      rows: [
        {
          transactionId: 'TX-701',
          amount: money(10_010n),
          fee: money(250n),
          vat: money(35n),
          net: money(9_715n),
          createdAt: instant('2026-02-27 09:30:00.123456+00:00'),
        },
      ],
    });
    expect(must(await client.listSettled({ page: 2, limit: 2, branchIds: [] })).rows).toHaveLength(1);
    const found = must(
      await client.listSettled({ page: 1, limit: 5, branchIds: ['BR-2'], search: 'TX-703' }),
    );
    expect(found.rows.map((row) => row.transactionId)).toEqual(['TX-703']);
    const [first, , third] = lines(sent());
    const query = (line = '') => Object.fromEntries(new URLSearchParams(line.split('?')[1]));
    expect(first).toMatch(/^dashboard GET \/v2\/aggregator\/settlement-transactions\?/);
    expect(query(first)).toEqual({ page: '1', limit: '1', branchIds: 'BR-1,BR-2' });
    expect(query(third)).toEqual({ page: '1', limit: '5', branchIds: 'BR-2', search: 'TX-703' });
  });

  it('has windows in live', async () => {
    const { client, sent } = await bench('live');
    expect(must(await client.listWindows(1, 500))).toMatchObject({
      unreadable: 0,
      rows: [
        {
          windowId: 'W-20260227',
          gross: money(30_030n),
          net: money(29_175n),
          adjustments: money(0n),
          bankReference: null,
          opensAt: instant('2026-02-26 22:00:00.000000+00:00'),
          batches: [{ batchId: 'B-1', gross: money(20_020n), net: money(19_450n) }],
        },
      ],
    });
    expect(lines(sent())[0]).toMatch(/^dashboard GET \/v3\/payment\/settlement\/windows(\?|$)/);
  });

  it('has none in test (§1)', async () => {
    const { client } = await bench('test');
    expect(must(await client.listWindows(1, 500)).rows).toEqual([]);
  });
});
