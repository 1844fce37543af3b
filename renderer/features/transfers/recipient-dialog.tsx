/** Keeps a recipient, or another number of one: two people agree to it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { emptyPaid, wrongPaidIn, type PaidForm } from './paid-form.ts';
import { RecipientFields } from './recipient-fields.tsx';
import type { Recipient } from './use-recipients.ts';

/** `recipient`: the one that is changed; its number is typed again. */
export function RecipientDialog({
  recipient,
  onClose,
}: {
  recipient: Recipient | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [form, setForm] = useState<PaidForm>(() =>
    recipient
      ? { ...emptyPaid, method: recipient.method, recipient: recipient.name, bank: recipient.bank }
      : emptyPaid,
  );
  const authorization = useAuthorization({ do: 'change-recipient' }, []);
  const isFilled = wrongPaidIn(form).every((field) => field === 'amount');
  const save = async () => {
    if (!authorization.value) return null;
    const { method, number, bank } = form;
    const kept = {
      method,
      recipient: form.recipient.trim(),
      number: number.trim(),
      bank: method === 'bank' ? bank.trim() : '',
    };
    const key = recipient?.key ?? null;
    const asked = { key, recipient: kept, authorization: authorization.value };
    const answer = await call('transfers.saveRecipient', asked);
    authorization.clear();
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t(recipient ? 'transfers.recipients.change' : 'transfers.recipients.new')}
      action={t('transfers.recipients.keep')}
      size="lg"
      ready={isFilled && authorization.value !== null}
      onSave={save}
      onClose={onClose}
    >
      <p className="muted">{t('transfers.recipients.sealed')}</p>
      <RecipientFields
        form={form}
        change={(part) => setForm((before) => ({ ...before, ...part }))}
        wrong={() => undefined}
      />
      {authorization.fields}
    </FormDialog>
  );
}
