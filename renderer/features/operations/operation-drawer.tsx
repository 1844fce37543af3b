/** One operation: its story in plain words, and what may be done about it. */
import { Alert, Code, Divider, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  evidenceKinds,
  isDone,
  isEnded,
  type EvidenceKind,
  type Resolution,
} from '#shared/domain/operation.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { isAnswerLost, type AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { rightOfKind } from '#shared/domain/rights.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice, useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { useMay } from '../../people-store.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { UnreadableRows } from '../../components/unreadable-rows.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { OperationStateChip } from './operation-state.tsx';

type Detail = OutputOf<'operations.detail'>;
type Act = (work: () => Promise<Result<Detail>>) => Promise<void>;

/** The other people who had a part in it, if any. */
function SecondPerson({ events }: Pick<Detail, 'events'>) {
  const { t } = useTranslation();
  const { approvedBy, requestedBy } = events.find(({ code }) => code === 'asked')?.params ?? {};
  return (
    <>
      {requestedBy !== undefined && (
        <>
          <dt>{t('operations.requestedBy')}</dt>
          <dd>{requestedBy}</dd>
        </>
      )}
      {approvedBy !== undefined && (
        <>
          <dt>{t('operations.approvedBy')}</dt>
          <dd>{approvedBy}</dd>
        </>
      )}
    </>
  );
}

/** A movement's own words for an event, where the kind matters; a result that is not known here proves nothing. */
function Story({ events, kind }: Pick<Detail, 'events'> & Pick<Detail['operation'], 'kind'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ol className="story">
      {events.map((event) => (
        <li key={event.seq}>
          {t(`operations.event.${event.code}`, { ...event.params, context: kind })}
          {event.code === 'read' && (
            <>
              {' '}
              {t([`operations.readResult.${event.params['result']}`, 'operations.readResult.inconclusive'])}
            </>
          )}
          <div className="muted size-12">
            <bdi>{formatDateTime(event.atMs, locale)}</bdi>
          </div>
        </li>
      ))}
    </ol>
  );
}

/**
 * The reason of a bad ending: our reading of it, and the gateway's own words. It never says what to try: a movement is not
 * tried.
 */
function Answer({ operation: { error, messages } }: Pick<Detail, 'operation'>) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const errorText = useErrorText();
  const said = (language === 'ar' ? messages?.ar : messages?.en) ?? messages?.en ?? messages?.ar ?? null;
  if (error === null && said === null) return null;
  return (
    <>
      {error && (
        <>
          <dt>{t('operations.reasonOf')}</dt>
          <dd>{errorText(error).title}</dd>
        </>
      )}
      {said !== null && (
        <>
          <dt>{t('operations.said')}</dt>
          <dd>
            <q>
              <bdi>{said}</bdi>
            </q>
          </dd>
        </>
      )}
    </>
  );
}
const amountsOf = ({ totals }: Detail['operation']) => totals.map(({ amount }) => amount);

function SendAgain({ detail, act, busy }: { detail: Detail; act: Act; busy: boolean }) {
  const { t } = useTranslation();
  const [retyped, setRetyped] = useState('');
  const { opId, kind } = detail.operation;
  const mayMove = useCanMoveMoney(rightOfKind[kind]);
  const authorization = useAuthorization({ do: 'send-again', kind }, amountsOf(detail.operation));
  const send = () => {
    const { value } = authorization;
    if (value)
      void act(() => call('operations.sendAgain', { opId, retyped, authorization: value })).then(
        authorization.clear,
      );
  };
  const approval = useSendForApproval();
  const ask = () => {
    const { pin } = authorization;
    if (pin !== null)
      void approval.send({ kind: 'send-again', opId, retyped, pin }).then(authorization.clear);
  };
  if (approval.sent) return <SentEnding />;
  if (approval.error && isAnswerLost(approval.error)) return <ErrorNotice error={approval.error} />;
  return (
    <section className="card stack-12">
      <strong>{t('operations.sendAgain.title')}</strong>
      <span className="muted">{t('operations.sendAgain.text')}</span>
      <TextInput
        dir="ltr"
        label={
          kind === 'acknowledgement'
            ? t('operations.sendAgain.retypeCount')
            : t('operations.sendAgain.retypeAmount')
        }
        value={retyped}
        onChange={(event) => setRetyped(event.currentTarget.value)}
      />
      {mayMove.allowed && authorization.fields}
      <GuardedButton
        guard={mayMove}
        color="dark"
        loading={busy}
        disabled={retyped.trim() === '' || authorization.value === null || approval.busy}
        onClick={send}
      >
        {t('operations.sendAgain.action')}
      </GuardedButton>
      {mayMove.allowed && authorization.level === 'L3' && (
        <SendButton
          busy={approval.busy}
          disabled={retyped.trim() === '' || authorization.pin === null || busy}
          onClick={ask}
        />
      )}
      {approval.error && <ErrorNotice error={approval.error} />}
    </section>
  );
}

type ResolveForm = {
  resolution: Resolution | null;
  evidence: EvidenceKind | null;
  evidenceReference: string;
  reason: string;
};
const noForm: ResolveForm = { resolution: null, evidence: null, evidenceReference: '', reason: '' };
type ResolveFieldsProps = { form: ResolveForm; onChange: (change: Partial<ResolveForm>) => void };

