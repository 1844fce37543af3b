/** What can be done on the lists of bills and discounts: make a link or an invoice, correct or drop a row of a bulk bill, try. */
import { useHotkeys } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { useCanMoveMoney, useOffered } from '../../app-store.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { NewInvoiceDialog } from './invoice-dialog.tsx';
import { NewLinkDialog } from './link-dialog.tsx';
import { TryDiscount } from './try-discount.tsx';
import './bills.css';

export { BulkStanding } from './bulk-acts.tsx';

const dialogs = { link: NewLinkDialog, invoice: NewInvoiceDialog };
const operations = { link: 'payment-links.create', invoice: 'invoices.create' } as const;

export function NewBill({ what }: { what: 'link' | 'invoice' }) {
  const { t } = useTranslation();
  const guard = useOffered(operations[what], useCanMoveMoney('bill'));
  const [isNew, setNew] = useState(false);
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  const Dialog = dialogs[what];
  return (
    <>
      <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        {t(`bills.new.${what}`)}
      </GuardedButton>
      {isNew && <Dialog onClose={() => setNew(false)} />}
    </>
  );
}

/** What can be done with one row; null of a list whose rows are only read. */
export function BillActs({ name, row }: { name: KeptListName; row: KeptRow }) {
  if (name === 'bulk') return <BulkActs key={row.key} row={row} />;
  if (name !== 'discounts' || row.isGone) return null;
  const off = row.cells.amountOff;
  return (
    <TryDiscount
      key={row.key}
      discountId={row.key}
      currency={off?.is === 'money' ? off.money.currency : 'EGP'}
    />
  );
}
