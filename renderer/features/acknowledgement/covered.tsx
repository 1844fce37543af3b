/** What an acknowledgement covers: the parts of its net, and what of it belongs to the close of another day. */
import { Alert } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AckPreparation } from '#shared/contract/operations.ts';
import type { RowSums } from '#shared/contract/terminals.ts';
import { addSums } from '#shared/domain/kinds/index.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { countOf, partsOf } from '../../components/sum-parts.ts';
import { NotSummed } from '../../components/sums.tsx';
import { formatAmounts, formatDate } from '../../i18n/format.ts';

/** The parts of a net: sales, then returns, each with its count ("Sales · 12 transactions") and amounts. Empty if it has only sales. */
function useNamedParts(sums: RowSums) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (sums.returns.length === 0) return [];
  return partsOf(sums)
    .filter(({ part }) => part !== 'net')
    .map(({ part, totals }) => ({
      part,
      name: `${t(`terminals.sum.${part}`)} · ${t('terminals.footer.transactions', counted(countOf(totals)))}`,
      amounts: totals.map(({ amount }) => amount),
    }));
}

/** The parts of a net as rows of a list of facts. */
export function PartFacts({ sums }: { sums: RowSums }) {
  return useNamedParts(sums).map(({ part, name, amounts }) => (
    <FactRow key={part} name={name}>
      <span className="number-cell" data-term="part">
        <MoneyList values={amounts} />
      </span>
    </FactRow>
  ));
}

/** The parts of a net as a table of their own, where no facts follow. */
export function Parts({ sums }: { sums: RowSums }) {
  const parts = useNamedParts(sums);
  return (
    <>
      {parts.length > 0 && (
        <table className="calculation parts">
          <tbody>
            {parts.map(({ part, name, amounts }) => (
              <tr key={part} data-term="part">
                <th scope="row">{name}</th>
                <td className="number-cell">
                  <MoneyList values={amounts} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NotSummed totals={sums.notSummed} />
    </>
  );
}

type CoveredDay = AckPreparation['days'][number];

/** Of several terminals, day by day. */
export const daysOfAll = (preparations: readonly AckPreparation[]): CoveredDay[] =>
  [
    ...Map.groupBy(
      preparations.flatMap(({ days }) => days),
      ({ businessDate }) => businessDate,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([businessDate, days]) => ({
      businessDate,
      count: days.reduce((sum, { count }) => sum + count, 0),
      sums: addSums(days.map(({ sums }) => sums)),
    }));

/** The gateway acknowledges a terminal whole: what is not of this close goes along, and stays in its own. */
export function OtherDays({ days, businessDate }: { days: readonly CoveredDay[]; businessDate: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const others = days.filter((day) => day.businessDate !== businessDate);
  if (others.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconCalendarEvent size={20} />} role="status" data-testid="other-days">
      {others.map((day) => (
        <div key={day.businessDate}>
          {t('operations.ack.otherDay', {
            ...counted(day.count),
            date: formatDate(day.businessDate, 'day', locale),
            amount: formatAmounts(
              day.sums.net.map(({ amount }) => amount),
              locale,
            ),
          })}
        </div>
      ))}
    </Alert>
  );
}
