/** Operations as the journal has them. */
import { create } from 'zustand';
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import { ok } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { nothingRead, paging, type PagedRows, type Paging } from '../../components/paged-list.ts';

export type Scope = 'under-way' | 'unknown' | 'all';
type OperationsState = PagedRows<Operation> &
  Pick<Paging, 'load' | 'loadMore'> & {
    scope: Scope;
    /** True once a person has chosen the scope. */
    chosen: boolean;
    /** All whose result is not known, whatever is listed. */
    unknown: Operation[];
    /** Null: every kind. */
    kind: MovementKind | null;
    show: (scope: Scope) => void;
    showKind: (kind: MovementKind | null) => void;
    /** The list as it was left; what is under way first, where something is and nobody has chosen otherwise. */
    enter: (underWay: number) => void;
  };

export const useOperations = create<OperationsState>((set, get) => {
  const { load, loadMore } = paging<Operation>({
    get,
    set,
    read: (page) => call('operations.page', { scope: get().scope, kind: get().kind, ...page }),
    beside: async (asker) => {
      const page = { cursor: null, limit: 100, asker: `${asker}-unknown` };
      const answer = await call('operations.page', { scope: 'unknown', kind: null, ...page });
      return answer.ok ? ok(() => set({ unknown: answer.value.rows })) : answer;
    },
  });
  return {
    scope: 'all',
    chosen: false,
    unknown: [],
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
    enter: (underWay) => {
      const scope = underWay > 0 ? 'under-way' : 'all';
      if (!get().chosen && scope !== get().scope) set({ scope, rows: null, next: null });
      void load();
    },
    load,
    loadMore,
  };
});

on('operations.changed', () => void useOperations.getState().load());
on('profiles.changed', () =>
  useOperations.setState({ rows: null, unknown: [], scope: 'all', kind: null, chosen: false }),
);