function ResolveFields({ form, onChange }: ResolveFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('operations.resolve.what')}
        data={[
          { value: 'done', label: t('operations.resolve.done') },
          { value: 'not-done', label: t('operations.resolve.notDone') },
        ]}
        value={form.resolution}
        onChange={(value) => onChange({ resolution: value })}
      />
      <Select
        label={t('operations.resolve.evidence')}
        data={evidenceKinds.map((kind) => ({ value: kind, label: t(`operations.evidence.${kind}`) }))}
        value={form.evidence}
        onChange={(value) => onChange({ evidence: value })}
      />
      <TextInput
        label={t('operations.resolve.reference')}
        value={form.evidenceReference}
        onChange={(event) => onChange({ evidenceReference: event.currentTarget.value })}
      />
      <Textarea
        label={t('operations.resolve.reason')}
        value={form.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
    </>
  );
}

function Resolve({ detail, act, busy }: { detail: Detail; act: Act; busy: boolean }) {
  const { t } = useTranslation();
  const { opId, kind } = detail.operation;
  const mayResolve = useMay('operations.resolve');
  const authorization = useAuthorization({ do: 'resolve', kind }, amountsOf(detail.operation));
  const [form, setForm] = useState<ResolveForm>(noForm);
  const { resolution, evidence, evidenceReference, reason } = form;
  const complete =
    resolution !== null && evidence !== null && evidenceReference.trim() !== '' && reason.trim() !== '';
  const resolve = () => {
    const { value } = authorization;
    if (!resolution || !evidence || !value) return;
    const input = { opId, resolution, evidence, evidenceReference, reason, authorization: value };
    void act(() => call('operations.resolve', input)).then(authorization.clear);
  };
  const approval = useSendForApproval();
  const ask = () => {
    const { pin } = authorization;
    if (!resolution || !evidence || pin === null) return;
    const input = { opId, resolution, evidence, evidenceReference, reason, pin };
    void approval.send({ kind: 'resolve', ...input }).then(authorization.clear);
  };
  if (approval.sent) return <SentEnding />;
  if (approval.error && isAnswerLost(approval.error)) return <ErrorNotice error={approval.error} />;
  return (
    <section className="card stack-12">
      <strong>{t('operations.resolve.title')}</strong>
      <ResolveFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
      {mayResolve.allowed && authorization.fields}
      <GuardedButton
        guard={mayResolve}
        color="dark"
        disabled={!complete || authorization.value === null || approval.busy}
        loading={busy}
        onClick={resolve}
      >
        {t('operations.resolve.action')}
      </GuardedButton>
      {mayResolve.allowed && authorization.level === 'L3' && (
        <SendButton
          busy={approval.busy}
          disabled={!complete || authorization.pin === null || busy}
          onClick={ask}
        />
      )}
      {approval.error && <ErrorNotice error={approval.error} />}
    </section>
  );
}

function OperationFacts({ detail: { operation, events } }: { detail: Detail }) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      {operation.terminalId !== null && (
        <>
          <dt>{t('terminals.column.terminalId')}</dt>
          <dd>
            <IdText value={operation.terminalId} />
          </dd>
        </>
      )}
      {operation.orderId !== null && (
        <>
          <dt>{t('operations.orderId')}</dt>
          <dd>
            <IdText value={operation.orderId} copyable />
          </dd>
        </>
      )}
      {operation.requestId !== null && (
        <>
          <dt>{t('instantSettlement.request.id')}</dt>
          <dd>
            <IdText value={operation.requestId} copyable />
          </dd>
        </>
      )}
      <dt>{t('operations.by')}</dt>
      <dd>{operation.actor}</dd>
      <SecondPerson events={events} />
      {operation.reason !== null && (
        <>
          <dt>{t('operations.reversal.reason')}</dt>
          <dd>
            {t(`operations.reason.${operation.reason}`, { defaultValue: operation.reason })} {operation.note}
          </dd>
        </>
      )}
      <Answer operation={operation} />
    </dl>
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
        {t('operations.ack.unreadable.note')}: <bdi>{operation.note}</bdi>
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

export function OperationDrawer({ opId, onClose }: { opId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { detail, error, lost, busy, act } = useOperation(opId);
  const operation = detail?.operation;
  const mayCheck = useMay('operations.check');
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={operation ? t(`operations.kind.${operation.kind}`) : t('operations.title')}
    >
      {error && <ErrorNotice error={error} />}
      {lost && <ErrorNotice error={lost} />}
      {detail && operation && (
        <div className="stack">
          <div>
            <TotalsText totals={operation.totals} strong size={28} />
            <div>
              <OperationStateChip state={operation.state} />
            </div>
          </div>
          {!isDone(operation.state) && (
            <Alert color={isEnded(operation.state) ? 'gray' : 'violet'}>
              {t(`operations.about.${operation.state}`)}{' '}
              {operation.nextCheckAtMs !== null && (
                <>
                  {t('operations.nextCheck')} <TimeText atMs={operation.nextCheckAtMs} />
                </>
              )}
            </Alert>
          )}
          <OperationFacts detail={detail} />
          <Unread detail={detail} />
          <Group>
            {detail.canCheckNow && (
              <GuardedButton
                guard={mayCheck}
                variant="default"
                loading={busy}
                onClick={() => void act(() => call('operations.checkNow', { opId }))}
              >
                {t('operations.checkNow')}
              </GuardedButton>
            )}
          </Group>
          {lost === null && detail.canSendAgain && <SendAgain detail={detail} act={act} busy={busy} />}
          {lost === null && detail.canResolve && <Resolve detail={detail} act={act} busy={busy} />}
          <Divider label={t('operations.story')} labelPosition="left" />
          <Story events={detail.events} kind={operation.kind} />
          <details>
            <summary className="muted">{t('operations.request')}</summary>
            <Code
              block
              dir="ltr"
            >{`${detail.request.method} ${detail.request.url}\n${detail.request.body}`}</Code>
          </details>
        </div>
      )}
    </SideDrawer>
  );
}
