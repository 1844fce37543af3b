/** Why a person moves money, in their own words. */
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Reason = { reason: string; note: string };
type ReasonProps = Reason & { onChange: (change: Partial<Reason>) => void };

export function ReasonFields({ reason, note, onChange }: ReasonProps) {
  const { t } = useTranslation();
  return (
    <div className="form-pair">
      <TextInput
        label={t('payments.move.reason')}
        required
        maxLength={200}
        value={reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <Textarea
        label={t('payments.move.note')}
        maxLength={500}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  );
}
