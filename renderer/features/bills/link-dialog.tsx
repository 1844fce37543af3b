/** The form of a new link. It is sent once, and then its address is shown, if the gateway named one. */
import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { addMoney, negated } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { currencyLabel, formatMoney } from '../../i18n/format.ts';
import { MakeDialog } from '../making/index.tsx';
import { AmountFields, CustomerField, DueField, LastFields, type FieldsProps } from './bill-fields.tsx';
import { aboveZero, emptyLink, hasFee, linkOf, linkTotal, wrongInLink, type LinkForm } from './bill-form.ts';
import { MadeBill } from './made-bill.tsx';
import { useBillForm } from './use-bill-form.ts';

function FeeFields({ form, change, wrong }: FieldsProps<LinkForm>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const total = hasFee(form) ? linkTotal(form) : null;
  const base = aboveZero(form.amount, form.currency);
  return (
    <>
      <details className="folded">
        <summary>{t('bills.addFee')}</summary>
        <div className="form-pair link-fee">
          {(['flat', 'percent'] as const).map((field) => (
            <TextInput
              key={field}
              label={
                field === 'flat'
                  ? t('bills.field.flatIn', { currency: currencyLabel(form.currency, locale.language) })
                  : t(`bills.field.${field}`)
              }
              inputMode="decimal"
              dir="ltr"
              value={form[field]}
              error={wrong(field)}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          ))}
          {hasFee(form) && (
            <TextInput
              label={t('bills.field.feeName')}
              required
              maxLength={100}
              value={form.feeName}
              error={wrong('feeName')}
              onChange={(event) => change({ feeName: event.currentTarget.value })}
            />
          )}
        </div>
      </details>
      {total && base && (
        <div role="status">
          <strong>{t('bills.total', { amount: formatMoney(total, locale) })}</strong>
          <div className="muted size-13">
            {t('bills.totalOf', {
              base: formatMoney(base, locale),
              fee: formatMoney(addMoney(total, negated(base)), locale),
            })}
          </div>
        </div>
      )}
    </>
  );
}

export function NewLinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { making, fields, missing } = useBillForm({
    empty: () => emptyLink(t('bills.feeName')),
    needed: ['customer', 'amount', 'description'],
    wrongIn: wrongInLink,
    send: (form, nowMs, despiteDouble) => {
      const link = linkOf(form, nowMs);
      return link && call('bills.makeLink', { link, despiteDouble });
    },
  });
  const locale = useLocale();
  const total = linkTotal(fields.form);
  const isPriced = total !== null && total.minor > 0n;
  return (
    <MakeDialog
      title={t('bills.new.link')}
      doneTitle={t('bills.made.link')}
      action={
        isPriced ? t('making.makeLinkFor', { amount: formatMoney(total, locale) }) : t('making.make.link')
      }
      making={making}
      missing={missing}
      pathOf={(key) => pathOfKept('links', key)}
      onClose={onClose}
      done={(made) => (
        <MadeBill
          what="link"
          made={made}
          amount={total}
          due={fields.form.due}
          customer={fields.form.customer.trim()}
          onClose={onClose}
        />
      )}
    >
      <CustomerField {...fields} />
      <AmountFields {...fields} />
      <DueField {...fields} />
      <LastFields {...fields} required />
      <FeeFields {...fields} />
      {/* Beside the button that cannot be taken back. */}
      <p className="flush size-13 inline-row">
        <IconAlertTriangle size={16} className="late-icon" aria-hidden /> {t('kept.about.links')}
      </p>
    </MakeDialog>
  );
}
