/** The cause, in words, and what to do about it. */
import { Alert, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBolt,
  IconClockHour4,
  IconCloudOff,
  IconLock,
  IconToggleLeft,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatMoney } from '../../i18n/format.ts';
import type { Unavailable } from './unavailable.ts';

const ICONS: Record<Exclude<Unavailable['why'], 'refused'>, ReactNode> = {
  offline: <IconCloudOff size={20} />,
  stale: <IconClockHour4 size={20} />,
  'nothing-eligible': <IconBolt size={20} />,
  'permission-missing': <IconLock size={20} />,
  'feature-off': <IconToggleLeft size={20} />,
  'limit-reached': <IconClockHour4 size={20} />,
  'below-minimum': <IconAlertTriangle size={20} />,
};

export function UnavailableNotice({ cause, onRefresh }: { cause: Unavailable; onRefresh: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (cause.why === 'refused') return <ErrorNotice error={cause.error} onRetry={onRefresh} />;
  const params = {
    permission: cause.why === 'permission-missing' ? cause.permission : '',
    feature: cause.why === 'feature-off' ? cause.feature : '',
    limit: 'limit' in cause && cause.limit ? formatMoney(cause.limit, locale) : '',
  };
  return (
    <Alert
      color="gray"
      icon={ICONS[cause.why]}
      title={t(`instantSettlement.unavailable.${cause.why}.title`, params)}
      role="status"
      data-why={cause.why}
    >
      <div>{t(`instantSettlement.unavailable.${cause.why}.next`, params)}</div>
      {cause.why !== 'offline' && (
        <Button mt="sm" size="xs" variant="default" onClick={onRefresh}>
          {t('app.actions.refresh')}
        </Button>
      )}
    </Alert>
  );
}
