/** The form of a new checkout. It is sent once, and then the page where the customer pays is shown. */
import { Button, Checkbox, Chip, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { checkoutMethods, type MadeCheckout } from '#shared/contract/checkouts.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { usualCurrencies } from '#shared/money/currencies.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { Advanced } from './advanced.tsx';
import { MadeDialog } from './made-dialog.tsx';
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
    <div role="group" aria-label={t('checkouts.new.methods')} className="stack-8">
      <span className="size-13">{t('checkouts.new.methods')}</span>
      <Chip.Group
        multiple
        value={form.methods}
        onChange={(chosen) =>
          change({ methods: checkoutMethods.filter((method) => chosen.includes(method)) })
        }
      >
        <Group gap="xs">
          {checkoutMethods.map((method) => (
            <Chip key={method} value={method} size="xs" variant="outline">
              {t(`checkouts.method.${method}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
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
        <Select
          label={t('checkouts.new.currency')}
          allowDeselect={false}
          data={[...usualCurrencies]}
          value={form.currency}
          onChange={(currency) => currency !== null && change({ currency })}
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

type DoubleProps = { like: Extract<MadeCheckout, { kind: 'double' }>['like']; onOpen: () => void };

function LooksLike({ like, onOpen }: DoubleProps) {
  const { t } = useTranslation();
  return (
    <div className="banner" data-tone="late" role="alert">
      <span>
        {t('checkouts.new.double', { order: `\u2068${like.order ?? '—'}\u2069` })}{' '}
        <TimeText atMs={like.atMs} />
      </span>
      {like.key !== null && (
        <Link href={`/payments/checkouts/${like.key}`} className="banner-action" onClick={onOpen}>
          {t('checkouts.open')}
        </Link>
      )}
    </div>
  );
}

function useMaking(form: NewForm) {
  const [made, setMade] = useState<MadeCheckout | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    const request = requestOf(form);
    if (request === null || busy) return;
    setBusy(true);
    setError(null);
    const answer = await call('checkouts.create', { request, despiteDouble: made?.kind === 'double' });
    setBusy(false);
    if (answer.ok) setMade(answer.value);
    else setError(answer.error);
  };
  /** The question about a double was asked of the form as it was before this change. */
  const forget = () => made?.kind === 'double' && setMade(null);
  return { made, error, busy, tried, send, forget };
}

type NewProps = {
  onClose: () => void;
  /** It is made so that the customer's card can be saved. */
  savesCard?: boolean;
};

export function NewCheckout({ onClose, savesCard = false }: NewProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => emptyForm(new Date(), savesCard));
  const { made, error, busy, tried, send, forget } = useMaking(form);
  const wrong = (field: WrongField) =>
    tried && wrongFields(form).includes(field) ? t(`checkouts.new.wrong.${field}`) : undefined;
  const change = (part: Partial<NewForm>) => {
    forget();
    setForm((before) => ({ ...before, ...part }));
  };
  const isDouble = made?.kind === 'double';
  return (
    <MadeDialog made={made} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {error && <ErrorNotice error={error} />}
        <Fields form={form} change={change} wrong={wrong} />
        <Advanced form={form} change={change} wrong={wrong} />
        {isDouble && <LooksLike like={made.like} onOpen={onClose} />}
        <div className="dialog-acts">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button type="submit" loading={busy} data-testid="make-checkout">
            {t(isDouble ? 'checkouts.new.makeAnother' : 'checkouts.new.make')}
          </Button>
        </div>
      </form>
    </MadeDialog>
  );
}
