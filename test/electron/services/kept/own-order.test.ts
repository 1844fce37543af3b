import { expect, it } from 'vitest';
import type { KeptRow, KeptSort } from '#shared/contract/kept.ts';
import { must, withBench, type Bench } from '../operations/harness.ts';

const page = async (bench: Bench, sort: KeptSort, cursor: string | null = null, limit = 500) =>
  must(
    await bench.session().kept.page({ name: 'links', filter: { text: '', words: {} }, sort, cursor, limit }),
  );
const statesOf = (rows: readonly KeptRow[]) =>
  rows.map(({ cells: { paymentState } }) => (paymentState?.is === 'text' ? paymentState.text : null));

it('an overdue link stands first until a person chooses an order, page after page, and none is left out', () =>
  withBench(async (bench) => {
    must(await bench.session().kept.refresh({ name: 'links', whole: true }));
    const own = await page(bench, null);
    expect(statesOf(own.rows).indexOf('OVERDUE')).toBe(0);
    expect(statesOf(own.rows).slice(1)).not.toContain('OVERDUE');
    const newest = await page(bench, { by: 'created', direction: 'desc' });
    expect(statesOf(newest.rows)[0]).not.toBe('OVERDUE');
    const got: string[] = [];
    for (let cursor: string | null = null; ;) {
      const one = await page(bench, null, cursor, 1);
      got.push(...one.rows.map(({ key }) => key));
      cursor = one.next;
      if (cursor === null) break;
    }
    expect(got).toEqual(own.rows.map(({ key }) => key));
  }));
