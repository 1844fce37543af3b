/** One exception: both sides, why it is one, what was decided, and what can be done. */
import { Button, Skeleton } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, useEvent } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TypeChip } from '../../components/exception-texts.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { isSurplus } from '../../components/write-off.ts';
import { TimelineOf } from '../../components/timeline-of.tsx';
import { formatBasisPoints, formatDate } from '../../i18n/format.ts';
import { ExceptionRequest, useWriteOffWaits } from '../approvals/index.tsx';
import { Candidates, isLikely } from './candidates.tsx';
import { DecisionDialog, type Decision } from './decision-dialog.tsx';
import { ExceptionActs } from './exception-acts.tsx';
import { EarlierThanCloses, useIsBeforeCloses } from './go-to-close.tsx';
import { History } from './history.tsx';
import { SideFacts } from './item-facts.tsx';
import { useItemText } from './item-text.ts';
import { ageText, ExceptionStateChip } from './texts.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

/** The bank took money back: what is missing has no other side. */
const TAKEN_BACK: readonly ReconcileException['type'][] = ['deposit-returned', 'chargeback'];

/** Our side of an exception: no item where only the other side has one. */
const oursOf = ({ ours }: ReconcileException) => (ours ? [ours] : []);

type Detail = OutputOf<'reconciliation.exception'>;

/** Read again whenever something was decided or compared: what is decided on has to be what is there. */
function useDetail(key: string): { detail: Detail | null; error: AppError | null; read: () => void } {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const read = useCallback(
    () =>
      void call('reconciliation.exception', { key }).then((answer) => {
        setError(answer.ok ? null : answer.error);
        if (answer.ok) setDetail(answer.value);
      }),
    [key],
  );
  useEffect(read, [read]);
  useEvent('reconciliation.changed', read);
  return { detail, error, read };
}

/** Why it is an exception, in plain words. `waits`: somebody asked for approval, so it is no more the time to say what else ends it. */
function Why({ exception, waits }: { exception: ReconcileException; waits: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const itemText = useItemText();
  const { type, comparison, fee, theirs } = exception;
  const back = TAKEN_BACK.includes(type) ? theirs.find(({ amount }) => amount.minor < 0n) : undefined;
  const reason = (back && itemText(back)) || null;
  const isBeforeCloses = useIsBeforeCloses(exception);
  return (
    <p className="reconcile-why">
      {t(`reconciliation.why.${type}`, { context: comparison })}{' '}
      {isBeforeCloses && !waits && <EarlierThanCloses />}
      {reason !== null && (
        <>
          {' '}
          {t('reconciliation.bankSays')}{' '}
          <strong>
            “<bdi>{reason}</bdi>”
          </strong>
        </>
      )}
      {fee && (
        <>
          {' '}
          {t('reconciliation.feeTaken')} <MoneyText value={fee.taken} strong />.
          {fee.quoted === null ? (
            ` ${t('reconciliation.feeNotQuoted')}`
          ) : (
            <>
              {' '}
              {t('reconciliation.feeQuoted')} <MoneyText value={fee.quoted} strong />.
            </>
          )}
          {fee.quoted === null &&
            fee.usualShare !== null &&
            ` ${t('reconciliation.feeUsual', { share: formatBasisPoints(fee.usualShare, locale) })}`}
        </>
      )}
    </p>
  );
}

function Standing({ exception }: { exception: ReconcileException }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { age, ageDays, owner, dueOn, overdue, difference, reopenedByChange } = exception;
  const differs = difference !== null && difference.minor !== 0n;
  const amount = (exception.ours ?? exception.theirs[0])?.amount;
  return (
    <>
      <div>
        {differs ? (
          <MoneyText value={difference} strong signed size={28} />
        ) : (
          amount && <MoneyText value={amount} strong size={28} />
        )}
        {differs && (
          <div className="fact-label">
            {t(
              TAKEN_BACK.includes(exception.type)
                ? 'reconciliation.takenByBank'
                : 'reconciliation.column.difference',
            )}
          </div>
        )}
      </div>
      <dl className="facts">
        <dt>{t('reconciliation.column.state')}</dt>
        <dd className="inline-row">
          <ExceptionStateChip exception={exception} />
          {ageDays === null
            ? ageText(t, locale, { age, ageDays })
            : t('reconciliation.ageFor', counted(ageDays))}
        </dd>
        <FactRow name={t('reconciliation.column.owner')}>
          <bdi>{owner ?? t('reconciliation.filter.nobody')}</bdi>
        </FactRow>
        {dueOn !== null && (
          <FactRow name={t('reconciliation.column.due')}>
            <span className="chip" data-tone={overdue ? 'late' : undefined}>
              {formatDate(dueOn, 'short', locale)}
              {overdue && ` · ${t('reconciliation.overdue')}`}
            </span>
          </FactRow>
        )}
      </dl>
      {reopenedByChange && (
        <div className="over-limit" role="status">
          {t('reconciliation.reopenedByChange')}
        </div>
      )}
    </>
  );
}

/** The payment of the one side or the other; what is compared with the bank is of many payments. */
function WholeWay({ exception: { ours, theirs } }: { exception: ReconcileException }) {
  for (const { source } of [...(ours ? [ours] : []), ...theirs]) {
    if (source.kind === 'closed') return <TimelineOf what="terminal-row" id={source.rowId} />;
    if (source.kind === 'settled') return <TimelineOf what="settled" id={source.transactionId} />;
  }
  return null;
}

type DrawerProps = { exceptionKey: string; onClose: () => void };

export function ExceptionDrawer({ exceptionKey, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const { detail, error, read } = useDetail(exceptionKey);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [writingOff, setWritingOff] = useState<ReconcileException | null>(null);
  const exception = detail?.exception ?? null;
  const waits = useWriteOffWaits(exceptionKey);
  const candidates = (detail?.candidates ?? []).filter(isLikely);
  // Escape reaches the dialog and the drawer under it: only the one in front goes.
  const close = () => {
    if (decision === null && writingOff === null) onClose();
  };
  return (
    <SideDrawer
      opened
      onClose={close}
      title={exception ? <TypeChip exception={exception} /> : t('reconciliation.exception')}
      acts={
        detail &&
        exception && (
          <ExceptionActs
            exception={exception}
            hasCandidates={candidates.length > 0}
            isTakenBack={TAKEN_BACK.includes(exception.type)}
            onDecide={setDecision}
            onWriteOff={() => setWritingOff(exception)}
          />
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={read} />}
      {!detail && !error && <Skeleton height={320} radius={10} />}
      {error && error.code === 'exception-gone' && (
        <Button variant="default" mt={12} onClick={onClose}>
          {t('reconciliation.backToList')}
        </Button>
      )}
      {detail && exception && (
        <div className="reconcile-drawer">
          <Standing exception={exception} />
          {exception.state === 'open' && <ExceptionRequest exceptionKey={exception.key} />}
          <Why exception={exception} waits={waits} />
          <SideFacts
            side="ours"
            comparison={exception.comparison}
            items={oursOf(exception)}
            other={exception.theirs}
          />
          <SideFacts
            side="theirs"
            comparison={exception.comparison}
            items={exception.theirs}
            other={oursOf(exception)}
          />
          {exception.state === 'open' && !waits && (
            <Candidates exception={exception} candidates={candidates} />
          )}
          <History decisions={detail.decisions} isSurplus={isSurplus(exception)} />
          <WholeWay exception={exception} />
        </div>
      )}
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
      {writingOff && <WriteOffDialog exception={writingOff} onClose={() => setWritingOff(null)} />}
    </SideDrawer>
  );
}
