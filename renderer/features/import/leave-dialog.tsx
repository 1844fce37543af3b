/** An import that is not confirmed is put aside for good: the file is not kept, so it is asked first. */
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type LeaveProps = { what: 'leave' | 'discard'; onStay: () => void; onDiscard: () => void };

export function LeaveDialog({ what, onStay, onDiscard }: LeaveProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onStay}
      title={<strong className="size-16">{t(`import.leave.title.${what}`)}</strong>}
      closeOnClickOutside={false}
    >
      <div className="stack">
        <div>{t('import.leave.text')}</div>
        <div className="dialog-acts">
          <Button variant="default" onClick={onStay} data-autofocus>
            {t('import.leave.stay')}
          </Button>
          <Button color="dark" onClick={onDiscard}>
            {t(`import.leave.action.${what}`)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
