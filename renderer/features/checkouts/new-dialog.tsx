/** The form of a new checkout. It is sent once, and then the page where the customer pays is shown. */
import { Checkbox, Chip, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkoutMethods } from '#shared/contract/checkouts.ts';
import { call } from '../../api/client.ts';
import { CurrencySelect } from '../../components/currency-select.tsx';
import { MakeDialog, useMaking } from '../making/index.tsx';
import { Advanced } from './advanced.tsx';
import { Made } from './made.tsx';
import {
  emptyForm,
  lifetimes,
  requestOf,
  wrongFields,
  type FieldProps,
  type NewForm,
  type WrongField,
} from './new-form.ts';

function Methods({ form, change }: Omit<FieldProps, 'wrong'>) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('checkouts.new.methods')} className="labelled">
      <span className="field-label">{t('checkouts.new.methods')}</span>
      <Group gap="xs">
        <Chip
          size="sm"
          variant="outline"
          checked={form.methods.length === 0}
          onChange={() => change({ methods: [] })}
        >
          {t('checkouts.allMethods')}
        </Chip>
        <Chip.Group
          multiple
          value={form.methods}
          onChange={(chosen) =>
            change({ methods: checkoutMethods.filter((method) => chosen.includes(method)) })
          }
        >
          {checkoutMethods.map((method) => (
            <Chip key={method} value={method} size="sm" variant="outline">
              {t(`checkouts.method.${method}`)}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </div>
  );
}

/** What the customer reads, and where it goes. */
function ForCustomer({ form, change }: Omit<FieldProps, 'wrong'>) {
  const { t } = useTranslation();
  return (
    <>
      <Textarea
        label={t('checkouts.new.description')}
        autosize
        minRows={1}
        maxLength={500}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextInput
        label={t('checkouts.new.customerEmail')}
        dir="ltr"
        maxLength={300}
        value={form.customerEmail}
        onChange={(event) => change({ customerEmail: event.currentTarget.value })}
      />
    </>
  );
}

function Fields({ form, change, wrong }: FieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="form-pair">
        <TextInput
          label={t('checkouts.new.amount')}
          required
          data-autofocus
          inputMode="decimal"
          dir="ltr"
          value={form.amount}
          error={wrong('amount')}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <CurrencySelect
          label={t('checkouts.new.currency')}
          value={form.currency}
          onChange={(currency) => change({ currency })}
        />
      </div>
      <div className="form-pair">
        <TextInput
          label={t('checkouts.new.order')}
          required
          dir="ltr"
          maxLength={100}
          value={form.order}
          error={wrong('order')}
          onChange={(event) => change({ order: event.currentTarget.value })}
        />
        <Select
          label={t('checkouts.new.expires')}
          allowDeselect={false}
          data={lifetimes.map((minutes) => ({
            value: String(minutes),
            label: t(`checkouts.new.lifetime.${minutes}`),
          }))}
          value={String(form.minutes)}
          onChange={(minutes) => minutes !== null && change({ minutes: Number(minutes) })}
        />
      </div>
      <ForCustomer form={form} change={change} />
      <Methods form={form} change={change} />
      <Checkbox
        label={t('checkouts.new.manualCapture')}
        checked={form.manualCapture}
        onChange={(event) => change({ manualCapture: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('checkouts.new.saveCard')}
        checked={form.saveCard}
        onChange={(event) => change({ saveCard: event.currentTarget.checked })}
      />
      {form.saveCard && (
        <TextInput
          label={t('checkouts.new.whoseCard')}
          description={t('checkouts.new.whoseCardAbout')}
          required
          dir="ltr"
          maxLength={100}
          value={form.customerReference}
          error={wrong('customerReference')}
          onChange={(event) => change({ customerReference: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** What a field that has to be filled in is called. */
const NAMES = {
  amount: 'amount',
  order: 'order',
  customerReference: 'whoseCard',
} as const satisfies Record<Exclude<WrongField, 'mostTries'>, string>;

type NewProps = {
  onClose: () => void;
  /** It is made so that the customer's card can be saved. */
  savesCard?: boolean;
};

export function NewCheckout({ onClose, savesCard = false }: NewProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => emptyForm(new Date(), savesCard));
  const [tried, setTried] = useState(false);
  const making = useMaking((despiteDouble) => {
    setTried(true);
    const request = requestOf(form);
    return request && call('checkouts.create', { request, despiteDouble });
  });
  const wrong = (field: WrongField) =>
    tried && wrongFields(form).includes(field) ? t(`checkouts.new.wrong.${field}`) : undefined;
  const change = (part: Partial<NewForm>) => {
    making.forget();
    setForm((before) => ({ ...before, ...part }));
  };
  return (
    <MakeDialog
      title={t('checkouts.new.title')}
      doneTitle={t('checkouts.made')}
      action={t('making.make.checkout')}
      making={making}
      missing={wrongFields(form).flatMap((field) =>
        field === 'mostTries' || form[field].trim() !== '' ? [] : [t(`checkouts.new.${NAMES[field]}`)],
      )}
      pathOf={(key) => `/payments/checkouts/${key}`}
      onClose={onClose}
      done={(made) => <Made made={made} onClose={onClose} />}
    >
      <Fields form={form} change={change} wrong={wrong} />
      <Advanced form={form} change={change} wrong={wrong} />
    </MakeDialog>
  );
}
