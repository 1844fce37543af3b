/** The acts on an exception: one main act, the others beside it. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { useMay } from '../../people-store.ts';
import { useWriteOffWaits } from '../approvals/index.tsx';
import type { Decision } from './decision-dialog.tsx';
import { ClosedDaysAct, StartDateAct, useIsBeforeCloses } from './go-to-close.tsx';
import { useMatching } from './match-store.ts';
import { gapToWriteOff, isSurplus } from '../../components/write-off.ts';

type ActsProps = {
  exception: ReconcileException;
  /** One of them is the next step: matching by hand is not. */
  hasCandidates: boolean;
  /** The bank took the money back: somebody has to ask why. */
  isTakenBack: boolean;
  onDecide: (decision: Decision) => void;
  onWriteOff: () => void;
};

export function ExceptionActs({ exception, hasCandidates, isTakenBack, onDecide, onWriteOff }: ActsProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const may = useMay('reconcile');
  const waits = useWriteOffWaits(exception.key);
  const isBeforeCloses = useIsBeforeCloses(exception);
  const begin = useMatching((state) => state.begin);
  const { comparison, ours, theirs, state } = exception;
  if (state !== 'open')
    return (
      <>
        <GuardedButton
          guard={may}
          variant="default"
          onClick={() => onDecide({ act: 'reopen', exceptions: [exception] })}
        >
          {t('reconciliation.act.reopen')}
        </GuardedButton>
        <NotAllowed may={may} />
      </>
    );
  // A close most likely lacks it; what the bank took back needs somebody who asks.
  const isInNoClose =
    exception.type === 'missing-in-ours' && comparison === 'sales' && !hasCandidates && !isBeforeCloses;
  const needsOwner = isTakenBack && exception.owner === null;
  const matchLeads = !hasCandidates && !isInNoClose && !isBeforeCloses && !isTakenBack;
  const match = () => {
    begin(comparison, { ours: ours ? [ours] : [], theirs });
    navigate(`/reconcile/${comparison}/match`);
  };
  const matchAct = !waits && (
    <GuardedButton guard={may} variant={matchLeads ? 'filled' : 'default'} onClick={match}>
      {t('reconciliation.act.match')}
    </GuardedButton>
  );
  return (
    <>
      {!waits && isInNoClose && <ClosedDaysAct />}
      {/* No close has its day: what looks like it is another sale. */}
      {!waits && isBeforeCloses && <StartDateAct />}
      {!needsOwner && matchAct}
      <GuardedButton
        guard={may}
        variant={needsOwner ? 'filled' : 'default'}
        onClick={() => onDecide({ act: 'assign', exceptions: [exception] })}
      >
        {t('reconciliation.act.assign')}
      </GuardedButton>
      {needsOwner && matchAct}
      {!waits && (
        <GuardedButton
          guard={may}
          variant="default"
          onClick={() => onDecide({ act: 'resolve', exceptions: [exception] })}
        >
          {t('reconciliation.act.resolve')}
        </GuardedButton>
      )}
      {!waits && gapToWriteOff(exception) !== null && (
        <GuardedButton guard={may} variant="default" onClick={onWriteOff}>
          {t(isSurplus(exception) ? 'reconciliation.act.acceptSurplus' : 'reconciliation.act.writeOff')}
        </GuardedButton>
      )}
      <NotAllowed may={may} />
    </>
  );
}
