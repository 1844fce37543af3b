/** One match: the rule in plain words, both sides, and of one made by hand who made it and a way back. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import { Fact } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useMay } from '../../people-store.ts';
import { SideFacts } from './item-facts.tsx';
import { RuleText } from './rule-text.tsx';
import { UnmatchDialog } from './unmatch-dialog.tsx';

export function MatchDrawer({ match, onClose }: { match: ReconcileMatch; onClose: () => void }) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const [undoing, setUndoing] = useState(false);
  const { comparison, rule, grouping, ours, theirs, difference, manual } = match;
  const close = () => {
    if (!undoing) onClose();
  };
  return (
    <SideDrawer
      opened
      onClose={close}
      title={<RuleText match={match} />}
      acts={
        manual && (
          <>
            <GuardedButton guard={may} variant="default" onClick={() => setUndoing(true)}>
              {t('reconciliation.unmatch.action')}
            </GuardedButton>
            <NotAllowed may={may} />
          </>
        )
      }
    >
      <div className="reconcile-drawer">
        <p className="reconcile-why">
          {t(`reconciliation.ruleWhy.${rule}`)}
          {grouping !== null && ` ${t(`reconciliation.groupingWhy.${grouping}`)}`}
        </p>
        {difference.minor !== 0n && (
          <Fact label={t('reconciliation.column.difference')}>
            <MoneyText value={difference} strong signed />
          </Fact>
        )}
        {manual && (
          <Fact label={t('reconciliation.match.by')}>
            <bdi>{manual.by}</bdi> · <TimeText atMs={manual.atMs} />
            {manual.remark !== '' && (
              <div>
                <bdi>{manual.remark}</bdi>
              </div>
            )}
          </Fact>
        )}
        <SideFacts side="ours" comparison={comparison} items={ours} other={theirs} />
        <SideFacts side="theirs" comparison={comparison} items={theirs} other={ours} />
      </div>
      {undoing && <UnmatchDialog match={match} onClose={() => setUndoing(false)} onDone={onClose} />}
    </SideDrawer>
  );
}
