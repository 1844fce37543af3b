/** Who is paid: how, by what name, at which number. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inGroups, type PaidForm, type WrongPaid } from './paid-form.ts';

export type RecipientProps = {
  form: PaidForm;
  change: (part: Partial<PaidForm>) => void;
  wrong: (field: WrongPaid) => string | undefined;
};

function Typed({
  field,
  dir,
  most,
  form,
  change,
  wrong,
}: RecipientProps & { field: 'recipient' | 'number' | 'bank'; dir?: 'ltr'; most: number }) {
  const { t } = useTranslation();
  const [isTyping, setTyping] = useState(false);
  const isAccount = field === 'number' && form.method === 'bank';
  return (
    <TextInput
      label={t(field === 'number' ? `transfers.field.number-${form.method}` : `transfers.field.${field}`)}
      required
      autoComplete="off"
      {...(dir && { dir })}
      maxLength={most}
      // Shown in groups of four until someone types in the field: a missing or extra digit is then easy to see.
      value={isAccount && !isTyping ? inGroups(form[field]) : form[field]}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      error={wrong(field)}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
}

export function RecipientFields(props: RecipientProps) {
  const { t } = useTranslation();
  const { form, change } = props;
  return (
    <>
      <div className="form-pair">
        <Select
          label={t('transfers.field.method')}
          allowDeselect={false}
          data={(['bank', 'wallet'] as const).map((value) => ({
            value,
            label: t(`transfers.method.${value}`),
          }))}
          value={form.method}
          onChange={(value) => change({ method: value === 'wallet' ? 'wallet' : 'bank' })}
        />
        <Typed {...props} field="recipient" most={100} />
      </div>
      <div className="form-pair">
        <Typed {...props} field="number" dir="ltr" most={40} />
        {form.method === 'bank' && <Typed {...props} field="bank" most={100} />}
      </div>
    </>
  );
}
