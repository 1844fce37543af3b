/** What a person may do about an operation that is not known: send it again, or say how it ended. */
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { evidenceKinds, type EvidenceKind, type Resolution } from '#shared/domain/operation.ts';
import { rightOfKind } from '#shared/domain/rights.ts';
import { isAnswerLost } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { useApproval } from '../../components/approval.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';

export type Detail = OutputOf<'operations.detail'>;
export type Act = (work: () => Promise<Result<Detail>>) => Promise<void>;
type ActProps = { detail: Detail; act: Act; busy: boolean };
const amountsOf = ({ totals }: Detail['operation']) => totals.map(({ amount }) => amount);

type CardProps = {
  title: string;
  action: string;
  guard: ReturnType<typeof useMay>;
  busy: boolean;
  complete: boolean;
  approval: ReturnType<typeof useApproval>;
  onAct: (authorization: Authorization) => Promise<void>;
  children: ReactNode;
};

/** An act with its PINs, or with the request for a second person's approval. */
function ActCard({ title, action, guard, busy, complete, approval, onAct, children }: CardProps) {
  const { authorization, asking, error, sent, clear } = approval;
  if (sent) return sent;
  if (error && isAnswerLost(error)) return <ErrorNotice error={error} />;
  return (
    <section className="card stack-12">
      <strong>{title}</strong>
      {children}
      {guard.allowed && approval.fields}
      <GuardedButton
        guard={guard}
        color="dark"
        loading={busy}
        disabled={!complete || authorization === null || asking}
        onClick={() => authorization && void onAct(authorization).then(clear)}
      >
        {action}
      </GuardedButton>
      {guard.allowed && approval.alternative}
    </section>
  );
}

export function SendAgain({ detail, act, busy }: ActProps) {
  const { t } = useTranslation();
  const [retyped, setRetyped] = useState('');
  const { opId, kind } = detail.operation;
  const complete = retyped.trim() !== '';
  const approval = useApproval(
    { action: { do: 'send-again', kind }, amounts: amountsOf(detail.operation) },
    complete && !busy ? { kind: 'send-again', opId, retyped } : null,
    'movement',
    null,
  );
  return (
    <ActCard
      title={t('operations.sendAgain.title')}
      action={t('operations.sendAgain.action')}
      guard={useCanMoveMoney(rightOfKind[kind])}
      busy={busy}
      complete={complete}
      approval={approval}
      onAct={(authorization) => act(() => call('operations.sendAgain', { opId, retyped, authorization }))}
    >
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
    </ActCard>
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

/** The values of the form; null while one of them is missing. */
function filledOf({ resolution, evidence, evidenceReference, reason }: ResolveForm) {
  if (resolution === null || evidence === null) return null;
  return evidenceReference.trim() === '' || reason.trim() === ''
    ? null
    : { resolution, evidence, evidenceReference, reason };
}

export function Resolve({ detail, act, busy }: ActProps) {
  const { t } = useTranslation();
  const { opId, kind } = detail.operation;
  const [form, setForm] = useState<ResolveForm>(noForm);
  const filled = filledOf(form);
  const approval = useApproval(
    { action: { do: 'resolve', kind }, amounts: amountsOf(detail.operation) },
    filled && !busy ? { kind: 'resolve', opId, ...filled } : null,
    'movement',
    null,
  );
  return (
    <ActCard
      title={t('operations.resolve.title')}
      action={t('operations.resolve.action')}
      guard={useMay('operations.resolve')}
      busy={busy}
      complete={filled !== null}
      approval={approval}
      onAct={async (authorization) =>
        filled ? act(() => call('operations.resolve', { opId, ...filled, authorization })) : undefined
      }
    >
      <ResolveFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
    </ActCard>
  );
}
