/** Why a terminal, or what is outstanding on it, stays out. */
import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveReasons, type LeaveReason } from '#shared/domain/closing.ts';
import type { ClosingTerminal } from '#shared/contract/closing-day.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useClosing } from './store.ts';

const WANT_A_NOTE: readonly (LeaveReason | null)[] = ['other', 'unreadable-rows'];
const FOR_ROWS: readonly LeaveReason[] = [
  'disputed',
  'no-permission',
  'unreadable-rows',
  'unreachable',
  'other',
];

type LeaveProps = { terminal: ClosingTerminal; what: 'terminal' | 'outstanding'; onClose: () => void };

export function LeaveDialog({ terminal, what, onClose }: LeaveProps) {
  const { t } = useTranslation();
  const change = useClosing((state) => state.change);
  const [reason, setReason] = useState<LeaveReason | null>(null);
  const [note, setNote] = useState('');
  const wantsNote = WANT_A_NOTE.includes(reason);
  const save = async () => {
    if (reason === null) return null;
    const channel = what === 'terminal' ? 'closing.leaveOut' : 'closing.leaveOutstanding';
    const answer = await change(channel, { terminalId: terminal.terminalId, leave: { reason, note } });
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t(`closing.leave.title.${what}`, { label: terminal.label })}
      action={t(`closing.leave.action.${what}`)}
      ready={reason !== null && (!wantsNote || note.trim() !== '')}
      onSave={save}
      onClose={onClose}
    >
      <div className="muted">{t(`closing.leave.text.${what}`)}</div>
      <Select
        label={t('closing.column.reason')}
        placeholder={t('closing.chooseReason')}
        required
        data-autofocus
        data={(what === 'terminal' ? leaveReasons : FOR_ROWS).map((value) => ({
          value,
          label: t(`closing.leaveReason.${value}`),
        }))}
        value={reason}
        onChange={(value) => setReason(value)}
      />
      <Textarea
        label={t('closing.column.note')}
        required={wantsNote}
        maxLength={500}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
