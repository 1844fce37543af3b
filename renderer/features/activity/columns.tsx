/** The columns of the activity list, and the words of what was done. */
import { IconArrowsExchange, IconCheck, IconFileText, IconHandStop } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '#shared/contract/activity.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { useEventDetail, useEventSubject } from '../../components/event-subject.ts';
import { actionText } from '../../components/event-texts.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { OperationStateChip } from '../operations/index.tsx';

export const whatText = (t: TFunction, row: Activity): string =>
  row.kind === 'entry'
    ? actionText(t, row.action)
    : t(`activity.act.${row.code}`, { movement: t(`operations.kind.${row.movement}`) });

const GOOD: readonly string[] = ['ok', 'works'];
const outcomeText = (t: TFunction, outcome: string): string =>
  GOOD.includes(outcome) ? t('activity.outcome.ok') : t('activity.outcome.failed');

export function OutcomeChip({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  const good = GOOD.includes(outcome);
  return (
    <StateChip
      tone={good ? 'neutral' : 'bad'}
      icon={good ? <IconCheck size={16} /> : <IconHandStop size={16} />}
      label={outcomeText(t, outcome)}
    />
  );
}

const amountsOf = (row: Activity): Money[] =>
  row.kind === 'act' ? row.totals.map(({ amount }) => amount) : [];
const amountText = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;

const amountCell = (row: Activity) =>
  row.kind === 'act' ? <TotalsText totals={row.totals} movement={row.movement} /> : null;

const pcText = (t: TFunction, row: Activity): string =>
  (row.kind === 'entry' && row.pc?.name) || t('headOffice.thisPc');

/** Only where there are other PCs. */
const pcColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'pc',
  header: t('activity.column.pc'),
  width: 140,
  render: (row) =>
    row.kind === 'entry' && row.pc ? (
      <bdi>{row.pc.name}</bdi>
    ) : (
      <span className="muted">{pcText(t, row)}</span>
    ),
  text: (row) => pcText(t, row),
});

const amountColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'amount',
  header: t('activity.column.amount'),
  width: 110,
  align: 'end',
  amounts: amountsOf,
  render: amountCell,
  text: (row) => amountsOf(row).map(amountText).join(', '),
});

/** `withAmounts`: a list without any has no column for them. */
export function useActivityColumns(withPcs: boolean, withAmounts: boolean): GridColumn<Activity>[] {
  const { t } = useTranslation();
  const targetName = useEventSubject();
  const detailOf = useEventDetail();
  return useMemo(
    () => [
      {
        id: 'what',
        header: t('activity.column.what'),
        width: 270,
        pinned: true,
        render: (row) => (
          <span className="activity-what">
            {row.kind === 'act' ? <IconArrowsExchange size={16} /> : <IconFileText size={16} />}
            {whatText(t, row)}
          </span>
        ),
        text: (row) => whatText(t, row),
      },
      {
        id: 'when',
        header: t('activity.column.when'),
        width: 130,
        render: (row) => <TimeText atMs={row.atMs} dated />,
        text: (row) => new Date(row.atMs).toISOString(),
      },
      {
        id: 'who',
        header: t('activity.column.who'),
        width: 120,
        render: (row) => <bdi>{row.actor}</bdi>,
        text: (row) => row.actor,
      },
      ...(withPcs ? [pcColumn(t)] : []),
      {
        id: 'about',
        header: t('activity.column.about'),
        flex: 1,
        width: 180,
        render: (row) => {
          const { name, isId } = targetName(row);
          const detail = row.kind === 'entry' ? detailOf(row) : null;
          // Names and amounts first, the id behind them.
          return (
            <>
              {!isId && <bdi>{name}</bdi>} {detail !== null && <bdi>{detail}</bdi>}{' '}
              {isId && <IdText value={name === '' ? null : name} />}
            </>
          );
        },
        text: (row) => targetName(row).name,
      },
      ...(withAmounts ? [amountColumn(t)] : []),
      {
        id: 'outcome',
        header: t('activity.column.outcome'),
        width: 200,
        render: (row) =>
          row.kind === 'entry' ? (
            <OutcomeChip outcome={row.outcome} />
          ) : (
            <OperationStateChip state={row.state} />
          ),
        text: (row) =>
          row.kind === 'entry' ? outcomeText(t, row.outcome) : t(`operations.state.${row.state}`),
      },
    ],
    [t, targetName, detailOf, withPcs, withAmounts],
  );
}
