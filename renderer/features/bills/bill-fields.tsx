/** The fields that the forms of links and invoices have in common. */
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { CurrencySelect } from '../../components/currency-select.tsx';
import type { CommonForm, WrongField } from './bill-form.ts';

export type FieldsProps<F extends CommonForm = CommonForm> = {
  form: F;
  change: (part: Partial<F>) => void;
  /** Groups the digits of the amount when the person leaves its field. Whatever was prepared stays. */
  groupAmount: () => void;
  /** The error of a field, once a person has tried to send the form. */
  wrong: (field: WrongField) => string | undefined;
};
type CommonProps = {
  form: CommonForm;
  change: (part: Partial<CommonForm>) => void;
  wrong: (field: WrongField) => string | undefined;
};

export function CustomerField({ form, change, wrong }: CommonProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('bills.field.customer')}
      required
      data-autofocus
      maxLength={200}
      value={form.customer}
      error={wrong('customer')}
      onChange={(event) => change({ customer: event.currentTarget.value })}
    />
  );
}

export function CurrencyField({ form, change }: CommonProps) {
  const { t } = useTranslation();
  return (
    <CurrencySelect
      label={t('bills.field.currency')}
      value={form.currency}
      onChange={(currency) => change({ currency })}
    />
  );
}

export function AmountFields({ groupAmount, ...fields }: CommonProps & { groupAmount: () => void }) {
  const { t } = useTranslation();
  const { form, change, wrong } = fields;
  return (
    <div className="form-pair">
      <TextInput
        label={t('bills.field.amount')}
        required
        inputMode="decimal"
        dir="ltr"
        value={form.amount}
        error={wrong('amount')}
        onChange={(event) => change({ amount: event.currentTarget.value })}
        onBlur={groupAmount}
      />
      <CurrencyField {...fields} />
    </div>
  );
}

export function DueField({ form, change, wrong, required = false }: CommonProps & { required?: boolean }) {
  const { t } = useTranslation();
  return (
    <DateField
      label={t('bills.field.due')}
      required={required}
      value={form.due}
      error={wrong('due')}
      onChange={(due) => change({ due })}
    />
  );
}

export function LastFields({ form, change, wrong, required }: CommonProps & { required: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Textarea
        label={t('bills.field.description')}
        required={required}
        maxLength={500}
        autosize
        minRows={2}
        value={form.description}
        error={wrong('description')}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Checkbox
        label={t('bills.field.manualCapture')}
        checked={form.manualCapture}
        onChange={(event) => change({ manualCapture: event.currentTarget.checked })}
      />
    </>
  );
}
