/** What is sent, what it costs, what leaves the balance and what is left: one calculation, for one transfer or for many. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addMoney, negated } from '#shared/money/money.ts';
import { Calculation } from '../../components/calculation.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import type { TransferPreparation } from './use-transfer.ts';

type CostsProps = {
  preparation: Pick<TransferPreparation, 'costs' | 'available' | 'amount'>;
  isMany?: boolean;
};

export function Costs({ preparation, isMany = false }: CostsProps) {
  const { t } = useTranslation();
  const { costs, available, amount } = preparation;
  const left = available && addMoney(available, negated(costs?.total ?? amount));
  return (
    <div className="transfer-sums">
      {costs && (
        <div className="transfer-costs">
          <Calculation
            label={t(isMany ? 'transfers.bulk.costs' : 'transfers.send.costs')}
            terms={[
              { name: t(isMany ? 'transfers.bulk.gets' : 'transfers.send.gets'), amount },
              { name: t(isMany ? 'transfers.bulk.fee' : 'transfers.send.fee'), amount: costs.fee },
              { name: t(isMany ? 'transfers.bulk.vat' : 'transfers.send.vat'), amount: costs.vat },
              {
                name: t(isMany ? 'transfers.bulk.total' : 'transfers.send.total'),
                amount: costs.total,
                isSum: true,
              },
            ]}
          />
        </div>
      )}
      <dl className="facts" data-testid="costs">
        {!costs && <FactRow name={t('transfers.send.fee')}>{t('transfers.send.noFee')}</FactRow>}
        <FactRow name={t(isMany ? 'transfers.bulk.left' : 'transfers.send.left')}>
          {left ? <MoneyText value={left} /> : t('transfers.send.noBalance')}
        </FactRow>
      </dl>
      {left && left.minor < 0n && (
        <Alert color="orange" icon={<IconAlertTriangle size={20} />}>
          {t(isMany ? 'transfers.bulk.short' : 'transfers.send.short')}
        </Alert>
      )}
    </div>
  );
}
