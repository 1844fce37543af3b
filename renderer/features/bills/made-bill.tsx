/** A link or an invoice that was just made: how it is called, and where its customer pays. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { listOfMade } from '#shared/domain/making.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate } from '../../i18n/format.ts';
import { ToPay } from '../checkouts/index.tsx';
import type { Done } from '../making/index.tsx';

type MadeProps = {
  what: 'link' | 'invoice';
  made: Done;
  /** What was asked for. */
  amount: Money | null;
  /** The day by which it is to be paid; empty if none was given. */
  due: string;
  customer: string;
  onClose: () => void;
};

export function MadeBill({ what, made: { key, address }, amount, due, customer, onClose }: MadeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="stack">
      <div className="muted size-13">
        {t('app.movement.on')} <EnvironmentLine />
      </div>
      <div className="stack-8">
        {amount && <MoneyText value={amount} strong size={28} />}
        <div className="row-8 flow">
          <strong className="size-16">
            <bdi>{customer}</bdi>
          </strong>
          <span data-testid="made-bill">
            <IdText value={key} copyable />
          </span>
        </div>
        {due !== '' && (
          <span className="muted size-13">
            {t('kept.column.due')} {formatDate(due, 'short', locale)}
          </span>
        )}
      </div>
      <ToPay address={address} none={t(`bills.noAddress.${what}`)} />
      <div className="dialog-acts">
        <Button component={Link} href={pathOfKept(listOfMade(what), key)} variant="default" onClick={onClose}>
          {t(`bills.open.${what}`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('app.actions.done')}
        </Button>
      </div>
    </div>
  );
}
