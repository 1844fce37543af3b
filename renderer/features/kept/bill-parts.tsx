/** Of a link or an invoice: where its customer pays, and the payments that it led to. */
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import { PaymentsOfOrder } from '../payments/index.tsx';
import { textIn } from './text-in.ts';

export const isBill = (name: KeptListName): name is 'links' | 'invoices' =>
  name === 'links' || name === 'invoices';

/** No address is kept: the dashboard of the gateway finds the bill by its number. */
function WhereToPay({ name, row }: { name: 'links' | 'invoices'; row: KeptRow }) {
  const { t } = useTranslation();
  return (
    <section className="set-off stack-8" data-testid="where-to-pay">
      <h3 className="size-13 flush">{t('kept.whereToPay.title')}</h3>
      <p className="muted flush">{t(`kept.whereToPay.${name}`)}</p>
      <div>
        <CopyTextButton text={row.key} label={t(`kept.copyNumber.${name}`)} size="xs" />
      </div>
    </section>
  );
}

const named = (texts: readonly (string | null)[]): string[] =>
  texts.filter((text): text is string => text !== null && text !== '');

export function BillParts({ name, row }: { name: 'links' | 'invoices'; row: KeptRow }) {
  const isPaid = textIn(row, 'paymentState') === 'PAID';
  return (
    <>
      {!isPaid && !row.isGone && <WhereToPay name={name} row={row} />}
      <PaymentsOfOrder
        key={row.key}
        names={named([textIn(row, name === 'links' ? 'linkId' : 'invoice'), textIn(row, 'reference')])}
      />
    </>
  );
}
