/** What a person reads and fills in before money moves: the exact request, why, and the amount typed again. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { formatMoney } from '../i18n/format.ts';
import { ExactRequest } from './exact-request.tsx';
import { ReasonFields } from './reason-fields.tsx';
import { RetypedAmount } from './retyped-amount.tsx';

type Filled = { reason: string; note: string; retyped: string };
type FieldsProps = {
  request: { method: string; url: string; body: string };
  amount: Money;
  form: Filled;
  onChange: (change: Partial<Filled>) => void;
  /** Which of several amounts on the screen is typed again, where there are several. */
  retype?: 'transfers.retype.one' | 'transfers.retype.many';
  /** Who confirms it: before the request, which few unfold. */
  children?: ReactNode;
};

export function MovementFields({ request, amount, form, onChange, retype, children }: FieldsProps) {
  const { t } = useTranslation();
  const shown = formatMoney(amount, useLocale());
  return (
    <>
      <ReasonFields reason={form.reason} note={form.note} onChange={onChange} />
      <RetypedAmount
        label={t(retype ?? 'operations.reversal.retype', { amount: shown })}
        amount={amount}
        typed={form.retyped}
        onType={(retyped) => onChange({ retyped })}
      />
      {children}
      <ExactRequest request={request} />
    </>
  );
}
