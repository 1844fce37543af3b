/** This very file was brought before: by whom, when, and where it is. Or its lines are missing, and it brings them back. */
import { Alert, Button } from '@mantine/core';
import { IconFiles, IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useImport } from './store.ts';

export function SameFile() {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const same = useImport((state) => state.inspection?.sameFile ?? null);
  if (!same) return null;
  const missing = same.status === 'lines-missing';
  return (
    <Alert
      color={missing ? 'gray' : 'orange'}
      icon={missing ? <IconRestore size={20} /> : <IconFiles size={20} />}
      title={t(missing ? 'import.same.missingTitle' : 'import.same.title')}
      role="status"
      data-testid="same-file"
    >
      <div>
        {t('import.same.text', {
          ...counted(same.lines),
          at: formatDateTime(same.atMs, locale),
          by: same.by,
          source: same.source.name,
        })}
      </div>
      <div>{t(missing ? 'import.same.missingNext' : 'import.same.next')}</div>
      <Button
        component={Link}
        href={`/reconcile/imports/${same.importId}`}
        mt="sm"
        size="xs"
        variant={missing ? 'default' : 'filled'}
      >
        {t('import.same.open')}
      </Button>
    </Alert>
  );
}
