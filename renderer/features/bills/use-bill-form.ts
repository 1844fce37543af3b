/** A form of a bill: what was typed, which fields are wrong once a person has tried to send it, and how it is made. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Made } from '#shared/contract/making.ts';
import type { Result } from '#shared/errors/result.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { groupedAmount } from '../../components/grouped-amount.ts';
import { useMaking } from '../making/index.tsx';
import type { FieldsProps } from './bill-fields.tsx';
import type { CommonForm, WrongField } from './bill-form.ts';

type Bill<F> = {
  empty: () => F;
  /** Fields that are named beside the buttons while they are empty, if they are asked for. */
  needed: readonly ('customer' | 'amount' | 'description')[];
  /** The fields that cannot be sent. */
  wrongIn: (form: F, nowMs: number) => readonly WrongField[];
  /** Null while a field is wrong. */
  send: (form: F, nowMs: number, despiteDouble: boolean) => Promise<Result<Made>> | null;
};

export function useBillForm<F extends CommonForm>({ empty, needed, wrongIn, send }: Bill<F>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [form, setForm] = useState(empty);
  const [tried, setTried] = useState(false);
  const making = useMaking((despiteDouble) => {
    setTried(true);
    return send(form, Date.now(), despiteDouble);
  });
  const fields: FieldsProps<F> = {
    form,
    change: (part) => {
      making.forget();
      setForm((before) => ({ ...before, ...part }));
    },
    groupAmount: () =>
      setForm((typed) => ({ ...typed, amount: groupedAmount(typed.amount, typed.currency, locale) })),
    wrong: (field) =>
      tried && wrongIn(form, Date.now()).includes(field) ? t(`bills.wrong.${field}`) : undefined,
  };
  const wrongNow = wrongIn(form, useNowMs());
  const missing = needed
    .filter((field) => form[field].trim() === '' && wrongNow.includes(field))
    .map((field) => t(`bills.field.${field}`));
  return { making, fields, missing };
}
