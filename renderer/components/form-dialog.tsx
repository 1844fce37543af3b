/** A small form over the page: saved with Enter, open with its error while it fails, closed when it was saved, and not before it is known. */
import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/errors/app-error.ts';
import { StillMissing } from './still-missing.tsx';
import { Footed } from './dialog-foot.tsx';
import { ErrorNotice } from './error-notice.tsx';

type FormProps = {
  title: string;
  /** The label of the button that saves. */
  action: string;
  /** The label of the other button, if it is not "Cancel". */
  keep?: string;
  ready: boolean;
  /** The act does nothing yet: its button is not the accent. */
  plain?: boolean;
  /** Wider, for a table. */
  size?: 'lg';
  /** What is still to be filled in, by name, said beside the buttons; the focus is on the one that changes nothing. */
  missing?: readonly string[];
  onSave: () => Promise<AppError | null>;
  onClose: () => void;
  /** Called instead of closing. */
  onSaved?: () => void;
  children?: ReactNode;
};

const lookOf = ({ missing, plain = false }: Pick<FormProps, 'missing' | 'plain'>) => ({
  ...(missing && { color: 'dark' }),
  ...(plain && { variant: 'default' }),
});

export function FormDialog(props: FormProps) {
  const { title, action, keep, ready, size, missing, onSave, onClose, onSaved = onClose, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const save = async () => {
    setBusy(true);
    const wrong = await onSave();
    setBusy(false);
    if (wrong) setError(wrong);
    else onSaved();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{title}</strong>}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      {...(size && { size })}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void save();
        }}
      >
        <Footed
          acts={
            <>
              <Button
                variant="default"
                disabled={busy}
                onClick={onClose}
                {...(missing && { 'data-autofocus': true })}
              >
                {keep ?? t('app.actions.cancel')}
              </Button>
              <Button type="submit" {...lookOf(props)} disabled={!ready} loading={busy}>
                {action}
              </Button>
            </>
          }
        >
          {error && <ErrorNotice error={error} />}
          {children}
          {missing && <StillMissing names={missing} />}
        </Footed>
      </form>
    </Modal>
  );
}

type ReasonProps = Omit<FormProps, 'ready' | 'missing' | 'onSave'> & {
  /** The focus is on Cancel, and it is said that the reason is missing. */
  careful?: boolean;
  /** The label of the reason, if it is not "Reason". */
  label?: string;
  onSave: (reason: string) => Promise<AppError | null>;
};

/** A dialog for acts that need a reason: taking back, giving up or refusing. */
export function ReasonDialog({ label, careful = false, onSave, children, ...form }: ReasonProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const name = label ?? t('closing.column.reason');
  const ready = reason.trim() !== '';
  return (
    <FormDialog
      {...form}
      {...(careful && { missing: ready ? [] : [name] })}
      ready={ready}
      onSave={() => onSave(reason.trim())}
    >
      {children}
      <Textarea
        label={name}
        required
        {...(!careful && { 'data-autofocus': true })}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
