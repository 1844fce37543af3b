/** A checkout that was just made. It is read until the gateway says that the customer has paid. */
import { Button, Group, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { CheckoutStateChip } from './checkout-state.tsx';
import { OpenOrder } from './open-order.tsx';
import type { Done } from '../making/index.tsx';
import { ToPay } from './to-pay.tsx';
import { isFinal, useWaiting } from './use-checkout.ts';

export function Made({ made: { key, address }, onClose }: { made: Done; onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { detail, error } = useWaiting(key);
  const isOver = detail !== null && isFinal(detail);
  const orderId = detail?.payment?.orderId ?? null;
  return (
    <div className="stack">
      <div className="muted size-13">
        {t('app.movement.on')} <EnvironmentLine />
      </div>
      {detail && (
        <>
          <Group gap={12}>
            <MoneyText value={detail.checkout.amount} strong size={28} />
            <span role="status" data-testid="checkout-state">
              <CheckoutStateChip status={detail.checkout.status} />
            </span>
          </Group>
          <dl className="facts">
            <FactRow name={t('checkouts.column.order')}>
              <IdText value={detail.checkout.order} copyable />
            </FactRow>
            {detail.checkout.customer !== null && (
              <FactRow name={t('checkouts.column.customer')}>
                <bdi>{detail.checkout.customer}</bdi>
              </FactRow>
            )}
            {detail.checkout.description !== null && (
              <FactRow name={t('checkouts.column.description')}>
                <bdi>{detail.checkout.description}</bdi>
              </FactRow>
            )}
            {!isOver && (
              <FactRow name={t('checkouts.pay.until')}>
                <GatewayTimeText value={detail.checkout.expireAt} dated />
              </FactRow>
            )}
          </dl>
        </>
      )}
      {!isOver && <ToPay address={address} />}
      {!isOver && (
        <p className="muted size-13 waiting-line">
          <Loader size={14} aria-hidden /> {t('checkouts.pay.waiting')}
        </p>
      )}
      {error && !isOver && (
        <p className="size-13" data-tone="late">
          {t('checkouts.pay.notRead', { why: errorText(error).title })}
        </p>
      )}
      <div className="dialog-acts">
        <OpenOrder orderId={orderId} onOpened={onClose} />
        <Button variant="default" onClick={onClose}>
          {t('app.actions.done')}
        </Button>
      </div>
    </div>
  );
}
