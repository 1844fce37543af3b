/** One operation: its story in plain words, and what may be done about it. */
import { Alert, Anchor, Code } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isDone, isEnded, type MovementKind } from '#shared/domain/operation.ts';
import { isAnswerLost, type AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice, useErrorText } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { LongText, unbroken } from '../../components/long-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { useMay } from '../../people-store.ts';
import { formatDurationAfter } from '../../i18n/format.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { TerminalText } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { TimelineOf } from '../../components/timeline-of.tsx';
import { UnreadableRows } from '../../components/unreadable-rows.tsx';
import { BatchMembers, PayFailedAgain } from '../transfers/index.tsx';
import { Resolve, SendAgain, type Act, type Detail } from './operation-acts.tsx';
import { OperationStateChip } from './operation-state.tsx';
import { Story } from './operation-story.tsx';

/** The other people who had a part in it, if any. */
function SecondPerson({ events }: Pick<Detail, 'events'>) {
  const { t } = useTranslation();
  const { approvedBy, requestedBy } = events.find(({ code }) => code === 'asked')?.params ?? {};
  return (
    <>
      {requestedBy !== undefined && <FactRow name={t('operations.requestedBy')}>{requestedBy}</FactRow>}
      {approvedBy !== undefined && <FactRow name={t('operations.approvedBy')}>{approvedBy}</FactRow>}
    </>
  );
}

/**
 * The reason of a bad ending: our reading of it, and the gateway's own words. It never says what to try: a movement is not
 * tried.
 */
function Answer({ operation: { error, messages, state } }: Pick<Detail, 'operation'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <>
      {error && (
        <FactRow name={t(isEnded(state) ? 'operations.reasonOf' : 'operations.reasonNotKnown')}>
          {errorText(error).title}
        </FactRow>
      )}
      {/* That it is done says more than the word that the gateway has for it: that stands with the request. */}
      {!isDone(state) && <Said messages={messages} />}
    </>
  );
}

/** The gateway's own words. */
function Said({ messages }: Pick<Detail['operation'], 'messages'>) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const said = (language === 'ar' ? messages?.ar : messages?.en) ?? messages?.en ?? messages?.ar ?? null;
  if (said === null) return null;
  return (
    <FactRow name={t('operations.saidBy')}>
      <q>
        <bdi>{unbroken(said)}</bdi>
      </q>
    </FactRow>
  );
}

/** What was sent, exactly, and what the gateway said to it. */
function Request({ detail: { operation, request } }: { detail: Detail }) {
  const { t } = useTranslation();
  return (
    <details className="folded">
      <summary>{t('operations.request')}</summary>
      <Code block dir="ltr">{`${request.method} ${request.url}\n${request.body}`}</Code>
      {isDone(operation.state) && (
        <dl className="facts">
          <Said messages={operation.messages} />
        </dl>
      )}
    </details>
  );
}
const nameOfMade = (kind: MovementKind) => {
  if (kind === 'payout') return 'operations.transferId';
  return kind === 'payout-batch' ? 'operations.batchId' : 'instantSettlement.request.id';
};

function OperationFacts({ detail: { operation, events, unreadable } }: { detail: Detail }) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      {operation.terminalId !== null && (
        <FactRow name={t('terminals.column.label')}>
          <TerminalText terminalId={operation.terminalId} />
        </FactRow>
      )}
      {operation.orderId !== null && (
        <FactRow name={t('operations.orderId')}>
          <IdText value={operation.orderId} copyable />
        </FactRow>
      )}
      {operation.requestId !== null && (
        <FactRow name={t(nameOfMade(operation.kind))}>
          <IdText value={operation.requestId} copyable />
        </FactRow>
      )}
      {operation.kind === 'payout-batch' && operation.refNumber !== null && (
        <FactRow name={t('operations.paysAgain')}>
          <Anchor component={Link} href={`/operations/${operation.refNumber}`} inherit>
            {t('operations.firstBatch')}
          </Anchor>
        </FactRow>
      )}
      <FactRow name={t('operations.column.when')}>
        <TimeText atMs={operation.createdAtMs} dated />
      </FactRow>
      <FactRow name={t('operations.by')}>{operation.actor}</FactRow>
      <SecondPerson events={events} />
      {operation.reason !== null && (
        <FactRow name={t('operations.reversal.reason')}>
          {t(`operations.reason.${operation.reason}`, { defaultValue: operation.reason })}
        </FactRow>
      )}
      {operation.note !== null && operation.note !== '' && unreadable.length === 0 && (
        <FactRow name={t('operations.reversal.note')}>
          <LongText text={operation.note} />
        </FactRow>
      )}
      <Answer operation={operation} />
    </dl>
  );
}

