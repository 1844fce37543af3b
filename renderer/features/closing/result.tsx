/** A close that has ended: its Z number large, what to do with it, and what comes next. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendarCheck,
  IconCircleCheck,
  IconRotate,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { useLocale } from '../../app-store.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { formatDate, formatTimeIn } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { missingNumbers } from '../../i18n/missing-numbers.ts';
import { useMay } from '../../people-store.ts';
import { ReopenDialog } from './reopen-dialog.tsx';
import { Review } from './review.tsx';
import { leftAmounts } from './selectors.ts';
import { useClosing } from './store.ts';
import { useBranchName, ZName } from './texts.tsx';
import { ZActions } from './z-actions.tsx';

function NextStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const chooseBranch = useClosing((state) => state.chooseBranch);
  const [earlier] = closing.earlierDays;
  const go = () => {
    chooseBranch(closing.branchKey);
    navigate('/close/branches');
  };
  if (earlier)
    return (
      <Button variant="default" onClick={go}>
        {t('closing.result.closeEarlier', { date: formatDate(earlier.businessDate, 'day', locale) })}
      </Button>
    );
  return (
    <Button
      variant="default"
      onClick={() => navigate('/today')}
      leftSection={<IconCalendarCheck size={16} />}
    >
      {t('closing.result.today')}
    </Button>
  );
}

type MarksProps = {
  closing: ClosingDetail;
  z: NonNullable<ReturnType<typeof useClosing.getState>['zs']>[number] | null;
};

/** The facts that a reader of the Z must know: it was reopened, numbers are missing, or its sum has changed. */
function Marks({ closing, z }: MarksProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { reopened } = closing;
  return (
    <>
      {reopened && (
        <p className="chip wraps" data-tone="late">
          <IconRotate size={16} />
          {t('closing.result.reopened', {
            time: formatTimeIn(closing.timeZone, reopened.atMs, closing.businessDate, locale),
            by: reopened.by,
            reason: reopened.reason,
          })}
        </p>
      )}
      {z?.content.skipped && (
        <p className="chip wraps" data-tone="late">
          <IconAlertTriangle size={16} />
          {missingNumbers(t, z.content.skipped)}
        </p>
      )}
      {z?.netNow && (
        <p className="chip wraps" data-tone="late" role="status">
          <IconAlertTriangle size={16} />
          <span>
            {t('closing.result.netNow')} <TotalsText totals={z.netNow} strong />
          </span>
        </p>
      )}
    </>
  );
}

/** The way to what the close left unacknowledged, for who may acknowledge it. */
function Acknowledge() {
  const { t } = useTranslation();
  const may = useMay('acknowledge').allowed;
  return (
    may && (
      <Button component={Link} href="/terminals" size="xs" variant="default">
        {t('closing.review.acknowledge')}
      </Button>
    )
  );
}

/** Which day was closed, when, by whom, and who approved the difference; then that closing settles nothing. */
function Closed({ closing, content }: { closing: ClosingDetail; content: ZContent | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const { closed, businessDate, timeZone } = closing;
  return (
    <p>
      {closed && (
        <strong className="step-closed">
          {t('closing.result.text', {
            date: formatDate(businessDate, 'day', locale),
            branch: branchName(closing),
            time: formatTimeIn(timeZone, closed.atMs, businessDate, locale),
            by: closed.by,
          })}
        </strong>
      )}
      {content && content.approvedBy !== null && (
        <> {t('closing.result.approved', { name: isolated(content.approvedBy) })}</>
      )}{' '}
      <span className="muted">{t('closing.result.ours')}</span>
    </p>
  );
}

export function ClosedResult({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const zs = useClosing((state) => state.zs);
  const [reopening, setReopening] = useState(false);
  const mayReopen = useMay('close.reopen');
  const z = zs?.at(-1) ?? null;
  if (closing.state === 'cancelled')
    return (
      <EmptyState
        icon={<IconX size={32} />}
        title={t('closing.cancel.doneTitle')}
        text={t('closing.cancel.doneText', { reason: closing.cancelled?.reason ?? '' })}
        action={<NextStep closing={closing} />}
      />
    );
  return (
    <div className="page-scroll">
      <section className="close-result" aria-live="polite">
        <div className="z-number" data-testid="z-number">
          {closing.state === 'closed' && <IconCircleCheck size={26} aria-hidden className="good-icon" />}{' '}
          <ZName number={closing.number ?? 0} />
          {closing.revision !== null && closing.revision > 1 && (
            <span className="z-revision">{t('closing.result.revision', { revision: closing.revision })}</span>
          )}
        </div>
        <Closed closing={closing} content={z?.content ?? null} />
        <Marks closing={closing} z={z} />
        <div className="close-actions">
          {z && <ZActions z={z} main />}
          <NextStep closing={closing} />
          {closing.state === 'closed' && (
            <GuardedButton guard={mayReopen} variant="subtle" color="gray" onClick={() => setReopening(true)}>
              {t('closing.reopen.start')}
            </GuardedButton>
          )}
        </div>
        {z && (
          <Review
            content={z.content}
            told={z.content.verdict !== 'not-checked'}
            outstanding={leftAmounts(z.content)}
            act={<Acknowledge />}
          />
        )}
      </section>
      {reopening && (
        <ReopenDialog closing={closing} totals={z?.content.totals} onClose={() => setReopening(false)} />
      )}
    </div>
  );
}
