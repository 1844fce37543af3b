import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { createPageReader } from '#electron/services/settlement/page-reader.ts';
import { ok } from '#shared/errors/result.ts';

type Stored = { rows: { transactionId: string }[]; pagesDone: number };
type Call = (name: string, stored: Stored, onHeld: (heldMs: number) => void) => Promise<unknown>;

/** A reader of pages of so many rows, from a gateway that answers when it is told to. */
function readerOf(sizes: readonly number[], call: Call) {
  const answers = sizes.map(() => Promise.withResolvers<void>());
  const context = {
    db: { call },
    gateway: {
      listSettled: async ({ page }: { page: number }) => {
        await answers[page - 1]?.promise;
        return ok({
          rows: Array.from({ length: sizes[page - 1] ?? 0 }, (_, index) => ({
            transactionId: `TX-${page}-${index}`,
          })),
          unreadable: 0,
          pages: null,
          total: null,
          summary: null,
        });
      },
    },
  } as unknown as ProfileContext;
  const { signal } = new AbortController();
  const read = createPageReader(context, { run: 1, branchIds: [], signal, pagesDone: 0, onPage: () => {} });
  return { read, answer: (page: number) => answers[page - 1]?.resolve() };
}

it('a page is stored in slices that fit what a row takes, and counts as done with its last row only', async () => {
  const stored: { first: string | undefined; rows: number; pagesDone: number }[] = [];
  const { read, answer } = readerOf([625, 0, 500], async (_name, { rows, pagesDone }, onHeld) => {
    stored.push({ first: rows[0]?.transactionId, rows: rows.length, pagesDone });
    onHeld(rows.length * 0.052);
    return { fresh: rows.length, met: stored.length, sums: [] };
  });
  for (const page of [1, 2, 3]) answer(page);
  expect(await read(1)).toMatchObject({ ok: true, value: { size: 625, fresh: 625, met: 4 } });
  expect(await read(2)).toMatchObject({ ok: true, value: { size: 0, fresh: 0 } });
  expect(await read(3)).toMatchObject({ ok: true, value: { size: 500, fresh: 500 } });
  expect(stored).toEqual([
    { first: 'TX-1-0', rows: 100, pagesDone: 0 },
    { first: 'TX-1-100', rows: 200, pagesDone: 0 },
    { first: 'TX-1-300', rows: 250, pagesDone: 0 },
    { first: 'TX-1-550', rows: 75, pagesDone: 1 },
    { first: undefined, rows: 0, pagesDone: 2 },
    { first: 'TX-3-0', rows: 250, pagesDone: 2 },
    { first: 'TX-3-250', rows: 250, pagesDone: 3 },
  ]);
});

it('no slice says that a page is done whose last rows come after it', async () => {
  /** Rows of a page that were stored. */
  const rowsOf = new Map<string, number>();
  const tooEarly: Stored[] = [];
  const open: (() => void)[] = [];
  const sizes = [300, 150, 420, 90];
  const { read, answer } = readerOf(sizes, async (_name, { rows, pagesDone }) => {
    const page = rows[0]?.transactionId.split('-')[1] ?? '';
    rowsOf.set(page, (rowsOf.get(page) ?? 0) + rows.length);
    const isStored = (size: number, at: number) => rowsOf.get(String(at + 1)) === size;
    if (!sizes.slice(0, pagesDone).every(isStored)) tooEarly.push({ rows, pagesDone });
    await new Promise<void>((resolve) => open.push(resolve));
    return { fresh: rows.length, met: 0, sums: [] };
  });
  const pages = sizes.map((_, at) => read(at + 1));
  const all = Promise.all(pages).then(() => true);
  for (const page of [2, 3, 1, 4]) answer(page);
  while (!(await Promise.race([all, new Promise<false>((resolve) => setImmediate(() => resolve(false)))])))
    open.shift()?.();
  expect(Object.fromEntries(rowsOf)).toEqual({ 1: 300, 2: 150, 3: 420, 4: 90 });
  expect(tooEarly).toEqual([]);
});
