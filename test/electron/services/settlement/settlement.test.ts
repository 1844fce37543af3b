import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNDONE_BY } from '#electron/database/repositories/settlement.ts';
import { SUM_OF_WINDOW } from '#electron/database/repositories/windows.ts';
import { contract } from '#shared/contract/index.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { must, withHistory, type Bench } from '../operations/harness.ts';

const all = {
  text: '',
  branchIds: [],
  paymentTypes: [],
  windowId: null,
  fromMs: null,
  toMs: null,
  early: null,
  odd: false,
};

async function download(bench: Bench, branchIds: string[] = []): Promise<void> {
  const ended = () =>
    bench.events.filter(
      ({ event, payload }) =>
        event === 'settlement.downloadProgress' && (payload as { finished: boolean }).finished,
    ).length;
  const before = ended();
  must(await bench.session().settlement.downloadSettled({ branchIds, anew: false }));
  await expect.poll(ended, { timeout: 10_000 }).toBe(before + 1);
}

it('the download agrees with the gateway’s summary, and a second one adds nothing', () =>
  withHistory(async (bench) => {
    await download(bench);
    const first = must(await bench.session().settlement.settledSummary({ filter: all }));
    expect(first.recount.count).toBe(first.gateway?.count);
    expect(first.recount.gross[0]?.amount).toEqual(first.gateway?.total);
    await download(bench);
    expect(must(await bench.session().settlement.settledSummary({ filter: all })).recount).toEqual(
      first.recount,
    );
  }));

it('a download that fails keeps what was there', () =>
  withHistory(async (bench) => {
    await download(bench);
    const before = must(await bench.session().settlement.settledSummary({ filter: all }));
    await bench.fault('GET', '/settlement-transactions', { kind: 'status', status: 500 });
    await download(bench);
    const after = must(await bench.session().settlement.settledSummary({ filter: all }));
    expect(after.recount).toEqual(before.recount);
    expect(after.read.lastError?.error.code).toBe('server');
  }));

it('pages meet every settled row once, by any column', () =>
  withHistory(async (bench) => {
    await download(bench);
    const { count } = must(await bench.session().settlement.settledSummary({ filter: all })).recount;
    for (const by of ['settlementDate', 'amount', 'net', 'branchId'] as const) {
      const seen = new Set<string>();
      let cursor: string | null = null;
      do {
        const page: { rows: { transactionId: string }[]; next: string | null } = must(
          await bench
            .session()
            .settlement.settledPage({ filter: all, sort: { by, direction: 'desc' }, cursor, limit: 170 }),
        );
        for (const row of page.rows) seen.add(row.transactionId);
        cursor = page.next;
      } while (cursor !== null);
      expect(seen.size).toBe(count);
    }
  }));

it('the order by amount is that of the amounts on screen: what went back comes first', () =>
  withHistory(async (bench) => {
    await download(bench);
    const { rows } = must(
      await bench.session().settlement.settledPage({
        filter: all,
        sort: { by: 'amount', direction: 'asc' },
        cursor: null,
        limit: 500,
      }),
    );
    const shown = rows.map((row) => shownAmount(row).minor);
    expect(shown[0]).toBeLessThan(0n);
    expect(shown).toEqual(shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }));

it('what the gateway sent for a row is not in a page, and is there for each row that is asked for', () =>
  withHistory(async (bench) => {
    await download(bench);
    const { settlement } = bench.session();
    const { rows } = must(
      await settlement.settledPage({
        filter: all,
        sort: { by: 'net', direction: 'desc' },
        cursor: null,
        limit: 3,
      }),
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).not.toHaveProperty('raw');
      const { detail } = must(await settlement.settledSent({ transactionId: row.transactionId }));
      expect(JSON.parse(detail ?? '')).toMatchObject({
        transactionId: row.transactionId,
        refNumber: row.refNumber,
      });
    }
    expect(must(await settlement.settledSent({ transactionId: 'TX-NONE' })).detail).toBeNull();
  }));

it('a page by its place is the same from either end', () =>
  withHistory(async (bench) => {
    await download(bench);
    const { settlement } = bench.session();
    const question = { filter: all, sort: { by: 'amount', direction: 'asc' } as const, cursor: null };
    const rows: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { rows: { transactionId: string }[]; next: string | null } = must(
        await settlement.settledPage({ ...question, cursor, limit: 500 }),
      );
      rows.push(...page.rows.map(({ transactionId }) => transactionId));
      cursor = page.next;
    } while (cursor !== null);
    const of = rows.length;
    expect(of).toBeGreaterThan(1_000);
    for (const first of [0, 1, 499, Math.floor(of / 2), of - 201, of - 200, of - 3, of])
      for (const place of [
        { first, of },
        { first, of: null },
      ]) {
        const page = must(await settlement.settledPage({ ...question, limit: 200, place }));
        const found = page.rows.map(({ transactionId }) => transactionId);
        expect(found, JSON.stringify(place)).toEqual(rows.slice(first, first + 200));
      }
  }));

