/** Opens the order of a checkout. The order is read first, because it may be newer than the list of orders. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call, toldElsewhere } from '../../api/client.ts';

type OpenOrderProps = { orderId: string | null; onOpened?: () => void };

export function OpenOrder({ orderId, onOpened }: OpenOrderProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  if (orderId === null) return null;
  const open = async () => {
    setBusy(true);
    await toldElsewhere(
      call('payments.readOrder', { orderId }),
      'the page of the order, which lacks it then',
    );
    setBusy(false);
    onOpened?.();
    navigate(`/payments/${encodeURIComponent(orderId)}`);
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void open()}>
      {t('checkouts.openOrder')}
    </Button>
  );
}
