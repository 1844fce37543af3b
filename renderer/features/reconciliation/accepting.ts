/** What is being accepted of the proposals, and how it ended. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useCounted } from '../../components/counted.ts';
import { accept, MOST_AT_ONCE } from './accept-dialog.tsx';
import { useProposals } from './lists.ts';

export type Alike = NonNullable<ReconcileProposal['alike']>;

const fail = (error: AppError) => useProposals.setState({ error });

export function useAccepting() {
  const { t } = useTranslation();
  const counted = useCounted();
  const [asked, ask] = useState<readonly ReconcileProposal[] | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const done = (count: number) => {
    setMade(t('reconciliation.accept.made', counted(count)));
    ask(null);
    void useProposals.getState().load();
  };
  return {
    asked,
    made,
    ask,
    done,
    close: () => ask(null),
    askAlike: async ({ key }: Alike) => {
      const found = await call('reconciliation.proposals', { alike: key, limit: MOST_AT_ONCE });
      if (found.ok) ask(found.value.rows);
      else fail(found.error);
    },
    /** At once, where there is nothing to explain. */
    askOne: async (proposal: ReconcileProposal) => {
      if (proposal.difference.minor !== 0n) return ask([proposal]);
      const error = await accept([proposal], '');
      if (error) fail(error);
      else done(1);
    },
  };
}
