/** The one dialog that moves money: says where, focuses Cancel, never fires on Enter, never offers a second button. */
import { Alert, Anchor, Button, Modal } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Operation } from '#shared/contract/operations.ts';
import { isDone } from '#shared/domain/operation.ts';
import { isAnswerLost, type AppError } from '#shared/errors/app-error.ts';
import { useActiveProfile } from '../app-store.ts';
import { waitForAnswer } from '../waiting.ts';
import { Footed } from './dialog-foot.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { LostEnding } from './movement-ending.tsx';

/** True once nothing is left to decide: the button says Close. `done` if the person also got what they asked for: it says Done. */
type Ended = boolean | 'done';

/** `sent`: it was sent for approval, which is all that was asked for. */
export function endedWith(operation: Operation | null, sent = false): Ended {
  if (operation !== null) return isDone(operation.state) ? 'done' : true;
  return sent && 'done';
}

type MovementDialogProps = {
  onClose: () => void;
  title: string;
  /** The consequence, in one sentence. Null: it is said further up. */
  consequence: ReactNode;
  /** Null as long as there is nothing to confirm: another act leads on. */
  confirmLabel: string | null;
  canConfirm: boolean;
  busy: boolean;
  /** True for an act that is sent to the gateway: its outcome stays under Operations. */
  moves?: boolean;
  onConfirm: () => void;
  /** Another way on, beside Cancel: sending it for approval. */
  alternative?: ReactNode;
  /** An ending has been reached: only leaving is left. */
  ended?: Ended;
  /** Where what came of it is shown, beside the button that leaves. */
  onward?: ReactNode;
  /** What the dialog is called then. An order to do it would be read as not done. */
  endedTitle?: string | undefined;
  /** What the children show. One after which nobody knows whether it was done is an ending in their place. */
  errors: readonly (AppError | null)[];
  size?: number;
  children: ReactNode;
};

/** Tells after a second that the dialog waits, so that nobody wonders if the click was taken, and later that it may be left. */
function useWaiting(busy: boolean): 'said' | 'long' | null {
  const [waiting, setWaiting] = useState<'said' | 'long' | null>(null);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setWaiting('said'), 1_000);
    const end = waitForAnswer(() => setWaiting('long'));
    return () => {
      clearTimeout(timer);
      end();
      setWaiting(null);
    };
  }, [busy]);
  return busy ? waiting : null;
}

function NoAnswerYet({ moves }: { moves: boolean }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="violet"
      icon={<IconQuestionMark size={20} />}
      title={t('app.movement.noAnswer')}
      role="alert"
    >
      <div>{t(moves ? 'app.movement.found' : 'app.movement.look')}</div>
      {moves && (
        <Anchor component={Link} href="/operations" size="sm">
          {t('app.movement.openOperations')}
        </Anchor>
      )}
    </Alert>
  );
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

/** Cancel, another way on, and the one button that acts. */
function Decision({ onClose, busy, alternative, onConfirm, canConfirm, confirmLabel }: MovementDialogProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
        {t('app.actions.cancel')}
      </Button>
      <fieldset disabled={busy} className="contents">
        {alternative}
      </fieldset>
      {confirmLabel !== null && (
        <Button
          color="dark"
          onClick={onConfirm}
          disabled={!canConfirm}
          loading={busy}
          data-testid="confirm-movement"
        >
          {confirmLabel}
        </Button>
      )}
    </>
  );
}

export function MovementDialog(props: MovementDialogProps) {
  const {
    onClose,
    title,
    consequence,
    busy,
    moves = false,
    ended: reached = false,
    onward,
    endedTitle = title,
    errors,
    size = 520,
    children,
  } = props;
  const { t } = useTranslation();
  const waiting = useWaiting(busy);
  const lost = reached ? undefined : errors.find((error) => error !== null && isAnswerLost(error));
  const ended = reached !== false || lost !== undefined;
  const long = waiting === 'long';
  const leaves = !busy || long;
  const content = useKeptFocus<HTMLDivElement>(ended ? 'ended' : busy ? 'busy' : null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong className="size-16">{ended ? endedTitle : title}</strong>}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={leaves}
      withCloseButton={leaves}
    >
      <div ref={content} tabIndex={-1} className="movement">
        <div className="muted size-13">
          {t('app.movement.on')} <EnvironmentLine />
        </div>
        <Footed
          acts={
            ended || long ? (
              <>
                {ended && onward}
                <Button variant="default" onClick={onClose} data-autofocus autoFocus={long}>
                  {t(reached === 'done' ? 'app.actions.done' : 'app.actions.close')}
                </Button>
              </>
            ) : (
              <Decision {...props} />
            )
          }
        >
          {!ended && !long && consequence !== null && <p className="movement-consequence">{consequence}</p>}
          {lost ? <LostEnding error={lost} onOpen={onClose} /> : children}
          <div aria-live="polite" className="muted size-13">
            {waiting === 'said' && t('app.movement.waiting')}
          </div>
          {long && <NoAnswerYet moves={moves} />}
        </Footed>
      </div>
    </Modal>
  );
}
