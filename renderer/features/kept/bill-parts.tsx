/** Of a link or an invoice: where its customer pays, and the payments that it led to. */
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { pageAddress } from '#shared/domain/page-address.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { PaymentsOfOrder } from '../payments/index.tsx';
import { textIn } from './text-in.ts';

export const isBill = (name: KeptListName): name is 'links' | 'invoices' =>
  name === 'links' || name === 'invoices';

function Address({ address }: { address: string }) {
  const { t } = useTranslation();
  const page = pageAddress(address);
  return (
    <>
      <IdText value={address} />
      <div className="row-8 flow">
        <CopyTextButton text={address} label={t('checkouts.pay.copy')} size="xs" />
        {page && (
          <Button
            size="xs"
            variant="default"
            component="a"
            href={page.href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={16} />}
          >
            {t('checkouts.pay.open')}
          </Button>
        )}
      </div>
    </>
  );
}

/** No list of the gateway has the address of a link: then its number is what it is found by. */
function WhereToPay({ name, row }: { name: 'links' | 'invoices'; row: KeptRow }) {
  const { t } = useTranslation();
  const address = textIn(row, 'payAddress');
  return (
    <section className="set-off stack-8" data-testid="where-to-pay">
      <h3 className="size-13 flush">{t('kept.column.payAddress')}</h3>
      {address === null ? (
        <>
          <p className="muted flush">{t(`kept.addressElsewhere.${name}`)}</p>
          <div>
            <CopyTextButton text={row.key} label={t(`kept.copyNumber.${name}`)} size="xs" />
          </div>
        </>
      ) : (
        <Address address={address} />
      )}
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
