/** The close without a connection: what is not known in it, and what its net would be. */
import { Alert } from '@mantine/core';
import { IconCloudOff, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { addMoney, negated, type Money } from '#shared/money/money.ts';
import { useLocale, useStatus } from '../../../app-store.ts';
import { ApprovedReasonDialog } from '../../../components/approved-reason-dialog.tsx';
import { Calculation } from '../../../components/calculation.tsx';
import { useCounted } from '../../../components/counted.ts';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { IdText } from '../../../components/id-text.tsx';
import { TotalsText } from '../../../components/money-text.tsx';
import { SumLines } from '../../../components/sums.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
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
    </ApprovedReasonDialog>
  );
}

type OpenOperation = ClosingDetail['operations'][number];

const openOf = ({ operations }: ClosingDetail): OpenOperation[] =>
  operations.filter(({ carried }) => carried === null);

/** The one reversal whose result is not known, and the net if it went through. Null if there are several: any of them may have gone through. */
function netIfReversed(
  closing: ClosingDetail,
): { net: Money; back: Money; left: Money; of: OpenOperation } | null {
  const open = openOf(closing);
  const [of, ...others] = open.filter(({ kind }) => kind === 'reversal');
  const [total, ...more] = of?.totals ?? [];
  if (!of || others.length > 0 || !total || more.length > 0) return null;
  const net = closing.sums?.net.find(({ amount }) => amount.currency === total.amount.currency)?.amount;
  const back = negated(total.amount);
  return net ? { net, back, left: addMoney(net, back), of } : null;
}

const labelOf = ({ terminals }: ClosingDetail, { terminalId }: OpenOperation): string | undefined =>
  terminals.find((one) => one.terminalId === terminalId)?.label;

const terminalOf = (closing: ClosingDetail, operation: OpenOperation) =>
  labelOf(closing, operation) ?? <IdText value={operation.terminalId} />;

/** The net now, and the net if the reversal went through. Which one is right is known later. */
function IfReversed({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const both = netIfReversed(closing);
  if (both === null) return null;
  const { net, back, left, of } = both;
  return (
    <div className="if-reversed">
      <Calculation
        label={t('closing.provisional.bothNets')}
        terms={[
          { name: t('closing.provisional.netNow'), amount: net },
          {
            name: (
              <>
                {t('closing.provisional.ifDone')} · {terminalOf(closing, of)}
              </>
            ),
            amount: back,
          },
          { name: t('closing.provisional.netThen'), amount: left, isSum: true },
        ]}
      />
    </div>
  );
}

/** That a result is not known, and what the net is if it turns out to be done. */
export function NotKnownNet({ closing }: { closing: ClosingDetail }) {
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, 'operations');
  if (blocked?.reason !== 'operations-not-known') return null;
  return (
    <div>
      <span className="chip" data-tone="unknown">
        <IconQuestionMark size={16} /> {blockText(blocked)}
      </span>
      <IfReversed closing={closing} />
    </div>
  );
}

/** The results that nobody knows yet, by name: the provisional Z is issued over them. */
function NotKnown({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, 'operations');
  const told = netIfReversed(closing)?.of;
  const rest = openOf(closing).filter((one) => one !== told);
  if (blocked?.reason !== 'operations-not-known') return null;
  return (
    <div className="stack-8" data-testid="close-not-known">
      <span className="chip" data-tone="unknown">
        <IconQuestionMark size={16} />{' '}
        {told && rest.length === 0
          ? t('closing.provisional.oneNotKnown', {
              terminal: isolated(labelOf(closing, told) ?? told.terminalId ?? ''),
            })
          : `${blockText(blocked)}:`}
      </span>
      {rest.map((one) => (
        <div key={one.opId}>
          {t(`operations.kind.${one.kind}`)} <TotalsText totals={one.totals} movement={one.kind} /> ·{' '}
          {terminalOf(closing, one)}
        </div>
      ))}
      <IfReversed closing={closing} />
      {rest.some(({ kind }) => kind === 'reversal') && (
        <div className="muted">{t('closing.provisional.stillCounts')}</div>
      )}
      <p className="muted flush">{t('closing.provisional.later')}</p>
    </div>
  );
}

/** Which of steps 1 to 3 are not done, and how many transactions therefore stay unacknowledged. */
function NotDone({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { blocked } = stepOf(closing, 'acknowledge');
  return (
    <>
      {t('closing.provisional.confirmText')}
      {blocked?.reason === 'outstanding' && (
        <div className="late-text">{t('closing.provisional.unacknowledged', counted(blocked.count))}</div>
      )}
    </>
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
        <NotDone closing={closing} />
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
