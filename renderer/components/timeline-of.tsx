/** In a drawer of another list: the whole way of the payment that this is a part of, on the same line as in Payments. */
import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { InputOf } from '#shared/contract/index.ts';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import { call } from '../api/client.ts';
import { ErrorNotice } from './error-notice.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { useStoredDetail } from './stored-detail.ts';

type Part = InputOf<'payments.ofPart'>;

const CHANGES = ['payments.changed', 'operations.changed'] as const;

export function TimelineOf({ what, id }: Part) {
  const { t } = useTranslation();
  const find = useCallback((key: string) => call('payments.ofPart', { what, id: key }), [what]);
  const { found, error } = useStoredDetail<PaymentDetail>(id, find, CHANGES);
  const detail = found?.detail ?? null;
  return (
    <section className="set-off" aria-label={t('payments.timeline')} data-testid="timeline-of">
      <div className="row-8 spread">
        <strong>{t('payments.timeline')}</strong>{' '}
        {detail && (
          <Anchor component={Link} href={`/payments/${encodeURIComponent(detail.payment.key)}`} size="sm">
            {t('payments.openPayment')}
          </Anchor>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {detail && <PaymentTimeline timeline={detail.timeline} missing={detail.missing} />}
      {found && !detail && <p className="muted size-13">{t('payments.noTimeline')}</p>}
    </section>
  );
}
