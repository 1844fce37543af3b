import { expect, it } from 'vitest';
import type { KeptFilter, KeptRow, KeptSort } from '#shared/contract/kept.ts';
import {
  isListed,
  keptFacts,
  keptListNames,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { money } from '#shared/money/money.ts';
import { payOut } from '../../../fixtures/payouts.ts';
import { must, withBench, type Bench } from '../operations/harness.ts';

const kept = (bench: Bench) => bench.session().kept;
const everything = { text: '', words: {} };
const list = async (
  bench: Bench,
  name: KeptListName,
  filter: KeptFilter = everything,
  sort: KeptSort = null,
) => {
  const { rows } = must(await kept(bench).page({ name, filter, sort, cursor: null, limit: 500 }));
  return { rows, ...must(await kept(bench).summary({ name, filter })) };
};
const refresh = (bench: Bench, name: KeptListName, whole = true) => kept(bench).refresh({ name, whole });
const keysOf = ({ rows }: { rows: readonly KeptRow[] }) => rows.map(({ key }) => key);
const texts = ({ rows }: { rows: readonly KeptRow[] }, column: KeptColumn) =>
  rows.map(({ cells }) => {
    const cell = cells[column];
    return cell?.is === 'text' ? cell.text : null;
  });

it('every list is read, kept, and there after a restart without a connection', () =>
  withBench(async (bench) => {
    await payOut(bench.sandbox.live, bench.clock.nowMs());
    const url = 'https://shop.example.com/hooks';
    const webhook = { name: 'Shop', url, events: ['pay' as const], mode: 'live' as const, isActive: true };
    must(
      await bench.session().webhooks.make({ webhook: { ...webhook, headers: null }, despiteDouble: false }),
    );
    const names = keptListNames.filter(isListed);
    for (const name of names) must(await refresh(bench, name));
    const before = await Promise.all(names.map((name) => list(bench, name)));
    await bench.restart();
    await bench.fault('GET', '/v', { kind: 'drop-before' }, 50);
    const after = await Promise.all(names.map((name) => list(bench, name)));
    expect(after).toEqual(before);
    expect(after.every(({ rows }) => rows.length > 0)).toBe(true);
    expect(after.every(({ read }) => read.readAtMs !== null)).toBe(true);
  }));

it('the merchant’s fees are those that the gateway says, with percents as it wrote them', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'merchant-fees'));
    const { rows } = await list(bench, 'merchant-fees');
    expect(rows[0]?.cells).toEqual({
      method: { is: 'text', text: 'card' },
      rate: { is: 'text', text: '2.00' },
      flatFee: { is: 'money', money: money(0n, 'EGP') },
      vat: { is: 'text', text: '14.00' },
    });
  }));

it('a reading that fails keeps what was read, and says why', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'banks'));
    const { rows } = await list(bench, 'banks');
    await bench.fault('GET', '/v2/constants/banks', { kind: 'nonsense' }, 5);
    expect((await refresh(bench, 'banks')).ok).toBe(false);
    const after = await list(bench, 'banks');
    expect(after.rows).toEqual(rows);
    expect(after.read.lastError).not.toBeNull();
  }));

it('an exchange rate that was seen stays when its link is listed no more', () =>
  withBench(async (bench) => {
    const answer = (data: unknown[]) => ({
      kind: 'body',
      status: 200,
      contentType: 'application/json',
      text: JSON.stringify({
        message: '',
        data,
        pagination: { total: data.length, limit: 500, page: 1, totalPages: 1 },
      }),
    });
    const link = (id: string, rate: number) => ({
      _id: id,
      paymentLinkId: id,
      currency: 'USD_VIRTUAL',
      totalAmount: 50,
      virtualAmount: 50,
      virtualCurrency: 'USD_VIRTUAL',
      virtualExchangeRate: rate,
      virtualRateRecordedAt: '2026-11-17 08:00:00.000000+00:00',
    });
    await bench.fault('GET', '/v2/payment-link', answer([link('PL-1', 47.85)]));
    must(await refresh(bench, 'exchange'));
    await bench.fault('GET', '/v2/payment-link', answer([link('PL-2', 48.1)]));
    must(await refresh(bench, 'exchange'));
    const { rows } = await list(bench, 'exchange');
    expect(rows.map(({ cells }) => [cells.link, cells.exchangeRate])).toEqual([
      [
        { is: 'text', text: 'PL-2' },
        { is: 'text', text: '48.1' },
      ],
      [
        { is: 'text', text: 'PL-1' },
        { is: 'text', text: '47.85' },
      ],
    ]);
  }));

