/** The dialog of making something at the gateway: the form, what looks the same, and how it ended. It is sent once. */
import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Made } from '#shared/contract/making.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { Footed } from '../../components/dialog-foot.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { formatTime } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';

export type Done = Extract<Made, { kind: 'done' }>;
/** Null: a field is wrong, and says so. After a question about a double the next press sends it all the same. */
type Send = (despiteDouble: boolean) => Promise<Result<Made>> | null;

/** Sends what was typed once a press, and keeps what came of it. `onDone` takes what was made instead of showing it. */
export function useMaking(send: Send, onDone?: (made: Done) => void) {
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    const sent = send(made?.kind === 'double');
    if (sent === null) return;
    setBusy(true);
    setError(null);
    const answer = await sent;
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    if (answer.value.kind === 'done' && onDone) onDone(answer.value);
    else setMade(answer.value);
  };
  /** The question about a double was asked of the form as it was before this change. */
  const forget = () => made?.kind === 'double' && setMade(null);
  return { made, error, busy, press, forget };
}
type Making = ReturnType<typeof useMaking>;

type LooksLikeProps = {
  like: Extract<Made, { kind: 'double' }>['like'];
  pathOf: (key: string) => string;
  onOpen: () => void;
};

function LooksLike({ like: { key, name, by, atMs }, pathOf, onOpen }: LooksLikeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const words = {
    name: isolated(name),
    by: by ?? '',
    time: atMs === null ? '' : formatTime(atMs, nowMs, locale),
  };
  const known = atMs === null ? 'named' : by === null ? 'at' : 'byAt';
  return (
    <div className="banner" data-tone="late" role="alert">
      <span>
        {t(`making.double.${known}`, words)} {key === null && t('making.double.attempt')}
      </span>
      {key !== null && (
        <Link href={pathOf(key)} className="banner-action" onClick={onOpen}>
          {t('making.double.open')}
        </Link>
      )}
    </div>
  );
}

function NotKnown({ error, onClose }: { error: AppError; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <ErrorNotice error={error} />
      <p>{t('making.notKnown')}</p>
      <div className="dialog-acts">
        <Button variant="default" onClick={onClose}>
          {t('app.actions.close')}
        </Button>
      </div>
    </div>
  );
}

type DialogProps = {
  title: string;
  /** What the dialog is called once it was made. */
  doneTitle?: string;
  /** The label of the button that makes it: verb and noun. */
  action: string;
  /** What it needs besides the fields is missing: the dialog says what. */
  blocked?: boolean;
  /** Required fields that are empty, by name: said beside the buttons. It is sent once there are none. */
  missing?: readonly string[];
  making: Making;
  /** The address of one that looks the same. */
  pathOf: (key: string) => string;
  /** Wider, for a table. */
  size?: 'lg';
  onClose: () => void;
  /** Shown once it was made. */
  done?: (made: Done) => ReactNode;
  /** The fields. */
  children: ReactNode;
};

export function MakeDialog(props: DialogProps) {
  const { title, doneTitle = title, action, blocked = false, missing, making, pathOf, size } = props;
  const { onClose, done, children } = props;
  const { made, error, busy, press } = making;
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<strong>{made?.kind === 'done' ? doneTitle : title}</strong>}
      {...(size && { size })}
    >
      {made?.kind === 'done' ? (
        done?.(made)
      ) : made?.kind === 'not-known' ? (
        <NotKnown error={made.error} onClose={onClose} />
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void press();
          }}
        >
          <Footed
            acts={
              <>
                <Button variant="default" onClick={onClose}>
                  {t('app.actions.cancel')}
                </Button>
                <Button
                  type="submit"
                  disabled={blocked || (missing !== undefined && missing.length > 0)}
                  loading={busy}
                  data-testid="make"
                >
                  {made?.kind === 'double' ? t('making.makeAnother') : action}
                </Button>
              </>
            }
          >
            <div className="muted size-13">
              {t('app.movement.on')} <EnvironmentLine />
            </div>
            {error && <ErrorNotice error={error} />}
            {children}
            {missing && <StillMissing names={missing} />}
            {made?.kind === 'double' && <LooksLike like={made.like} pathOf={pathOf} onOpen={onClose} />}
          </Footed>
        </form>
      )}
    </Modal>
  );
}
