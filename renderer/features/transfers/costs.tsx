/** What is sent and what it costs, and beside it what that leaves of the balance: for one transfer or for many. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addMoney, negated } from '#shared/money/money.ts';
import { Calculation } from '../../components/calculation.tsx';
import { FactRow } from '../../components/fact.tsx';
import type { TransferPreparation } from './use-transfer.ts';

type CostsProps = {
  preparation: Pick<TransferPreparation, 'costs' | 'available' | 'amount'>;
  isMany?: boolean;
};

/** What there is, what leaves and what is left; without the fees where the gateway does not say them. */
function Balance({ preparation: { costs, available, amount }, isMany = false }: CostsProps) {
  const { t } = useTranslation();
  if (!available) return null;
  const leaves = negated(costs?.total ?? amount);
  return (
    <Calculation
      label={t('transfers.send.balance')}
      terms={[
        { name: t('transfers.send.available'), amount: available },
        { name: t('transfers.send.total'), amount: leaves },
        {
          name: t(isMany ? 'transfers.bulk.left' : 'transfers.send.left'),
          amount: addMoney(available, leaves),
          isSum: true,
        },
      ]}
    />
  );
}

export function Costs({ preparation, isMany = false }: CostsProps) {
  const { t } = useTranslation();
  const { costs, available, amount } = preparation;
  const left = available && addMoney(available, negated(costs?.total ?? amount));
  return (
    <div className="stack-12" data-testid="costs">
      <div className="transfer-sums">
        {costs && (
          <Calculation
            label={t(isMany ? 'transfers.bulk.costs' : 'transfers.send.costs')}
            terms={[
              { name: t(isMany ? 'transfers.bulk.gets' : 'transfers.send.gets'), amount },
              { name: t(isMany ? 'transfers.bulk.fee' : 'transfers.send.fee'), amount: costs.fee },
              { name: t(isMany ? 'transfers.bulk.vat' : 'transfers.send.vat'), amount: costs.vat },
              { name: t('transfers.send.total'), amount: costs.total, isSum: true },
            ]}
          />
        )}
        <Balance preparation={preparation} isMany={isMany} />
      </div>
      {(!costs || !left) && (
        <dl className="facts">
          {!costs && <FactRow name={t('transfers.send.fee')}>{t('transfers.send.noFee')}</FactRow>}
          {!left && (
            <FactRow name={t(isMany ? 'transfers.bulk.left' : 'transfers.send.left')}>
              {t('transfers.send.noBalance')}
            </FactRow>
          )}
        </dl>
      )}
      {left && left.minor < 0n && (
        <Alert color="orange" icon={<IconAlertTriangle size={20} />}>
          {t(isMany ? 'transfers.bulk.short' : 'transfers.send.short')}
        </Alert>
      )}
    </div>
  );
}