it('a total without a currency is no amount when a later page has another currency', () =>
  withHistory(async (bench) => {
    const page = (number: number, transactionId: string, currency: string) => ({
      body: [{ transactionId, amount: 10, currency, paymentType: 'SALE' }],
      pagination: { total: 2, limit: 1, page: number, pages: 2 },
      summary: { totalSettledAmount: 20, transactionsCount: 2 },
    });
    for (const answer of [page(1, 'TX-A', 'EGP'), page(2, 'TX-B', 'KWD')])
      await bench.fault('GET', '/settlement-transactions', { kind: 'body', text: JSON.stringify(answer) });
    await download(bench);
    const { gateway, recount } = must(await bench.session().settlement.settledSummary({ filter: all }));
    expect(recount.gross.map(({ amount }) => amount)).toEqual([
      { minor: 1_000n, currency: 'EGP' },
      { minor: 10_000n, currency: 'KWD' },
    ]);
    expect(gateway).toMatchObject({ total: null, count: 2 });
  }));

it.each([
  ['with a currency that there is not', 'EGP"><b>'],
  ['without one', null],
])('windows are listed, also %s', (_how, currency) =>
  withHistory(async (bench) => {
    const window = { windowId: 'SW-A', status: 'SETTLED', grossAmount: '10.00', netAmount: '9.00', currency };
    const whole = { ...window, windowId: 'SW-B', currency: 'EGP' };
    const body = { body: [window, whole], pagination: { total: 2, limit: 100, page: 1, pages: 1 } };
    await bench.fault('GET', '/settlement/windows', { kind: 'body', text: JSON.stringify(body) });
    const { settlement } = bench.session();
    await download(bench);
    must(await settlement.refreshWindows());
    await download(bench);
    const answer = must(await settlement.windows());
    const { windows } = answer;
    const [first, second] = ['SW-A', 'SW-B'].map((id) => windows.find(({ windowId }) => windowId === id));
    expect(first?.bridge).toMatchObject({ state: 'no-amounts', expected: null, unexplained: null });
    expect(second?.bridge).toMatchObject({ state: 'no-deposit', expected: { minor: 0n, currency: 'EGP' } });
    expect(contract['settlement.windows'].output.encode(answer).windows).toHaveLength(2);
  }),
);

it('a sale knows what undid it, by order and by reference alone', () =>
  withHistory(async (bench) => {
    const row = (transactionId: string, paymentType: string, names: object) => ({
      transactionId,
      amount: 10,
      currency: 'EGP',
      paymentType,
      ...names,
    });
    const rows = [
      row('TX-A', 'SALE', { merchantOrderId: 'o-1', refNumber: 'R-1' }),
      row('TX-B', 'VOID', { merchantOrderId: null, refNumber: 'R-1' }),
      row('TX-C', 'SALE', { merchantOrderId: 'o-2', refNumber: 'R-2' }),
      row('TX-D', 'REVERSAL', { merchantOrderId: 'o-2', refNumber: null }),
      row('TX-E', 'SALE', { merchantOrderId: 'o-3', refNumber: 'R-3' }),
      row('TX-F', 'VOID', { merchantOrderId: 'o-3', refNumber: 'R-3' }),
    ];
    const answer = {
      body: rows,
      pagination: { total: rows.length, limit: rows.length, page: 1, pages: 1 },
      summary: { totalSettledAmount: 0, transactionsCount: rows.length },
    };
    await bench.fault('GET', '/settlement-transactions', { kind: 'body', text: JSON.stringify(answer) });
    await download(bench);
    const page = must(
      await bench.session().settlement.settledPage({
        filter: all,
        sort: { by: 'refNumber', direction: 'asc' },
        cursor: null,
        limit: 100,
      }),
    );
    const sales = page.rows.filter(({ kind }) => kind === 'sale');
    expect(sales.map(({ transactionId, undoneBy }) => [transactionId, undoneBy])).toEqual([
      ['TX-A', ['void']],
      ['TX-C', ['reversal']],
      ['TX-E', ['void']],
    ]);
    expect(page.rows.find(({ transactionId }) => transactionId === 'TX-B')?.undoes).toBe('TX-A');
  }));

it('what undid the sales of a page is found by the indexes of order and reference', () =>
  withHistory(async (bench) => {
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${UNDONE_BY}`).all('[]', '[]') as { detail: string }[];
    db.close();
    const searched = plan
      .map(({ detail }) => detail)
      .filter((detail) => /^(SEARCH|SCAN) settled/.test(detail));
    expect(searched).toEqual([
      expect.stringMatching(/^SEARCH settled USING .*settled_by_order/),
      expect.stringMatching(/^SEARCH settled USING .*settled_by_reference/),
    ]);
  }));

it('the sum of a window reads its rows by their index, and early sales are found by theirs', () =>
  withHistory(async (bench) => {
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
    const planOf = (sql: string, ...args: unknown[]) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args) as { detail: string }[])
        .map(({ detail }) => detail)
        .join(' ');
    expect(planOf(SUM_OF_WINDOW.slice(SUM_OF_WINDOW.indexOf('SELECT')), 'SW-1')).toContain(
      'settled_of_window',
    );
    const early = planOf(
      'SELECT * FROM early_sale WHERE merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))',
      '[]',
      '[]',
    );
    expect(early).toContain('early_sale_by_order');
    expect(early).toContain('early_sale_by_reference');
    db.close();
  }));