/** The transfers of a batch that was made, and paying again what failed of it. */
function Batch({ operation: { kind, state, requestId, opId } }: Pick<Detail, 'operation'>) {
  if (kind !== 'payout-batch' || !isDone(state)) return null;
  return requestId === null ? (
    <PayFailedAgain opId={opId} failed={null} />
  ) : (
    <BatchMembers batchId={requestId} opId={opId} />
  );
}

/** What a person decided on: rows that could not be read, and why it went on. */
function Unread({ detail: { operation, unreadable } }: { detail: Detail }) {
  const { t } = useTranslation();
  if (unreadable.length === 0) return null;
  return (
    <section className="card stack-12">
      <strong>{t('operations.unreadable')}</strong>
      <UnreadableRows rows={unreadable} />
      <div>
        {t('operations.ack.unreadable.note')}: {operation.note !== null && <LongText text={operation.note} />}
      </div>
    </section>
  );
}

/** One operation as it is now, and acting on it: each act answers with the operation after it. */
function useOperation(opId: string) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  /** The error of an act without an answer. It stays until the drawer is closed, so that nobody acts again meanwhile. */
  const [lost, setLost] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const show = useCallback((answer: Result<Detail>) => {
    if (answer.ok) setDetail(answer.value);
    setError(answer.ok ? null : answer.error);
  }, []);
  useEffect(() => {
    const load = () => void call('operations.detail', { opId }).then(show);
    load();
    return on('operations.changed', ({ opIds }) => (opIds === null || opIds.includes(opId)) && load());
  }, [opId, show]);
  const act: Act = async (work) => {
    setBusy(true);
    const answer = await work();
    if (!answer.ok && isAnswerLost(answer.error)) {
      setLost(answer.error);
      show(await call('operations.detail', { opId }));
    } else show(answer);
    setBusy(false);
  };
  return { detail, error, lost, busy, act };
}

const MINUTE_MS = 60_000;

/** When it is looked for again, and in how long. */
export function NextCheck({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  if (atMs <= nowMs) return <>{t('operations.checkingNow')}</>;
  // The time of day would be that of the last check.
  if (atMs - nowMs < MINUTE_MS) return <>{t('operations.checkSoon')}</>;
  return (
    <>
      {t('operations.nextCheck')} <TimeText atMs={atMs} />{' '}
      {t('operations.inTime', { duration: formatDurationAfter(atMs - nowMs, locale) })}
    </>
  );
}

export function OperationDrawer({ opId, onClose }: { opId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { detail, error, lost, busy, act } = useOperation(opId);
  const operation = detail?.operation;
  const mayCheck = useMay('operations.check');
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={operation ? t(`operations.kind.${operation.kind}`) : t('operations.title')}
      acts={
        detail?.canCheckNow === true && (
          <GuardedButton
            guard={mayCheck}
            variant="default"
            loading={busy}
            onClick={() => void act(() => call('operations.checkNow', { opId }))}
          >
            {t('operations.checkNow')}
          </GuardedButton>
        )
      }
    >
      {error && <ErrorNotice error={error} />}
      {lost && <ErrorNotice error={lost} />}
      {detail && operation && (
        <div className="stack">
          <div>
            <TotalsText totals={operation.totals} movement={operation.kind} strong size={28} />
            <div>
              <OperationStateChip state={operation.state} movement={operation.kind} />
            </div>
            {operation.unread > 0 && (
              <div className="late-text size-13">
                {t('operations.ack.unreadable.covered', {
                  ...counted(countOf(operation.totals) + operation.unread),
                  inSum: counted(countOf(operation.totals)).number,
                  apart: counted(operation.unread).number,
                })}
              </div>
            )}
          </div>
          {!isDone(operation.state) && (
            <Alert color={isEnded(operation.state) ? 'gray' : 'violet'}>
              {t(`operations.about.${operation.state}`)}{' '}
              {operation.nextCheckAtMs !== null && (
                <>
                  <NextCheck atMs={operation.nextCheckAtMs} />
                </>
              )}
            </Alert>
          )}
          <OperationFacts detail={detail} />
          <Unread detail={detail} />
          <Batch operation={operation} />
          {lost === null && detail.canSendAgain && <SendAgain detail={detail} act={act} busy={busy} />}
          {lost === null && detail.canResolve && <Resolve detail={detail} act={act} busy={busy} />}
          <Story detail={detail} />
          {operation.orderId !== null && <TimelineOf what="operation" id={opId} />}
          <Request detail={detail} />
        </div>
      )}
    </SideDrawer>
  );
}
