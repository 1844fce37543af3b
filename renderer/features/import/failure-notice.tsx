/** The error on the way, with another try if that can help. */
import { Alert, Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useImport } from './store.ts';

/** The file is what it is: reading it again would end the same way. */
const OF_THE_FILE: readonly string[] = [
  'too-large',
  'empty-file',
  'format-unknown',
  'old-excel',
  'pdf',
  'picture',
  'web-page',
  'text-document',
  'other-spreadsheet',
  'archive-mixed',
  'broken',
  'broken-at',
  'too-heavy',
  'encrypted',
  'archive-unsafe',
  'xml-unsafe',
  'version-unknown',
  'too-many-rows',
  'too-many-columns',
];

export function FailureNotice() {
  const { t } = useTranslation();
  const failure = useImport((state) => state.failure);
  if (!failure) return null;
  const { error, retry } = failure;
  if (error === 'unreadable')
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconFileAlert size={20} />}
        title={t('import.file.unreadable')}
        role="alert"
      >
        <div>{t('import.file.unreadableNext')}</div>
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {t('app.actions.retry')}
        </Button>
      </Alert>
    );
  return OF_THE_FILE.includes(error.code) ? (
    <ErrorNotice error={error} />
  ) : (
    <ErrorNotice error={error} onRetry={retry} />
  );
}