const customersAnswer = (data: readonly object[]) => ({
  kind: 'body',
  status: 200,
  contentType: 'application/json',
  text: JSON.stringify({ body: data, pagination: { total: data.length, limit: 500, page: 1, pages: 1 } }),
});
const customer = (id: string, name: string, phoneNumber = '01012345678', day = 17) => ({
  _id: id,
  customerId: id,
  name,
  phoneNumber,
  emailAddress: 'mona@example.com',
  customFields: [{ name: 'Branch', value: 'Call 01098765432' }],
  createdAt: `2026-11-${day}T08:00:00.000Z`,
});
const putCustomers = (bench: Bench, ...data: object[]) =>
  bench.fault('GET', '/v2/customers', customersAnswer(data));

it('a customer whom the gateway stopped listing stays, as gone, until it is listed again', () =>
  withBench(async (bench) => {
    const goneOf = async () => (await list(bench, 'customers')).rows.map(({ key, isGone }) => [key, isGone]);
    await putCustomers(bench, customer('C-2', 'Omar'), customer('C-1', 'Mona'));
    must(await refresh(bench, 'customers'));
    expect(await goneOf()).toEqual([
      ['C-2', false],
      ['C-1', false],
    ]);
    await putCustomers(bench, customer('C-2', 'Omar'));
    must(await refresh(bench, 'customers'));
    expect(await goneOf()).toEqual([
      ['C-2', false],
      ['C-1', true],
    ]);
    await putCustomers(bench, customer('C-2', 'Omar'), customer('C-1', 'Mona'));
    must(await refresh(bench, 'customers'));
    expect(await goneOf()).toEqual([
      ['C-2', false],
      ['C-1', false],
    ]);
  }));

it('whoever may not see contacts gets them masked, and finds nobody by a part of them', () => {
  let sees = true;
  return withBench(
    async (bench) => {
      await putCustomers(bench, customer('C-1', 'Mona'));
      must(await refresh(bench, 'customers'));
      const found = async (text: string) => keysOf(await list(bench, 'customers', { text, words: {} }));
      expect(await found('1234567')).toEqual(['C-1']);
      expect(texts(await list(bench, 'customers'), 'phone')).toEqual(['01012345678']);
      sees = false;
      expect(texts(await list(bench, 'customers'), 'phone')).toEqual(['•••• 78']);
      expect(texts(await list(bench, 'customers'), 'email')).toEqual(['m•••@•••']);
      expect(await found('1234567')).toEqual([]);
      expect(await found('mona@example')).toEqual([]);
      expect(await found('mona')).toEqual(['C-1']);
      const { detail } = must(await kept(bench).row({ name: 'customers', key: 'C-1' }));
      expect(JSON.stringify(detail)).not.toMatch(/01012345678|01098765432|example\.com/);
    },
    { seesContacts: () => sees },
  );
});

