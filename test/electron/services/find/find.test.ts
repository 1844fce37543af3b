import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { findKinds, foundByAmount, foundByText } from '#electron/database/repositories/find.ts';
import { foundKinds, type Found } from '#shared/contract/find.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { BUSY, must, paidOrder, withBench, type Bench } from '../operations/harness.ts';

const find = async (bench: Bench, text: string): Promise<Found[]> =>
  must(await bench.session().find.all({ text })).found;
const kinds = (found: Found[]) => [...new Set(found.map(({ what }) => what))];
const TUESDAY_MS = Date.parse('2026-11-24T09:00:00Z');
/** On a Saturday the sales of the two days before are not settled yet. */
const onTuesday = (use: (bench: Bench) => Promise<void>) => withBench(use, { startMs: TUESDAY_MS });

it('an order, its checkout and a terminal’s row are found by any part, in either digits, without the gateway', () =>
  withBench(async (bench) => {
    const order = await paidOrder(bench);
    const { payments, checkouts, terminals } = bench.session();
    must(await checkouts.refresh({ whole: true }));
    must(await payments.download({ anew: false }));
    await expect
      .poll(async () => kinds(await find(bench, order.slice(2, 9))), { timeout: 20_000 })
      .toEqual(['order', 'checkout']);
    const filter = {
      text: '',
      listing: 'outstanding' as const,
      paymentTypes: [],
      entryModes: [],
      minAmount: null,
      maxAmount: null,
      minAgeMs: null,
    };
    const sort = { by: 'firstSeen', direction: 'asc' } as const;
    const { rows } = must(await terminals.page({ terminalId: BUSY, filter, sort, cursor: null, limit: 5 }));
    const asked = await bench.received('GET', '/');
    const [row] = rows;
    const reference = row?.refNumber ?? '';
    const opened = { key: row?.rowId, terminalId: BUSY };
    expect(await find(bench, reference)).toContainEqual(expect.objectContaining(opened));
    const inArabic = reference.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    for (const text of [reference, reference.slice(1), inArabic, `  ${reference} `])
      expect((await find(bench, text)).map(({ what, title }) => [what, title])).toContainEqual([
        'terminal-row',
        reference,
      ]);
    const amount = row?.amount ?? money(0n, 'EGP');
    const byAmount = await find(bench, toDecimal(amount));
    expect(byAmount.some((one) => one.what === 'terminal-row' && one.amount?.minor === amount.minor)).toBe(
      true,
    );
    expect(await bench.received('GET', '/')).toBe(asked);
  }));

it('settled rows are found by their index and by their exact amount', () =>
  onTuesday(async (bench) => {
    const { settlement, context } = bench.session();
    must(await settlement.downloadSettled({ branchIds: [], anew: false }));
    const first = async () =>
      must(await context.gateway.listSettled({ page: 1, limit: 1, branchIds: [] })).rows[0];
    const row = await first();
    const id = row?.refNumber ?? '';
    await expect
      .poll(async () => (await find(bench, id)).map(({ what }) => what), { timeout: 20_000 })
      .toContain('settled');
    const amount = row?.amount ?? money(0n, 'EGP');
    const found = (await find(bench, toDecimal(amount))).filter(({ what }) => what === 'settled');
    expect(found.length).toBeGreaterThan(0);
    // What was taken and what was given back of it are found alike.
    const sizes = new Set(found.map((one) => String(one.amount?.minor).replace('-', '')));
    expect([...sizes]).toEqual([String(amount.minor).replace('-', '')]);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  }));

it('fewer than three letters, quotes and wildcards find nothing and break nothing', () =>
  withBench(async (bench) => {
    must(await bench.session().checkouts.refresh({ whole: true }));
    for (const text of ['', 'W', 'WE', '"""', '***', 'a" OR "b', '\0\0\0', '%%%', ') OR 1=1'])
      expect(await find(bench, text)).toEqual([]);
    expect(kinds(await find(bench, 'web-1001'))).toContain('checkout');
    // A checkout that changes is found by what it is now, and once.
    must(await bench.session().checkouts.refresh({ whole: true }));
    expect((await find(bench, 'web-1001')).filter(({ what }) => what === 'checkout')).toHaveLength(1);
  }));

it('a newer question of the same asker ends the older one, and another asker is answered', () =>
  withBench(async (bench) => {
    must(await bench.session().checkouts.refresh({ whole: true }));
    const { find } = bench.session();
    const asked = [
      // The reader answers one after another, so the next question waits.
      find.all({ text: 'web', asker: 'first' }),
      find.all({ text: 'web', asker: 'palette' }),
      find.all({ text: 'web-1001', asker: 'another' }),
      find.all({ text: 'web-1001', asker: 'palette' }),
    ];
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(ends[1]).toMatchObject({ reason: { sqliteCode: 'REPLACED' } });
  }));

it.each(foundKinds)('%s: an index finds it, and no row is looked at in vain', (what) =>
  withBench(async (bench) => {
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
    const planOf = (sql: string, args: unknown[]) =>
      (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args) as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    const kind = findKinds[what];
    const { table } = kind;
    const byText = planOf(foundByText(what, kind), ['"web"', 'web', 'web']);
    expect(byText).toContainEqual(expect.stringMatching(`^SCAN ${table}_search VIRTUAL TABLE INDEX \\d+:M`));
    expect(byText).toContain(`SEARCH ${table} USING INTEGER PRIMARY KEY (rowid=?)`);
    const byAmount = planOf(foundByAmount(what, kind, 6), [1n, -1n, 100n, -100n, 1000n, -1000n]);
    expect(byAmount).toContainEqual(
      expect.stringMatching(`^SEARCH ${table} USING INDEX ${kind.amount.index} [(].*=[?][)]$`),
    );
    const scans = [...byText, ...byAmount].filter((step) => step.startsWith('SCAN'));
    expect(scans.every((step) => step.includes('VIRTUAL TABLE') || step.includes('(subquery-'))).toBe(true);
    db.close();
  }),
);
