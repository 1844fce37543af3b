/** The form of a new invoice: one amount, lines with a due date, or an order link. It is sent once. */
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { invoiceTypes } from '#shared/domain/billing.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { call } from '../../api/client.ts';
import { MakeDialog } from '../making/index.tsx';
import {
  AmountFields,
  CurrencyField,
  CustomerField,
  DueField,
  LastFields,
  type FieldsProps,
} from './bill-fields.tsx';
import { emptyInvoice, invoiceOf, invoiceTotal, wrongInInvoice, type InvoiceForm } from './bill-form.ts';
import { Lines } from './invoice-lines.tsx';
import { MadeBill } from './made-bill.tsx';
import { useBillForm } from './use-bill-form.ts';

function Contacts({ form, change }: FieldsProps<InvoiceForm>) {
  const { t } = useTranslation();
  return (
    <div className="form-pair">
      {(['email', 'phone'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`bills.field.${field}`)}
          dir="ltr"
          maxLength={field === 'email' ? 320 : 40}
          value={form[field]}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

function InvoiceFields(fields: FieldsProps<InvoiceForm>) {
  const { t } = useTranslation();
  const { form, change } = fields;
  return (
    <>
      <CustomerField {...fields} />
      <Select
        label={t('bills.field.type')}
        allowDeselect={false}
        data={invoiceTypes.map((value) => ({ value, label: t(`bills.type.${value}`) }))}
        value={form.type}
        onChange={(type) => change({ type: invoiceTypes.find((one) => one === type) ?? form.type })}
      />
      {form.type === 'professional' ? (
        <>
          <div className="form-pair">
            <DueField {...fields} required />
            <CurrencyField {...fields} />
          </div>
          <Lines {...fields} />
        </>
      ) : (
        <AmountFields {...fields} />
      )}
      <Contacts {...fields} />
      <LastFields {...fields} required={false} />
    </>
  );
}

export function NewInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { making, fields, missing } = useBillForm({
    empty: () => emptyInvoice,
    needed: ['customer', 'amount'],
    wrongIn: wrongInInvoice,
    send: (form, nowMs, despiteDouble) => {
      const invoice = invoiceOf(form, nowMs);
      return invoice && call('bills.makeInvoice', { invoice, despiteDouble });
    },
  });
  return (
    <MakeDialog
      title={t('bills.new.invoice')}
      doneTitle={t('bills.made.invoice')}
      action={t('making.make.invoice')}
      making={making}
      missing={missing}
      pathOf={(key) => pathOfKept('invoices', key)}
      onClose={onClose}
      done={(made) => (
        <MadeBill
          what="invoice"
          made={made}
          amount={invoiceTotal(fields.form)}
          due={fields.form.due}
          customer={fields.form.customer.trim()}
          onClose={onClose}
        />
      )}
    >
      <InvoiceFields {...fields} />
    </MakeDialog>
  );
}
