/** The close without a connection: what is not known in it, and what its net would be. */
import { Alert } from '@mantine/core';
import { IconCloudOff, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { negated, sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale, useStatus } from '../../../app-store.ts';
import { ApprovedReasonDialog } from '../../../components/approved-reason-dialog.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { IdText } from '../../../components/id-text.tsx';
import { TotalsText } from '../../../components/money-text.tsx';
import { SumLines } from '../../../components/sums.tsx';
import { formatDate, formatList, formatMoney } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { actOf, differenceOf, stepOf } from '../selectors.ts';
import { useClosing } from '../store.ts';
import { useBlockText, useBranchName } from '../texts.tsx';
import { useNoDifference, useReadAge } from '../totals-strip.tsx';

/** What is fixed: the net, what was counted of it, and how old the readings are. */
function Figures({ closing }: { closing: ClosingDetail }) {
  const { age } = useReadAge(closing);
  const none = useNoDifference(closing);
  const difference = differenceOf(closing.lines);
  if (!closing.sums) return null;
  return (
    <div className="stack-8">
      <SumLines
        sums={closing.sums}
        difference={difference}
        noDifference={difference.every(({ minor }) => minor === 0n) ? none : null}
      />
      <span className="muted size-13">{age}</span>
    </div>
  );
}

export function ProvisionalDialog({ closing, onClose }: { closing: ClosingDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const branchName = useBranchName();
  const { issue } = useClosing();
  const { closingId, approvalNeeded } = closing;
  const date = formatDate(closing.businessDate, 'day', useLocale());
  return (
    <ApprovedReasonDialog
      title={t('closing.provisional.title', { date, branch: branchName(closing) })}
      consequence={t('closing.provisional.consequence')}
      confirmLabel={t('closing.provisional.action', { date })}
      label={t('closing.column.reason')}
      description={t('closing.provisional.note')}
      act={actOf(approvalNeeded.find((act) => act !== 'close-over-unknown'))}
      requestOf={(note) => ({ kind: 'close-provisional', closingId, note })}
      run={(note, authorization) => issue('closing.provisional', { note, authorization })}
      onClose={onClose}
    >
      <Figures closing={closing} />
      <NotKnown closing={closing} />
      {stepOf(closing, 'operations').blocked?.reason === 'operations-not-known' && (
        <p className="muted flush">{t('closing.provisional.later')}</p>
      )}
    </ApprovedReasonDialog>
  );
}

/** What the net is if a reversal that is not known turns out to be done. Of several any may be. */
const netIfReversed = (
  { net }: NonNullable<ClosingDetail['sums']>,
  operations: ClosingDetail['operations'],
): Money[] =>
  sumByCurrency([
    ...net.map(({ amount }) => amount),
    ...operations
      .filter(({ kind }) => kind === 'reversal')
      .flatMap(({ totals }) => totals.map(({ amount }) => negated(amount))),
  ]);

type IfReversedProps = {
  sums: NonNullable<ClosingDetail['sums']>;
  operations: ClosingDetail['operations'];
};

function IfReversed({ sums, operations }: IfReversedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const net = netIfReversed(sums, operations).map((one) => formatMoney(one, locale));
  return <>{t('closing.provisional.ifReversed', { net: formatList(net, locale) })}</>;
}

/** In one line: that a result is not known, and what the net is if it turns out to be done. */
export function NotKnownNet({ closing }: { closing: ClosingDetail }) {
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, 'operations');
  const [only, ...others] = closing.operations.filter(({ carried }) => carried === null);
  if (blocked?.reason !== 'operations-not-known' || !only) return null;
  return (
    <div>
      <span className="chip" data-tone="unknown">
        <IconQuestionMark size={16} /> {blockText(blocked)}.
      </span>{' '}
      {only.kind === 'reversal' && others.length === 0 && closing.sums && (
        <IfReversed sums={closing.sums} operations={[only]} />
      )}
    </div>
  );
}

/** The results that nobody knows yet, by name: the provisional Z is issued over them. */
function NotKnown({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, 'operations');
  const open = closing.operations.filter(({ carried }) => carried === null);
  const reversals = open.filter(({ kind }) => kind === 'reversal').length;
  if (blocked?.reason !== 'operations-not-known') return null;
  return (
    <div className="stack-8" data-testid="close-not-known">
      <span className="chip" data-tone="unknown">
        <IconQuestionMark size={16} /> {blockText(blocked)}:
      </span>
      {open.map(({ opId, kind, totals, terminalId }) => (
        <div key={opId}>
          {t(`operations.kind.${kind}`)} <TotalsText totals={totals} movement={kind} /> ·{' '}
          {closing.terminals.find((one) => one.terminalId === terminalId)?.label ?? (
            <IdText value={terminalId} />
          )}
        </div>
      ))}
      {reversals > 0 && (
        <div className="muted">
          {t('closing.provisional.stillCounts')}
          {closing.sums && reversals === 1 && (
            <>
              {' '}
              <IfReversed sums={closing.sums} operations={open} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

export function Provisional({ closing, onStart }: { closing: ClosingDetail; onStart: () => void }) {
  const { t } = useTranslation();
  const blockText = useBlockText(closing);
  const locale = useLocale();
  const may = useMay('close.confirm');
  const blocked = closing.provisionalBlocked;
  const offline = useStatus()?.connection.state === 'offline';
  return (
    <>
      <Alert
        color="gray"
        icon={<IconCloudOff size={20} />}
        title={offline ? null : t('closing.provisional.offerTitle')}
      >
        {t('closing.provisional.confirmText')}
      </Alert>
      <NotKnown closing={closing} />
      <footer className="close-actions">
        <GuardedButton guard={may} disabled={blocked !== null} onClick={onStart}>
          {t('closing.provisional.action', { date: formatDate(closing.businessDate, 'day', locale) })}
        </GuardedButton>
        {blocked && (
          <span className="muted" role="status">
            {blockText(blocked)}
          </span>
        )}
      </footer>
    </>
  );
}
