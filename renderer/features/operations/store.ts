/** Operations as the journal has them. */
import { create } from 'zustand';
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type Scope = 'open' | 'unknown' | 'all';
type OperationsState = {
  scope: Scope;
  /** Whether a person has chosen the scope. */
  chosen: boolean;
  /** Null: every kind. */
  kind: MovementKind | null;
  rows: Operation[] | null;
  next: string | null;
  error: AppError | null;
  show: (scope: Scope) => void;
  showKind: (kind: MovementKind | null) => void;
  /** The list as it was left; what is open first, where something is and nobody has chosen otherwise. */
  enter: (openCount: number) => void;
  load: () => Promise<void>;
  loadMore: () => Promise<void>;
};

export const useOperations = create<OperationsState>((set, get) => ({
  scope: 'all',
  chosen: false,
  kind: null,
  rows: null,
  next: null,
  error: null,
  show: (scope) => {
    set({ scope, chosen: true, rows: null, next: null });
    void get().load();
  },
  showKind: (kind) => {
    set({ kind, rows: null, next: null });
    void get().load();
  },
  enter: (openCount) => {
    const scope = openCount > 0 ? 'open' : 'all';
    if (!get().chosen && scope !== get().scope) set({ scope, rows: null, next: null });
    void get().load();
  },
  load: async () => {
    const { scope, kind, rows } = get();
    const answer = await call('operations.page', {
      scope,
      kind,
      limit: Math.min(500, Math.max(100, rows?.length ?? 0)),
    });
    if (scope !== get().scope || kind !== get().kind) return;
    set(
      answer.ok ? { rows: answer.value.rows, next: answer.value.next, error: null } : { error: answer.error },
    );
  },
  loadMore: async () => {
    const { scope, kind, rows, next } = get();
    if (next === null || rows === null) return;
    const answer = await call('operations.page', { scope, kind, cursor: next, limit: 100 });
    if (scope !== get().scope || kind !== get().kind) return;
    if (answer.ok) set({ rows: [...rows, ...answer.value.rows], next: answer.value.next });
    else set({ error: answer.error });
  },
}));

on('operations.changed', () => void useOperations.getState().load());
on('profiles.changed', () => useOperations.setState({ rows: null, scope: 'all', kind: null, chosen: false }));
