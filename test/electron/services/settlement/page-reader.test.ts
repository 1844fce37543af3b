import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { createPageReader } from '#electron/services/settlement/page-reader.ts';
import { ok } from '#shared/errors/result.ts';

type Stored = { rows: { transactionId: string }[]; pagesDone: number };

it('a page is stored 250 rows at a time, and counts as done with its last row only', async () => {
  const stored: { first: string | undefined; rows: number; pagesDone: number }[] = [];
  const context = {
    db: {
      call: async (_name: string, { rows, pagesDone }: Stored) => {
        stored.push({ first: rows[0]?.transactionId, rows: rows.length, pagesDone });
        return { fresh: rows.length, met: stored.length, sums: [] };
      },
    },
    gateway: {
      listSettled: async ({ page }: { page: number }) =>
        ok({
          rows: Array.from({ length: page === 1 ? 625 : 0 }, (_, index) => ({
            transactionId: `TX-${index}`,
          })),
          unreadable: 0,
          pages: null,
          total: null,
          summary: null,
        }),
    },
  } as unknown as ProfileContext;
  const { signal } = new AbortController();
  const read = createPageReader(context, { run: 1, branchIds: [], signal, pagesDone: 0, onPage: () => {} });
  expect(await read(1)).toMatchObject({ ok: true, value: { size: 625, fresh: 625, met: 3 } });
  expect(await read(2)).toMatchObject({ ok: true, value: { size: 0, fresh: 0 } });
  expect(stored).toEqual([
    { first: 'TX-0', rows: 250, pagesDone: 0 },
    { first: 'TX-250', rows: 250, pagesDone: 0 },
    { first: 'TX-500', rows: 125, pagesDone: 1 },
    { first: undefined, rows: 0, pagesDone: 2 },
  ]);
});
