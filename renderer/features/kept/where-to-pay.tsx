/** Where the customer of a link or an invoice pays. The gateway's lists do not say it, so this PC keeps the address that it got when it made the bill. */
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { useActiveProfile } from '../../app-store.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';

export type Bills = 'links' | 'invoices';
export type Made = NonNullable<OutputOf<'bills.made'>['made']>;

/** The address if this PC has it. Otherwise why it does not, and how the customer gets it. */
export function WhereToPay({ name, made }: { name: Bills; made: Made | null }) {
  const { t } = useTranslation();
  const isPractice = useActiveProfile()?.environment === 'practice';
  const address = made?.address ?? null;
  const why = made === null ? 'elsewhere' : 'unnamed';
  return (
    <section className="set-off stack-8" data-testid="where-to-pay">
      <h3 className="size-13 flush">{t('kept.whereToPay.title')}</h3>
      {address === null ? (
        <p className="muted flush">
          {t(`kept.whereToPay.${why}.${name}`)} {t(`kept.whereToPay.next.${name}`)}
        </p>
      ) : (
        <>
          <bdi dir="ltr" className="id bill-address">
            {address}
          </bdi>
          <div>
            <CopyTextButton text={address} label={t('checkouts.pay.copy')} size="xs" />
          </div>
          {isPractice && <p className="muted size-13 flush">{t('checkouts.pay.practice')}</p>}
        </>
      )}
    </section>
  );
}
