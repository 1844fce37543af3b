/** A proposal with both of its sides, why it is one, and what can be done with it. */
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import type { Alike } from './accepting.ts';
import { hasRivals, isDoubtful } from './doubtful.ts';
import { SideFacts } from './item-facts.tsx';
import { useMatching } from './match-store.ts';
import { groundsText } from './proposal-texts.ts';

/** What accepting all that are alike does, with what it comes to, where that is known. */
export function AcceptAlike({ count, sums }: { count: number; sums: readonly Money[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  return (
    <bdi>
      {t('reconciliation.proposal.acceptAlike', counted(count))}
      {sums.map((sum) => ` · ${formatMoney(sum, locale)}`)}
    </bdi>
  );
}

/** Where the proposal is wrong: its line, picked, beside all that it may pay. */
function MatchOtherwise({ theirs }: Pick<ReconcileProposal, 'theirs'>) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const may = useMay('reconcile');
  const begin = useMatching((state) => state.begin);
  const match = () => {
    begin('bank', { ours: [], theirs });
    navigate('/reconcile/bank/match');
  };
  return (
    <GuardedButton guard={may} variant="default" onClick={match}>
      {t('reconciliation.proposal.otherwise')}
    </GuardedButton>
  );
}

type DrawerProps = {
  proposal: ReconcileProposal;
  /** What those that are alike come to; empty where it is not known. */
  alikeSums: readonly Money[];
  onAccept: () => void;
  onAcceptAlike: (alike: Alike) => void;
  onClose: () => void;
};

export function ProposalDrawer({ proposal, alikeSums, onAccept, onAcceptAlike, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const { ours, theirs, alike, difference } = proposal;
  const doubtful = isDoubtful(proposal);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={t('reconciliation.proposal.title')}
      acts={
        <>
          <GuardedButton guard={may} onClick={onAccept}>
            {t('reconciliation.accept.one')}
          </GuardedButton>
          <MatchOtherwise theirs={theirs} />
          {alike && alike.count > 1 && (
            <GuardedButton guard={may} variant="default" onClick={() => onAcceptAlike(alike)}>
              <AcceptAlike count={alike.count} sums={alikeSums} />
            </GuardedButton>
          )}
          <NotAllowed may={may} />
        </>
      }
    >
      <div className="reconcile-drawer">
        <div>
          <MoneyList values={sumByCurrency(theirs.map(({ amount }) => amount))} strong size={28} />
          <p className="proposal-verdict" data-tone={doubtful ? 'late' : undefined}>
            {doubtful ? <IconAlertTriangle size={16} aria-hidden /> : <IconBulb size={16} aria-hidden />}
            {groundsText(t, proposal, locale)}
          </p>
        </div>
        {difference.minor !== 0n && (
          <dl className="facts">
            <FactRow name={t('reconciliation.column.difference')}>
              <MoneyText value={difference} signed />
            </FactRow>
          </dl>
        )}
        {hasRivals(proposal) && (
          <div className="banner" data-tone="late" role="status">
            <IconAlertTriangle size={16} aria-hidden />
            {t('reconciliation.proposal.rivals')}
          </div>
        )}
        <SideFacts side="theirs" comparison="bank" items={theirs} />
        <SideFacts side="ours" comparison="bank" items={ours} />
      </div>
    </SideDrawer>
  );
}
