/** Fills in a form with one of the recipients that are kept; nothing where none is. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFirstLoad } from '../../components/opening.ts';
import type { PaidForm } from './paid-form.ts';
import { useRecipients } from './use-recipients.ts';
import { useSavedRecipient } from './use-saved-recipient.ts';

const MOST_SHOWN = 50;

type SavedProps = {
  form: PaidForm;
  change: (part: Partial<PaidForm>) => void;
  busy: boolean;
  /** The one that a person came with. */
  begin?: string | null;
};

export function SavedRecipient({ form, change, busy, begin = null }: SavedProps) {
  const { t } = useTranslation();
  const { chosen, choose } = useSavedRecipient(form, busy);
  useFirstLoad(() => {
    if (begin !== null) void choose(begin, change);
  });
  const all = (useRecipients().found?.recipients ?? []).filter(({ isReadable }) => isReadable);
  if (all.length === 0) return null;
  return (
    <Select
      label={t('transfers.recipients.saved')}
      placeholder={t('transfers.recipients.choose')}
      clearable
      searchable
      limit={MOST_SHOWN}
      disabled={busy}
      data={all.map(({ key, name, ending }) => ({ value: key, label: `${name} · ${ending}` }))}
      value={chosen}
      onChange={(key) => void choose(key, change)}
    />
  );
}
