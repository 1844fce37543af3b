/** Fills in a form with one of the recipients that are kept; nothing where none is. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { orTell } from '../../components/tell-error.tsx';
import type { PaidForm } from './paid-form.ts';
import { useRecipients } from './use-recipients.ts';

export function SavedRecipient({ change }: { change: (part: Partial<PaidForm>) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const all = (useRecipients().found?.recipients ?? []).filter(({ isReadable }) => isReadable);
  if (all.length === 0) return null;
  const choose = async (key: string | null) => {
    setChosen(key);
    const found = key === null ? null : await orTell(call('transfers.recipient', { key }));
    if (found) change(found);
  };
  return (
    <Select
      label={t('transfers.recipients.saved')}
      placeholder={t('transfers.recipients.choose')}
      clearable
      data={all.map(({ key, name, ending }) => ({ value: key, label: `${name} · ${ending}` }))}
      value={chosen}
      onChange={(key) => void choose(key)}
    />
  );
}
