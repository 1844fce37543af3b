/** The one dialog that moves money: says where, focuses Cancel, never fires on Enter, never offers a second button. */
import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveProfile } from '../app-store.ts';

type MovementDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, in one sentence. */
  consequence: ReactNode;
  confirmLabel: string;
  canConfirm: boolean;
  busy: boolean;
  onConfirm: () => void;
  /** Another way on, beside Cancel: sending it for approval. */
  alternative?: ReactNode;
  /** An ending has been reached: only Close is left. */
  ended?: boolean;
  size?: number;
  children: ReactNode;
};

/** After a second of waiting the dialog says so: nobody should wonder whether the click was taken. */
function useWaiting(busy: boolean): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setWaiting(true), 1_000);
    return () => {
      clearTimeout(timer);
      setWaiting(false);
    };
  }, [busy]);
  return busy && waiting;
}

export function EnvironmentLine() {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  if (!profile) return null;
  return (
    <span>
      <strong>{t(`app.environment.${profile.environment}`)}</strong> · {profile.name}
    </span>
  );
}

export function MovementDialog(props: MovementDialogProps) {
  const {
    opened,
    onClose,
    title,
    consequence,
    confirmLabel,
    canConfirm,
    busy,
    onConfirm,
    alternative,
    ended = false,
    size = 520,
    children,
  } = props;
  const { t } = useTranslation();
  const waiting = useWaiting(busy);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong style={{ fontSize: 16 }}>{title}</strong>}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
        {!ended && (
          <div className="muted" style={{ fontSize: 13 }}>
            {t('app.movement.on')} <EnvironmentLine />
          </div>
        )}
        {children}
        {!ended && <div>{consequence}</div>}
        <div
          aria-live="polite"
          className="muted"
          style={{ fontSize: 13, minBlockSize: waiting ? undefined : 0 }}
        >
          {waiting && t('app.movement.waiting')}
        </div>
        <Group justify="flex-end">
          {ended ? (
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('app.actions.close')}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
                {t('app.actions.cancel')}
              </Button>
              {alternative}
              <Button
                color="dark"
                onClick={onConfirm}
                disabled={!canConfirm}
                loading={busy}
                data-testid="confirm-movement"
              >
                {confirmLabel}
              </Button>
            </>
          )}
        </Group>
      </div>
    </Modal>
  );
}
