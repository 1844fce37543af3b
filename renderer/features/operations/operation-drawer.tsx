/** One operation: its story in plain words, and what may be done about it. */
import { Alert, Button, Code, Divider, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { evidenceKinds, isUnknown, type EvidenceKind, type Resolution } from '#shared/domain/operation.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { ErrorNotice, useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { OperationStateChip } from './operation-state.tsx';

type Detail = OutputOf<'operations.detail'>;
type Act = (work: () => Promise<Result<Detail>>) => Promise<void>;

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
          <div className="muted" style={{ fontSize: 12 }}>
            <bdi>{formatDateTime(event.atMs, locale)}</bdi>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** How it ended, where not well: our reading of it, and the gateway's own words. Never what to try: a movement is not tried. */
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

function SendAgain({ detail, act, busy }: { detail: Detail; act: Act; busy: boolean }) {
  const { t } = useTranslation();
  const mayMove = useCanMoveMoney();
  const [retyped, setRetyped] = useState('');
  const { opId, kind } = detail.operation;
  return (
    <section className="card" style={{ display: 'grid', gap: 12 }}>
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
      <GuardedButton
        guard={mayMove}
        color="dark"
        loading={busy}
        disabled={retyped.trim() === ''}
        onClick={() => void act(() => call('operations.sendAgain', { opId, retyped }))}
      >
        {t('operations.sendAgain.action')}
      </GuardedButton>
    </section>
  );
}

function Resolve({ opId, act, busy }: { opId: string; act: Act; busy: boolean }) {
  const { t } = useTranslation();
  const [resolution, setResolution] = useState<Resolution | null>(null);
  const [evidence, setEvidence] = useState<EvidenceKind | null>(null);
  const [evidenceReference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const complete =
    resolution !== null && evidence !== null && evidenceReference.trim() !== '' && reason.trim() !== '';
  return (
    <section className="card" style={{ display: 'grid', gap: 12 }}>
      <strong>{t('operations.resolve.title')}</strong>
      <Select
        label={t('operations.resolve.what')}
        data={[
          { value: 'done', label: t('operations.resolve.done') },
          { value: 'not-done', label: t('operations.resolve.notDone') },
        ]}
        value={resolution}
        onChange={(value) => setResolution(value)}
      />
      <Select
        label={t('operations.resolve.evidence')}
        data={evidenceKinds.map((kind) => ({ value: kind, label: t(`operations.evidence.${kind}`) }))}
        value={evidence}
        onChange={(value) => setEvidence(value)}
      />
      <TextInput
        label={t('operations.resolve.reference')}
        value={evidenceReference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Textarea
        label={t('operations.resolve.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        color="dark"
        disabled={!complete}
        loading={busy}
        onClick={() =>
          resolution &&
          evidence &&
          void act(() =>
            call('operations.resolve', { opId, resolution, evidence, evidenceReference, reason }),
          )
        }
      >
        {t('operations.resolve.action')}
      </Button>
    </section>
  );
}

export function OperationDrawer({ opId, onClose }: { opId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const show = useCallback((answer: Result<Detail>) => {
    if (answer.ok) setDetail(answer.value);
    setError(answer.ok ? null : answer.error);
  }, []);
  useEffect(() => {
    const load = () => void call('operations.detail', { opId }).then(show);
    load();
    return on('operations.changed', ({ opIds }) => opIds.includes(opId) && load());
  }, [opId, show]);
  const act: Act = async (work) => {
    setBusy(true);
    show(await work());
    setBusy(false);
  };
  const operation = detail?.operation;
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={operation ? t(`operations.kind.${operation.kind}`) : t('operations.title')}
    >
      {error && <ErrorNotice error={error} />}
      {detail && operation && (
        <div style={{ display: 'grid', gap: 18 }}>
          <div>
            <TotalsText totals={operation.totals} strong size={28} />
            <div>
              <OperationStateChip state={operation.state} />
            </div>
          </div>
          {isUnknown(operation.state) && (
            <Alert color="violet">
              {t(`operations.about.${operation.state}`)}{' '}
              {operation.nextCheckAtMs !== null && (
                <>
                  {t('operations.nextCheck')} <TimeText atMs={operation.nextCheckAtMs} />
                </>
              )}
            </Alert>
          )}
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
            {operation.reason !== null && (
              <>
                <dt>{t('operations.reversal.reason')}</dt>
                <dd>
                  {t(`operations.reason.${operation.reason}`, { defaultValue: operation.reason })}{' '}
                  {operation.note}
                </dd>
              </>
            )}
            <Answer operation={operation} />
          </dl>
          <Group>
            {detail.canCheckNow && (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void act(() => call('operations.checkNow', { opId }))}
              >
                {t('operations.checkNow')}
              </Button>
            )}
          </Group>
          {detail.canSendAgain && <SendAgain detail={detail} act={act} busy={busy} />}
          {detail.canResolve && <Resolve opId={opId} act={act} busy={busy} />}
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