it('a list is sorted by every column but contacts, page after page, and no row comes twice or is left out', () =>
  withBench(async (bench) => {
    const many = Array.from({ length: 25 }, (_, place) =>
      customer(`C-${place}`, `Name ${place % 7}`, '01012345678', (place % 5) + 10),
    );
    await putCustomers(bench, ...many);
    must(await refresh(bench, 'customers'));
    for (const [by] of [...keptFacts('customers'), [null] as const])
      for (const direction of ['asc', 'desc'] as const) {
        const sort = by === null ? null : { by, direction };
        const got: string[] = [];
        for (let cursor: string | null = null; ;) {
          const page: { rows: KeptRow[]; next: string | null } = must(
            await kept(bench).page({ name: 'customers', filter: everything, sort, cursor, limit: 4 }),
          );
          got.push(...keysOf(page));
          cursor = page.next;
          if (cursor === null) break;
        }
        expect(got.toSorted()).toEqual(many.map(({ customerId }) => customerId).toSorted());
        if (by === 'phone') expect(got).toEqual(many.map(({ customerId }) => customerId));
      }
    const byName = await list(bench, 'customers', everything, { by: 'name', direction: 'desc' });
    expect(texts(byName, 'name').slice(0, 3)).toEqual(['Name 6', 'Name 6', 'Name 6']);
  }));

it('the newest part is enough as long as it brings nothing new; by hand, everything is read', () =>
  withBench(async (bench) => {
    const page = (number: number, data: readonly object[]) => ({
      ...customersAnswer(data),
      text: JSON.stringify({ body: data, pagination: { total: 4, limit: 2, page: number, pages: 2 } }),
    });
    const newest = [customer('C-4', 'D', '010', 20), customer('C-3', 'C', '010', 19)];
    const older = [customer('C-2', 'B', '010', 18), customer('C-1', 'A', '010', 17)];
    const put = async () => {
      await bench.fault('GET', '/v2/customers', page(1, newest));
      await bench.fault('GET', '/v2/customers', page(2, older));
    };
    await put();
    must(await refresh(bench, 'customers', false));
    expect(await bench.received('GET', '/v2/customers')).toBe(2);
    await bench.fault('GET', '/v2/customers', page(1, newest));
    must(await refresh(bench, 'customers', false));
    expect(await bench.received('GET', '/v2/customers')).toBe(3);
    expect(keysOf(await list(bench, 'customers'))).toEqual(['C-4', 'C-3', 'C-2', 'C-1']);
    expect((await list(bench, 'customers')).rows.some(({ isGone }) => isGone)).toBe(false);
    await put();
    must(await refresh(bench, 'customers', true));
    expect(await bench.received('GET', '/v2/customers')).toBe(5);
  }));

it('a product is shown with the names of its categories, and a category with its products', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'categories'));
    must(await refresh(bench, 'products'));
    const categories = await list(bench, 'categories');
    const named = texts(categories, 'category');
    expect(named).toContain('Bakery');
    const key = keysOf(categories)[named.indexOf('Bakery')] ?? '';
    const { detail } = must(await kept(bench).row({ name: 'categories', key }));
    const [products] = detail?.related ?? [];
    expect(products?.list).toBe('products');
    expect(products?.count).toBeGreaterThan(0);
    expect(new Set(texts({ rows: products?.rows ?? [] }, 'categories'))).toEqual(new Set(['Bakery']));
  }));

it('a list is narrowed by the words that it has', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'discounts'));
    const { choices, count } = await list(bench, 'discounts');
    expect(count).toBeGreaterThan(0);
    for (const [column, words] of Object.entries(choices))
      for (const word of words) {
        const narrowed = await list(bench, 'discounts', { text: '', words: { [column]: word } });
        expect(narrowed.count).toBeGreaterThan(0);
        expect(narrowed.count).toBeLessThanOrEqual(count);
      }
    expect((await list(bench, 'discounts', { text: '', words: { channels: 'nowhere' } })).count).toBe(0);
  }));

it('a customer is found by name and number, masked for whoever may not see contacts', () => {
  let sees = true;
  return withBench(
    async (bench) => {
      await putCustomers(bench, customer('C-900', 'Mona 01012345678'));
      must(await refresh(bench, 'customers'));
      const find = async (text: string) => must(await bench.session().find.all({ text })).found;
      expect(await find('mona')).toMatchObject([
        { what: 'kept', list: 'customers', key: 'C-900', title: 'Mona 01012345678' },
      ]);
      expect(await find('C-900')).toHaveLength(1);
      sees = false;
      expect(await find('mona')).toMatchObject([{ title: 'Mona •••• 78' }]);
      expect(await find('01012345678')).toEqual([]);
    },
    { seesContacts: () => sees },
  );
});

