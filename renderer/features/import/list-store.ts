/** What was imported: the list, and the lines of the one that is looked at. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ImportView } from '#shared/contract/import-file.ts';
import type { ImportKind } from '#shared/domain/statement.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type StoredLine = OutputOf<'import.lines'>['rows'][number];
type ListState = {
  kind: ImportKind | null;
  imports: ImportView[] | null;
  next: string | null;
  error: AppError | null;
  showKind: (kind: ImportKind | null) => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
  openedId: string | null;
  lines: StoredLine[] | null;
  nextLines: string | null;
  linesError: AppError | null;
  openLines: (importId: string) => Promise<void>;
  moreLines: () => Promise<void>;
  /** Answers what was wrong, or null. */
  withdraw: (importId: string, reason: string) => Promise<AppError | null>;
};
const noLines = { openedId: null, lines: null, nextLines: null, linesError: null };
const nothing = { kind: null, imports: null, next: null, error: null, ...noLines };
const LIMIT = 200;
let generation = 0;

export const useImports = create<ListState>((set, get) => ({
  ...nothing,
  showKind: (kind) => {
    set({ kind, imports: null, next: null });
    void get().load();
  },
  /** Reads as many again as are shown, so that they keep their place. */
  load: async () => {
    const mine = ++generation;
    const { kind, imports } = get();
    const limit = Math.min(500, Math.max(LIMIT, imports?.length ?? 0));
    const answer = await call('import.list', { kind, limit });
    if (mine !== generation) return;
    set(
      answer.ok
        ? { imports: answer.value.rows, next: answer.value.next, error: null }
        : { error: answer.error },
    );
  },
  loadMore: async () => {
    const { kind, imports, next } = get();
    if (next === null || imports === null) return;
    set({ next: null });
    const mine = generation;
    const answer = await call('import.list', { kind, cursor: next, limit: LIMIT });
    if (mine !== generation) return;
    if (answer.ok) set({ imports: [...imports, ...answer.value.rows], next: answer.value.next });
    else set({ error: answer.error, next });
  },
  openLines: async (importId) => {
    if (get().openedId !== importId) set({ ...noLines, openedId: importId });
    const answer = await call('import.lines', { importId, limit: LIMIT });
    if (get().openedId !== importId) return;
    set(
      answer.ok
        ? { lines: answer.value.rows, nextLines: answer.value.next, linesError: null }
        : { lines: [], linesError: answer.error },
    );
  },
  moreLines: async () => {
    const { openedId, lines, nextLines } = get();
    if (openedId === null || lines === null || nextLines === null) return;
    set({ nextLines: null });
    const answer = await call('import.lines', { importId: openedId, cursor: nextLines, limit: LIMIT });
    if (get().openedId !== openedId) return;
    if (answer.ok) set({ lines: [...lines, ...answer.value.rows], nextLines: answer.value.next });
    else set({ linesError: answer.error, nextLines });
  },
  withdraw: async (importId, reason) => {
    const answer = await call('import.withdraw', { importId, reason });
    if (!answer.ok) return answer.error;
    const changed = answer.value;
    set({ imports: get().imports?.map((one) => (one.importId === importId ? changed : one)) ?? null });
    return null;
  },
}));

on('import.changed', ({ importId }) => {
  const { imports, openedId, load, openLines } = useImports.getState();
  if (imports !== null) void load();
  if (openedId !== null && (importId === null || importId === openedId)) void openLines(openedId);
});
on('profiles.changed', () => useImports.setState(nothing));
