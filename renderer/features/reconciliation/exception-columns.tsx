/** The columns of exceptions; the order is the core's. */
import { IconCalendarDue } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import type { Comparison, ExceptionType } from '#shared/domain/reconciliation.ts';
import { sumByCurrency, toDecimal, type Money } from '#shared/money/money.ts';
import type { ChoosableColumn } from '../../components/column-choice.tsx';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import { nameOf, sideText, subjectOf, TypeChip, typeText } from '../../components/exception-texts.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { formatDate, type Locale } from '../../i18n/format.ts';
import { ageText, ExceptionStateChip, RemarkText, stateText } from './texts.tsx';

type Column = ChoosableColumn<ReconcileException>;

const theirsOf = ({ theirs }: ReconcileException): Money[] =>
  sumByCurrency(theirs.map(({ amount }) => amount));

/** What nobody has said has no sign: most rows have none of it. */
const said = (
  facts: { id: string; header: string; width: number },
  value: (row: ReconcileException) => string | null,
): Column => ({
  ...facts,
  render: (row) => <bdi>{value(row)}</bdi>,
  text: (row) => value(row) ?? '',
});

const plain = (
  facts: { id: string; header: string; width: number; optional?: boolean; flex?: number },
  value: (row: ReconcileException) => string | null,
): Column => ({
  ...facts,
  render: (row) => <bdi>{value(row) ?? '—'}</bdi>,
  text: (row) => value(row) ?? '',
});

/** `only`: the one type that is listed. The side that it lacks has no column then. */
function amountColumns(t: TFunction, comparison: Comparison, only: ExceptionType | null): Column[] {
  return [
    moneyColumn<ReconcileException>(
      { id: 'ours', header: sideText(t, 'ours', comparison), width: 132 },
      ({ ours }) => ours?.amount ?? null,
      { hidden: only === 'missing-in-ours' },
    ),
    {
      id: 'theirs',
      header: sideText(t, 'theirs', comparison),
      hidden: only === 'missing-in-settlement',
      width: 132,
      align: 'end',
      amounts: theirsOf,
      render: (row) => <MoneyList values={theirsOf(row)} />,
      text: (row) => theirsOf(row).map(toDecimal).join(', '),
    },
    {
      id: 'difference',
      header: t('reconciliation.column.difference'),
      // What one side lacks altogether differs by its amount.
      hidden: only === 'missing-in-ours' || only === 'missing-in-settlement',
      width: 142,
      align: 'end',
      amounts: ({ difference }) => (difference && difference.minor !== 0n ? [difference] : []),
      render: ({ difference }) =>
        difference && difference.minor !== 0n ? <MoneyText value={difference} strong signed /> : '—',
      text: ({ difference }) => (difference ? toDecimal(difference) : ''),
    },
  ];
}

/** `withState`: the state is shown where more than what is open is listed. */
type ColumnsOf = {
  comparison: Comparison;
  locale: Locale;
  withState: boolean;
  only: ExceptionType | null;
};

export function exceptionColumns(t: TFunction, { comparison, locale, withState, only }: ColumnsOf): Column[] {
  const day = (date: string | null) => (date === null ? null : formatDate(date, 'brief', locale));
  return [
    {
      id: 'type',
      header: t('reconciliation.column.type'),
      width: 176,
      pinned: true,
      // The line above the list says it once.
      hidden: only !== null,
      render: (row) => <TypeChip exception={row} />,
      text: ({ type }) => typeText(t, type, comparison),
    },
    {
      ...idColumn<ReconcileException>(
        { id: 'reference', header: t('reconciliation.column.reference'), width: 148 },
        (row) => {
          const subject = subjectOf(row);
          return subject && nameOf(subject);
        },
      ),
      pinned: only !== null,
    },
    ...amountColumns(t, comparison, only),
    plain(
      { id: 'date', header: t('reconciliation.column.date'), width: 104, optional: only === null },
      ({ date }) => day(date),
    ),
    {
      id: 'age',
      header: t('reconciliation.column.workDays'),
      width: 138,
      align: 'end',
      render: (row) => ageText(t, locale, row),
      text: ({ age, ageDays }) => (ageDays === null ? t(`reconciliation.age.${age}`) : String(ageDays)),
    },
    plain(
      {
        id: 'branch',
        header: t('terminals.column.branch'),
        width: 110,
        optional: only === null || comparison === 'bank',
      },
      (row) => subjectOf(row)?.branchName ?? null,
    ),
    said({ id: 'owner', header: t('reconciliation.column.owner'), width: 76 }, ({ owner }) => owner),
    {
      id: 'due',
      header: t('reconciliation.column.due'),
      width: 96,
      render: ({ dueOn, overdue }) =>
        overdue ? (
          <span className="chip" data-tone="late" title={t('reconciliation.overdue')}>
            <IconCalendarDue size={16} aria-label={t('reconciliation.overdue')} />
            {day(dueOn)}
          </span>
        ) : (
          day(dueOn)
        ),
      text: ({ dueOn }) => dueOn ?? '',
    },
    {
      id: 'state',
      header: t('reconciliation.column.state'),
      width: 120,
      optional: !withState,
      render: (row) => <ExceptionStateChip exception={row} />,
      text: (row) => stateText(t, row),
    },
    {
      id: 'remark',
      header: t('reconciliation.column.remark'),
      width: 75,
      flex: 1,
      render: ({ key, remark }) => <RemarkText exceptionKey={key} remark={remark} />,
      text: ({ remark }) => remark ?? '',
    },
    {
      ...idColumn<ReconcileException>(
        { id: 'terminal', header: t('terminals.column.terminalId'), width: 100 },
        (row) => subjectOf(row)?.terminalId ?? null,
      ),
      optional: true,
    },
  ];
}
