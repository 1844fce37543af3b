/** The ending of a movement, in its dialog. A movement that may have happened is never called failed. */
import { Alert, Anchor, type AlertProps } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClockPause,
  IconHandStop,
  IconQuestionMark,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Operation } from '#shared/contract/operations.ts';
import { endingOf, type Ending } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useErrorText } from './error-notice.tsx';
import { useLocale } from '../app-store.ts';

const LOOKS: Record<Ending, Pick<AlertProps, 'color' | 'icon' | 'role'>> = {
  done: { color: 'gray', icon: <IconCheck size={20} className="good-icon" />, role: 'status' },
  refused: { color: 'red', icon: <IconHandStop size={20} />, role: 'alert' },
  'not-sent': { color: 'red', icon: <IconPlugConnectedX size={20} />, role: 'alert' },
  'not-done': { color: 'gray', icon: <IconClockPause size={20} />, role: 'status' },
  unknown: { color: 'violet', icon: <IconQuestionMark size={20} />, role: 'alert' },
};

const PARTLY: typeof LOOKS.done = {
  color: 'orange',
  icon: <IconAlertTriangle size={20} />,
  role: 'status',
};

type EndingProps = {
  operation: Operation;
  done: string;
  /** It is done, and something of it is in no sum. */
  isPartly?: boolean;
  /** Given if the page of the operation does not replace the open one. */
  onOpen?: () => void;
};

export function MovementEnding({ operation, done, isPartly = false, onOpen }: EndingProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const errorText = useErrorText();
  const said =
    (language === 'ar' ? operation.messages?.ar : operation.messages?.en) ?? operation.messages?.en;
  const { state } = operation;
  switch (endingOf(state)) {
    case 'done':
      return (
        // The gateway's word for it stands with the request: that it is done says more.
        <Alert {...(isPartly ? PARTLY : LOOKS.done)} title={done} />
      );
    case 'refused':
      return (
        <Alert {...LOOKS.refused} title={t('operations.ending.refused')}>
          <div>{said ?? (operation.error ? errorText(operation.error).title : '')}</div>
          {operation.error?.code === 'limit' && <div>{errorText(operation.error).next}</div>}
          <div>{t(`operations.about.${state}`)}</div>
        </Alert>
      );
    case 'not-sent':
      return (
        <Alert {...LOOKS['not-sent']} title={t('operations.ending.notSent')}>
          {operation.error && errorText(operation.error).title} {t(`operations.about.${state}`)}
        </Alert>
      );
    case 'not-done':
      return (
        <Alert {...LOOKS['not-done']} title={t(`operations.state.${state}`)}>
          {t(`operations.about.${state}`)}
        </Alert>
      );
    case 'unknown':
      return (
        <Alert {...LOOKS.unknown} title={t('operations.ending.unknown')}>
          <div>{t(`operations.about.${state}`)}</div>
          <Anchor component={Link} href={`/operations/${operation.opId}`} size="sm" onClick={onOpen}>
            {t('operations.open')}
          </Anchor>
        </Alert>
      );
  }
}

/** The core's own answer was lost: there may be an operation, and nobody here knows which. */
export function LostEnding({ error, onOpen }: { error: AppError; onOpen: () => void }) {
  const { t } = useTranslation();
  const { title, next } = useErrorText()(error);
  return (
    <Alert {...LOOKS.unknown} title={t('operations.ending.unknown')}>
      <div>{title}</div>
      <div>{next}</div>
      <Anchor component={Link} href="/operations" size="sm" onClick={onOpen}>
        {t('operations.openAll')}
      </Anchor>
    </Alert>
  );
}
