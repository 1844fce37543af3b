/** The lists of a comparison: what needs somebody, what is expected, what is matched. */
import { create } from 'zustand';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type {
  ExceptionFilter,
  ReconcileException,
  ReconcileMatch,
} from '#shared/contract/reconciliation-items.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import type { Comparison, MatchRule, RestReason } from '#shared/domain/reconciliation.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { pagedList } from '../../components/paged-list.ts';

export type ExceptionSort = NonNullable<InputOf<'reconciliation.exceptions'>['sort']>;
export type ExpectedRow = OutputOf<'reconciliation.expected'>['rows'][number];

export const emptyFilter: ExceptionFilter = {
  types: [],
  ages: [],
  states: ['open'],
  owner: null,
  branchNames: [],
  text: '',
};
/** Beside the states: what is open is asked for first. */
export const isNarrowed = ({ types, ages, owner, branchNames, text }: ExceptionFilter): boolean =>
  types.length > 0 || ages.length > 0 || owner !== null || branchNames.length > 0 || text !== '';
export const showsOpenOnly = ({ states }: ExceptionFilter): boolean =>
  states.length === 1 && states[0] === 'open';

type ExceptionQuery = { comparison: Comparison; filter: ExceptionFilter; sort: ExceptionSort };
type ExpectedQuery = { comparison: Comparison; reason: RestReason | null; text: string };
type MatchQuery = { comparison: Comparison; rule: MatchRule | null; text: string };

export const useExceptions = pagedList<ExceptionQuery, ReconcileException>(
  { comparison: 'sales', filter: emptyFilter, sort: 'oldest' },
  (query) => call('reconciliation.exceptions', query),
);
export const useExpected = pagedList<ExpectedQuery, ExpectedRow>(
  { comparison: 'sales', reason: null, text: '' },
  (query) => call('reconciliation.expected', query),
);
export const useMatches = pagedList<MatchQuery, ReconcileMatch>(
  { comparison: 'sales', rule: null, text: '' },
  (query) => call('reconciliation.matches', query),
);

export const useProposals = pagedList<{ text: string }, ReconcileProposal>({ text: '' }, (query) =>
  call('reconciliation.proposals', query),
);

/** How many there are under the filter, and their sums: the list has a page of them. */
type TotalsState = { totals: OutputOf<'reconciliation.exceptionTotals'> | null; load: () => Promise<void> };
export const useTotals = create<TotalsState>((set) => ({
  totals: null,
  load: async () => {
    const { query } = useExceptions.getState();
    const { comparison, filter } = query;
    const totals = await toldElsewhere(
      call('reconciliation.exceptionTotals', { comparison, filter }),
      'the list beside it, which is read at the same time',
    );
    // A sum of another question is not shown.
    if (query === useExceptions.getState().query) set({ totals });
  },
}));

useExceptions.subscribe(({ rows }, before) => {
  // A further page leaves the first row where it is, and the sums as they are.
  const isFurther = rows?.[0] !== undefined && rows[0] === before.rows?.[0];
  if (rows !== null && rows !== before.rows && !isFurther) void useTotals.getState().load();
});
