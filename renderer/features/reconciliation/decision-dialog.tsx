/** Decisions that one person takes: who looks at it until when, that it is explained, or that it is open again. */
import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { useCounted } from '../../components/counted.ts';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { usePeople } from '../../people-store.ts';

export type Decision = {
  act: 'assign' | 'resolve' | 'reopen';
  /** One or many; `reopen` takes one. */
  exceptions: ReconcileException[];
};
type Form = { owner: string | null; dueOn: string; remark: string };

const seenOf = ({ key, version }: ReconcileException) => ({ key, version });

function decide({ act, exceptions }: Decision, { owner, dueOn, remark }: Form): Promise<Result<unknown>> {
  const seen = exceptions.map(seenOf);
  switch (act) {
    case 'assign':
      return call('reconciliation.assign', {
        exceptions: seen,
        owner,
        dueOn: dueOn === '' ? null : dueOn,
        remark,
      });
    case 'resolve':
      return call('reconciliation.resolve', { exceptions: seen, remark });
    case 'reopen':
      return call('reconciliation.reopen', { key: seen[0]?.key ?? '', reason: remark });
  }
}

/** The value that all have, or null if they differ. */
const commonOf = <T,>(values: readonly T[]): T | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

function AssignFields({ form, onChange }: { form: Form; onChange: (change: Partial<Form>) => void }) {
  const { t } = useTranslation();
  const people = usePeople(({ state }) => state?.people);
  const names = [
    ...new Set([...(people ?? []).map(({ name }) => name), ...(form.owner ? [form.owner] : [])]),
  ];
  return (
    <div className="form-pair">
      <Select
        label={t('reconciliation.column.owner')}
        placeholder={t('reconciliation.filter.nobody')}
        clearable
        data-autofocus
        data={names}
        value={form.owner}
        onChange={(owner) => onChange({ owner })}
      />
      <DateField
        label={t('reconciliation.column.due')}
        value={form.dueOn}
        onChange={(dueOn) => onChange({ dueOn })}
      />
    </div>
  );
}

export function DecisionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { act, exceptions } = decision;
  const [form, setForm] = useState<Form>({
    owner: commonOf(exceptions.map(({ owner }) => owner)),
    dueOn: commonOf(exceptions.map(({ dueOn }) => dueOn)) ?? '',
    remark: '',
  });
  const change = (part: Partial<Form>) => setForm({ ...form, ...part });
  const save = async () => {
    const answer = await decide(decision, form);
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t(`reconciliation.dialog.${act}.title`, counted(exceptions.length))}
      action={t(`reconciliation.dialog.${act}.action`)}
      ready={act === 'assign' || form.remark.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      <div className="muted">{t(`reconciliation.dialog.${act}.text`)}</div>
      {act === 'assign' && <AssignFields form={form} onChange={change} />}
      <Textarea
        label={t(act === 'reopen' ? 'closing.column.reason' : 'reconciliation.column.remark')}
        required={act !== 'assign'}
        data-autofocus={act !== 'assign' || undefined}
        maxLength={500}
        autosize
        minRows={2}
        value={form.remark}
        onChange={(event) => change({ remark: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
