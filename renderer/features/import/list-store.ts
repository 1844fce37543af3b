/** The list of imports, and the lines of the open one. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ImportView } from '#shared/contract/import-file.ts';
import type { ImportKind } from '#shared/domain/statement.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, pagedList, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

export type StoredLine = OutputOf<'import.lines'>['rows'][number];
type ListState = PagedRows<ImportView> &
  Pick<Paging, 'load' | 'loadMore'> & {
    kind: ImportKind | null;
    showKind: (kind: ImportKind | null) => void;
    /** Answers what was wrong, or null. */
    withdraw: (importId: string, reason: string) => Promise<AppError | null>;
  };
const nothing = { kind: null, ...nothingRead };
const SIZE = 200;

export const useImports = create<ListState>((set, get) => {
  const { load, loadMore } = paging<ImportView>({
    get,
    set,
    size: SIZE,
    read: (page) => call('import.list', { kind: get().kind, ...page }),
  });
  return {
    ...nothing,
    showKind: (kind) => {
      set({ kind, rows: null, next: null });
      void load();
    },
    load,
    loadMore,
    withdraw: async (importId, reason) => {
      const answer = await call('import.withdraw', { importId, reason });
      if (!answer.ok) return answer.error;
      const changed = answer.value;
      set({ rows: get().rows?.map((one) => (one.importId === importId ? changed : one)) ?? null });
      return null;
    },
  };
});

/** The lines of one import. */
export const useLines = pagedList<{ importId: string; text: string }, StoredLine>(
  { importId: '', text: '' },
  (query) => call('import.lines', query),
  SIZE,
);
export function openLines(importId: string): void {
  const { query, begin, load } = useLines.getState();
  if (query.importId === importId) void load();
  else begin({ importId, text: '' });
}

on('import.changed', ({ importId }) => {
  const { rows, load } = useImports.getState();
  const { query } = useLines.getState();
  if (rows !== null) void load();
  if (query.importId !== '' && (importId === null || importId === query.importId)) openLines(query.importId);
});
// What a line was matched with may be another thing now.
on('reconciliation.changed', () => {
  const { query, rows, load } = useLines.getState();
  if (query.importId !== '' && rows !== null) void load();
});
on('profiles.changed', () => {
  useImports.setState(nothing);
  useLines.getState().forget();
});
