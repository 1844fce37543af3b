/** The gateway's own file of payments, for the days of the filter: as it came. */
import { notifications } from '@mantine/notifications';
import { IconFileDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PaymentFilter } from '#shared/contract/payments.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useOffered } from '../../app-store.ts';
import { dayOf } from '../../components/local-days.ts';
import { MenuItem } from '../../components/menu-item.tsx';
import { tellError } from '../../components/tell-error.tsx';
import { useMay } from '../../people-store.ts';
import { useTellSaved } from '../reports/index.tsx';

const READING = 'gateway-file';

export function GatewayFileItem({ filter: { fromMs, toMs } }: { filter: PaymentFilter }) {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const tellSaved = useTellSaved();
  const may = useOffered('transactions.export', useMay('customers'));
  const save = async () => {
    const days = { from: dayOf(fromMs) || null, to: dayOf(toMs) || null };
    const fileName = [t('app.nav.payments'), profile?.name ?? '', t('payments.gatewayFile.name')];
    notifications.show({
      id: READING,
      loading: true,
      autoClose: false,
      message: t('payments.gatewayFile.reading'),
    });
    const saved = await call('reports.saveGatewayFile', { fileName, ...days });
    notifications.hide(READING);
    if (saved.ok) tellSaved(saved.value);
    else tellError(saved.error);
  };
  return (
    <MenuItem
      leftSection={<IconFileDownload size={16} />}
      disabled={!may.allowed}
      onClick={() => void save()}
    >
      {t('payments.gatewayFile.save')}
      <div className="muted size-12">{may.allowed ? t('payments.gatewayFile.about') : may.reason}</div>
    </MenuItem>
  );
}
