/** In the drawer of a bill: the payments that have its number or its reference as their order, with the way to all of them. */
import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Payment } from '#shared/contract/payments.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { PaymentStateChip } from './payment-state.tsx';
import { everything, showPayments } from './store.ts';

const MOST = 20;
type Found = { readonly name: string | null; readonly rows: readonly Payment[] };

/** An order is named whole: the list finds any part of a text. */
const isCalled = ({ merchantOrderId, refNumber }: Payment, name: string): boolean =>
  merchantOrderId === name || refNumber === name;

/** The first of the names that any payment has. */
export async function askPaymentsOf(names: readonly string[]): Promise<Result<Found>> {
  for (const name of names) {
    const page = await call('payments.page', {
      filter: { ...everything, text: name },
      cursor: null,
      limit: MOST,
    });
    if (!page.ok) return page;
    const rows = page.value.rows.filter((row) => isCalled(row, name));
    if (rows.length > 0) return ok({ name, rows });
  }
  return ok({ name: null, rows: [] });
}

const onPayments = (again: () => void) => on('payments.changed', again);

function Line({ payment: { key, amount, returned, state, atMs } }: { payment: Payment }) {
  const value = amount ?? returned;
  return (
    <li className="row-8 flow">
      <PaymentStateChip state={state} />
      <span className="muted size-13">
        <TimeText atMs={atMs} />
      </span>
      {value && (
        <Anchor component={Link} href={`/payments/${encodeURIComponent(key)}`} inherit>
          <MoneyText value={value} />
        </Anchor>
      )}
    </li>
  );
}

export function PaymentsOfOrder({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const asked = JSON.stringify(names);
  const ask = useCallback(() => askPaymentsOf(JSON.parse(asked) as string[]), [asked]);
  const found = useAskedAgain(ask, onPayments);
  if (found === null) return null;
  const { name, rows } = found;
  return (
    <section className="set-off stack-8" data-testid="payments-of-order">
      <h3 className="size-13 flush">{t('payments.ofOrder.title')}</h3>
      {name === null ? (
        <p className="muted flush">{t('payments.ofOrder.none')}</p>
      ) : (
        <>
          <ul className="plain-list stack-8">
            {rows.map((payment) => (
              <Line key={payment.key} payment={payment} />
            ))}
          </ul>
          <Anchor
            component="button"
            size="sm"
            onClick={() => {
              showPayments({ text: name });
              navigate('/payments');
            }}
          >
            {t('payments.ofOrder.show')}
          </Anchor>
        </>
      )}
    </section>
  );
}
