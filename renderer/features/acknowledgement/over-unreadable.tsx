/** The decision that an acknowledgement goes on over rows that cannot be read: it names them, and asks for a reason and the PIN. */
import { Alert, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AckPreparation } from '#shared/contract/operations.ts';
import { useCounted } from '../../components/counted.ts';
import { UnreadableRows } from '../../components/unreadable-rows.tsx';

type Props = {
  rows: AckPreparation['unreadable'];
  note: string;
  onNote: (note: string) => void;
  /** The PIN's field. */
  fields: ReactNode;
};

export function OverUnreadable({ rows, note, onNote, fields }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      <Alert
        color="orange"
        icon={<IconAlertTriangle size={20} />}
        title={t('operations.ack.unreadable.title', counted(rows.length))}
        data-testid="over-unreadable"
      >
        <div>{t('operations.ack.unreadable.text', counted(rows.length))}</div>
        <UnreadableRows rows={rows} />
      </Alert>
      <Textarea
        label={t('operations.ack.unreadable.note')}
        placeholder={t('operations.ack.unreadable.example')}
        required
        maxLength={500}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      {fields}
    </>
  );
}
