/** The charges of a saved card that were made on this computer. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Operation } from '#shared/contract/operations.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';

export function Charges({ charges }: { charges: readonly Operation[] }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="set-off">
        <strong>{t('savedCards.charges.title')}</strong>
      </div>
      {charges.length === 0 ? (
        <p className="muted">{t('savedCards.charges.none')}</p>
      ) : (
        <ol className="story" data-testid="charges">
          {charges.map(({ opId, state, totals, createdAtMs, reason, actor }) => (
            <li key={opId}>
              <Anchor component={Link} href={`/operations/${opId}`}>
                {totals.map(({ amount }) => (
                  <MoneyText key={amount.currency} value={amount} strong />
                ))}{' '}
                {t(`operations.state.${state}`)}
              </Anchor>
              <div className="muted size-13">
                <TimeText atMs={createdAtMs} /> · <bdi>{actor}</bdi>
                {reason !== null && (
                  <>
                    {' '}
                    · <bdi>{reason}</bdi>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
