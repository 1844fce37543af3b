/** Operations as the journal has them. */
import { create } from 'zustand';
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

export type Scope = 'open' | 'unknown' | 'all';
type OperationsState = PagedRows<Operation> &
  Pick<Paging, 'load' | 'loadMore'> & {
    scope: Scope;
    /** True once a person has chosen the scope. */
    chosen: boolean;
    /** Null: every kind. */
    kind: MovementKind | null;
    show: (scope: Scope) => void;
    showKind: (kind: MovementKind | null) => void;
    /** The list as it was left; what is open first, where something is and nobody has chosen otherwise. */
    enter: (openCount: number) => void;
  };

export const useOperations = create<OperationsState>((set, get) => {
  const { load, loadMore } = paging<Operation>({
    get,
    set,
    read: (page) => call('operations.page', { scope: get().scope, kind: get().kind, ...page }),
  });
  return {
    scope: 'all',
    chosen: false,
    kind: null,
    ...nothingRead,
    show: (scope) => {
      set({ scope, chosen: true, rows: null, next: null });
      void load();
    },
    showKind: (kind) => {
      set({ kind, rows: null, next: null });
      void load();
    },
    enter: (openCount) => {
      const scope = openCount > 0 ? 'open' : 'all';
      if (!get().chosen && scope !== get().scope) set({ scope, rows: null, next: null });
      void load();
    },
    load,
    loadMore,
  };
});

on('operations.changed', () => void useOperations.getState().load());
on('profiles.changed', () => useOperations.setState({ rows: null, scope: 'all', kind: null, chosen: false }));
