/** Why a terminal, or what is outstanding on it, stays out. */
import { Button, Group, Modal, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveReasons, type LeaveReason } from '#shared/domain/closing.ts';
import type { ClosingTerminal } from '#shared/contract/closing-day.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
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
  const { change, busy } = useClosing();
  const [reason, setReason] = useState<LeaveReason | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const wantsNote = WANT_A_NOTE.includes(reason);
  const save = async () => {
    if (reason === null) return;
    const channel = what === 'terminal' ? 'closing.leaveOut' : 'closing.leaveOutstanding';
    const answer = await change(channel, { terminalId: terminal.terminalId, leave: { reason, note } });
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t(`closing.leave.title.${what}`, { label: terminal.label })}</strong>}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="muted">{t(`closing.leave.text.${what}`)}</div>
        {error && <ErrorNotice error={error} />}
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy !== null}
            disabled={reason === null || (wantsNote && note.trim() === '')}
          >
            {t(`closing.leave.action.${what}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
