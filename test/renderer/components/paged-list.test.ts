import { afterEach, expect, it, vi } from 'vitest';
import { create } from 'zustand';
import { nothingRead, pagedList, paging, type PagedRows } from '#renderer/components/paged-list.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

afterEach(() => void vi.useRealTimers());

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

it('shows rows and what is read beside them together, or neither', async () => {
  let sums: Result<() => void> = err(inputError('nothing-selected'));
  const store = create<PagedRows<string> & { sum: number | null }>(() => ({ ...nothingRead, sum: null }));
  const { load } = paging<string>({
    get: store.getState,
    set: store.setState,
    read: () => Promise.resolve(ok({ rows: ['one'], next: null })),
    beside: () => Promise.resolve(sums),
  });
  await load();
  expect(store.getState()).toMatchObject({ rows: null, sum: null, error: { code: 'nothing-selected' } });
  sums = ok(() => store.setState({ sum: 7 }));
  await load();
  expect(store.getState()).toMatchObject({ rows: ['one'], sum: 7, error: null });
});

it('an answer to an older question is dropped, also of a further page', async () => {
  const answers: ((page: Result<{ rows: string[]; next: string | null }>) => void)[] = [];
  const list = pagedList<{ of: string }, string>(
    { of: 'a' },
    () => new Promise((answer) => answers.push(answer)),
  );
  const first = list.getState().load();
  list.getState().ask({ of: 'b' });
  answers[1]?.(ok({ rows: ['b'], next: 'more' }));
  answers[0]?.(ok({ rows: ['a'], next: null }));
  await first;
  expect(list.getState().rows).toEqual(['b']);
  const more = list.getState().loadMore();
  list.getState().ask({ of: 'c' });
  answers[2]?.(ok({ rows: ['b2'], next: null }));
  answers[3]?.(ok({ rows: ['c'], next: null }));
  await more;
  await new Promise((resolve) => setImmediate(resolve));
  expect(list.getState().rows).toEqual(['c']);
});

it('a newest question that an older one overtook on its way is asked again, also of what comes after the rows', async () => {
  const replaced = err(inputError('replaced'));
  const pages = [ok({ rows: ['old'], next: null }), replaced, ok({ rows: ['new'], next: null })];
  const sums = [ok(() => {}), replaced, ok(() => {}), ok(() => {})];
  const asked = { pages: 0, sums: 0 };
  const store = create<PagedRows<string>>(() => nothingRead);
  const { load } = paging<string>({
    get: store.getState,
    set: store.setState,
    read: () => Promise.resolve(pages[Math.min((asked.pages += 1), 3) - 1] ?? replaced),
    after: () => Promise.resolve(sums[(asked.sums += 1) - 1] ?? replaced),
  });
  await Promise.all([load(), load()]);
  expect(store.getState()).toMatchObject({ rows: ['new'], error: null });
  expect(asked.sums).toBe(3);
});

/** What a list asks for while letters are typed. */
function typed() {
  vi.useFakeTimers();
  const asked: string[] = [];
  const list = pagedList({ text: '' }, ({ text }) => {
    asked.push(text);
    return Promise.resolve(ok({ rows: [text], next: null }));
  });
  const { ask, load, forget } = list.getState();
  return { asked, type: (text: string) => ask({ text }, 'soon'), load, forget };
}

it('looks for the first letter at once, and for those after it when nobody types any more', () => {
  const { asked, type } = typed();
  for (const text of ['n', 'nm', 'nm-']) type(text);
  expect(asked).toEqual(['n']);
  vi.advanceTimersByTime(100);
  type('nm-1');
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['n']);
  vi.advanceTimersByTime(100);
  expect(asked).toEqual(['n', 'nm-1']);
  vi.advanceTimersByTime(1_000);
  type('');
  expect(asked).toEqual(['n', 'nm-1', '']);
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(3);
});

it.each(['load', 'forget'] as const)('does not look for typed letters again after %s', async (act) => {
  const { asked, type, ...list } = typed();
  type('n');
  type('nm');
  await list[act]();
  const before = asked.length;
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(before);
});

it('does not look whole while a further page is on its way, and asks for that page once', async () => {
  const asked: (string | null)[] = [];
  const answers: ((answer: Result<{ rows: string[]; next: string | null }>) => void)[] = [];
  const list = pagedList({ of: 'a' }, ({ cursor }) => {
    asked.push(cursor);
    return new Promise<Result<{ rows: string[]; next: string | null }>>((resolve) => answers.push(resolve));
  });
  const first = list.getState().load();
  answers[0]?.(ok({ rows: ['one'], next: 'b' }));
  await first;
  const more = list.getState().loadMore();
  const again = list.getState().loadMore();
  expect(list.getState()).toMatchObject({ rows: ['one'], next: 'b' });
  answers[1]?.(ok({ rows: ['two'], next: null }));
  await Promise.all([more, again]);
  expect(list.getState()).toMatchObject({ rows: ['one', 'two'], next: null });
  expect(asked).toEqual([null, 'b']);
});
