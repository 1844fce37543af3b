/** How a movement ended: done, refused, or not known. "Failed" is never said of what may have happened. */
import { Alert, Anchor } from '@mantine/core';
import { IconCheck, IconHandStop, IconQuestionMark, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Operation } from '#shared/contract/operations.ts';
import { useErrorText } from './error-notice.tsx';
import { useLocale } from '../app-store.ts';

export function MovementEnding({ operation, done }: { operation: Operation; done: string }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const errorText = useErrorText();
  const said =
    (language === 'ar' ? operation.messages?.ar : operation.messages?.en) ?? operation.messages?.en;
  const link = (
    <Anchor component={Link} href={`/operations/${operation.opId}`} size="sm">
      {t('operations.open')}
    </Anchor>
  );
  switch (operation.state) {
    case 'SUCCEEDED':
    case 'SUCCEEDED_BY_READ':
    case 'RESOLVED_DONE':
      return (
        <Alert color="green" icon={<IconCheck size={20} />} title={done} role="status">
          {said}
        </Alert>
      );
    case 'REFUSED':
      return (
        <Alert
          color="red"
          icon={<IconHandStop size={20} />}
          title={t('operations.ending.refused')}
          role="alert"
        >
          <div>{said ?? (operation.error ? errorText(operation.error).title : '')}</div>
          {operation.error?.code === 'limit' && <div>{errorText(operation.error).next}</div>}
          <div>{t('operations.ending.refusedNext')}</div>
        </Alert>
      );
    case 'NOT_SENT':
      return (
        <Alert
          color="red"
          icon={<IconPlugConnectedX size={20} />}
          title={t('operations.ending.notSent')}
          role="alert"
        >
          {operation.error && errorText(operation.error).title} {t('operations.ending.notSentNext')}
        </Alert>
      );
    case 'INTENT':
    case 'SENDING':
    case 'UNKNOWN':
    case 'CHECKING':
    case 'ABSENT':
    case 'NEEDS_PERSON':
    case 'DISPUTED':
    case 'RESOLVED_NOT_DONE':
    case 'EXPIRED':
      return (
        <Alert
          color="violet"
          icon={<IconQuestionMark size={20} />}
          title={t('operations.ending.unknown')}
          role="alert"
        >
          <div>{t('operations.ending.unknownNext')}</div>
          {link}
        </Alert>
      );
  }
}