it('of a recipient only the last four digits are kept, and a transfer is read again when it is opened', () =>
  withBench(async (bench) => {
    await payOut(bench.sandbox.live, bench.clock.nowMs());
    must(await refresh(bench, 'sent'));
    const sent = await list(bench, 'sent');
    expect(texts(sent, 'recipientNumber')).toEqual(['•••• 5678']);
    const [key = ''] = keysOf(sent);
    const before = must(await kept(bench).row({ name: 'sent', key })).detail;
    bench.clock.forward(3_600_000);
    must(await kept(bench).readRow({ name: 'sent', key }));
    const after = must(await kept(bench).row({ name: 'sent', key })).detail;
    expect(before?.lines.map(({ name }) => name)).toEqual(['PENDING']);
    expect(after?.lines.map(({ name }) => name)).toEqual([
      'PENDING',
      'INITIATED',
      'IN_TRANSIT',
      'TRANSFERRED',
    ]);
    expect(texts(await list(bench, 'sent'), 'transferState')).toEqual(['TRANSFERRED']);
  }));

it('bills are added up by currency, a virtual one never with EGP, and its worth is estimated', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'links'));
    const links = await list(bench, 'links');
    expect(links.sums.map(({ currency }) => currency)).toEqual(['EGP', 'USD_VIRTUAL']);
    const estimated = links.rows.filter(({ cells }) => cells.egpEstimate);
    expect(estimated).toHaveLength(1);
    const cells: KeptRow['cells'] = estimated[0]?.cells ?? {};
    // 50.00 at the rate of the link, half up.
    const rate = cells.exchangeRate?.is === 'text' ? Number(cells.exchangeRate.text) : 0;
    expect(cells.egpEstimate).toEqual({ is: 'money', money: money(BigInt(Math.round(rate * 5_000)), 'EGP') });
  }));

it('a page shows its payments and what a shopper sees; one that is not published shows no products', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'pages'));
    const pages = await list(bench, 'pages');
    const productsOf = async (name: string) => {
      const key = keysOf(pages)[texts(pages, 'page').indexOf(name)] ?? '';
      must(await kept(bench).readRow({ name: 'pages', key }));
      const { detail } = must(await kept(bench).row({ name: 'pages', key }));
      return detail?.lines.filter(({ part }) => part === 'products').length ?? -1;
    };
    expect(await productsOf('Morning box')).toBe(3);
    // What was read of a row stays when its list is read again.
    must(await refresh(bench, 'pages'));
    const key = keysOf(pages)[texts(pages, 'page').indexOf('Morning box')] ?? '';
    expect(must(await kept(bench).row({ name: 'pages', key })).detail?.lines).toHaveLength(3);
    expect(await productsOf('Winter menu')).toBe(0);
  }));

it('every read of the balances is kept beside those before', () =>
  withBench(async (bench) => {
    must(await refresh(bench, 'balances'));
    bench.clock.forward(60_000);
    must(await refresh(bench, 'balances'));
    const { count, rows } = await list(bench, 'balance-history');
    expect(count).toBe(2 * (await list(bench, 'balances')).count);
    expect(rows.every(({ isGone }) => !isGone)).toBe(true);
  }));

it('no list keeps an address, a token or the id of a session', () =>
  withBench(async (bench) => {
    await payOut(bench.sandbox.live, bench.clock.nowMs());
    for (const name of keptListNames) {
      must(await refresh(bench, name));
      for (const { key, cells } of (await list(bench, name)).rows) {
        must(await kept(bench).readRow({ name, key }));
        const { detail } = must(await kept(bench).row({ name, key }));
        const said = [...Object.values(cells), ...(detail?.lines ?? []).map(({ cell }) => cell)];
        for (const cell of said)
          if (cell?.is === 'text') expect(cell.text).not.toMatch(/https?:|01012345678/);
      }
    }
  }));
