/** A proposal with both of its sides, why it is one, and what can be done with it. */
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useMay } from '../../people-store.ts';
import type { Alike } from './accepting.ts';
import { hasRivals, isDoubtful } from './doubtful.ts';
import { SideFacts } from './item-facts.tsx';
import { groundsText } from './proposal-texts.ts';

type DrawerProps = {
  proposal: ReconcileProposal;
  onAccept: () => void;
  onAcceptAlike: (alike: Alike) => void;
  onClose: () => void;
};

export function ProposalDrawer({ proposal, onAccept, onAcceptAlike, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
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
          {alike && alike.count > 1 && (
            <GuardedButton guard={may} variant="default" onClick={() => onAcceptAlike(alike)}>
              {t('reconciliation.proposal.acceptAlike', counted(alike.count))}
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
