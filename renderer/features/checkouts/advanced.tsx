/** The advanced fields of a checkout (§2.1). */
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkoutMethods } from '#shared/contract/checkouts.ts';
import type { FieldProps, NewForm } from './new-form.ts';

type TextField =
  | 'customerReference'
  | 'merchantRedirect'
  | 'serverWebhook'
  | 'brandColor'
  | 'iframeBackgroundColor';
const PAIRS: readonly (readonly TextField[])[] = [
  ['customerReference'],
  ['merchantRedirect', 'serverWebhook'],
  ['brandColor', 'iframeBackgroundColor'],
];
/** Whose card is saved is asked among the first fields. */
const isAskedFor = (field: TextField, { saveCard }: NewForm) => saveCard && field === 'customerReference';
const FLAGS = ['failureRedirect', 'retrieveSavedCard', 'enable3DS'] as const;

function Choices({ form, change, wrong }: FieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="form-pair">
        <Select
          label={t('checkouts.new.defaultMethod')}
          clearable
          data={checkoutMethods.map((value) => ({ value, label: t(`checkouts.method.${value}`) }))}
          value={form.defaultMethod}
          onChange={(defaultMethod) => change({ defaultMethod })}
        />
        <Select
          label={t('checkouts.new.display')}
          clearable
          data={[
            { value: 'en', label: 'English' },
            { value: 'ar', label: 'العربية' },
          ]}
          value={form.display}
          onChange={(display) => change({ display: display })}
        />
      </div>
      <div className="form-pair">
        <TextInput
          label={t('checkouts.new.mostTries')}
          inputMode="numeric"
          dir="ltr"
          value={form.mostTries}
          error={wrong('mostTries')}
          onChange={(event) => change({ mostTries: event.currentTarget.value })}
        />
        <Select
          label={t('checkouts.new.redirectMethod')}
          clearable
          data={[
            { value: 'get', label: 'GET' },
            { value: 'post', label: 'POST' },
          ]}
          value={form.redirectMethod}
          onChange={(redirectMethod) => change({ redirectMethod: redirectMethod })}
        />
      </div>
    </>
  );
}

export function Advanced({ form, change, wrong }: FieldProps) {
  const { t } = useTranslation();
  return (
    <details className="advanced">
      <summary>{t('checkouts.new.advanced')}</summary>
      <div className="stack">
        {PAIRS.map((pair) => (
          <div key={pair.join()} className="form-pair">
            {pair
              .filter((field) => !isAskedFor(field, form))
              .map((field) => (
                <TextInput
                  key={field}
                  label={t(`checkouts.new.${field}`)}
                  dir="ltr"
                  maxLength={300}
                  value={form[field]}
                  onChange={(event) => change({ [field]: event.currentTarget.value })}
                />
              ))}
          </div>
        ))}
        <Choices form={form} change={change} wrong={wrong} />
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={t(`checkouts.new.${flag}`)}
            checked={form[flag]}
            onChange={(event) => change({ [flag]: event.currentTarget.checked })}
          />
        ))}
        <Textarea
          label={t('checkouts.new.notes')}
          autosize
          minRows={1}
          maxLength={500}
          value={form.notes}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
