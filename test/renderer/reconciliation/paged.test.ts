import { expect, it } from 'vitest';
import { pagedList } from '#renderer/features/reconciliation/paged.ts';
import { ok } from '#shared/errors/result.ts';

it('goes on behind pages that have no row, until one has or there are no more', async () => {
  const pages: Record<string, { rows: string[]; next: string | null }> = {
    first: { rows: [], next: 'b' },
    b: { rows: [], next: 'c' },
    c: { rows: ['one'], next: 'd' },
    d: { rows: [], next: 'e' },
    e: { rows: [], next: null },
  };
  const list = pagedList({}, ({ cursor }) =>
    Promise.resolve(ok(pages[cursor ?? 'first'] ?? { rows: [], next: null })),
  );
  await list.getState().load();
  expect(list.getState()).toMatchObject({ rows: ['one'], next: 'd' });
  await list.getState().loadMore();
  expect(list.getState()).toMatchObject({ rows: ['one'], next: null });
});

it('stops there when something else is asked for', async () => {
  let asked = 0;
  const list = pagedList({ of: 'a' }, ({ of, cursor }) => {
    asked += 1;
    if (of === 'a') void Promise.resolve().then(() => list.getState().forget());
    return Promise.resolve(ok({ rows: [] as string[], next: cursor === null ? 'b' : 'c' }));
  });
  await list.getState().load();
  expect(asked).toBeLessThan(3);
});
