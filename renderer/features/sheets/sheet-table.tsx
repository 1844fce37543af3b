/** The rows of a file as a table: which of them are shown, and what is wrong beside each cell. */
import { SegmentedControl, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetFilters, type SheetRow } from '#shared/contract/sheets.ts';
import type { SheetColumn } from '#shared/domain/sheets.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import type { SheetFilter } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

/** Columns that are read from left to right in every language. */
const LATIN: readonly SheetColumn[] = ['phone', 'email', 'number', 'amount', 'currency', 'due'];
const CLASSES: Partial<Readonly<Record<SheetColumn, string>>> = {
  amount: 'number-cell',
  method: 'no-wrap',
  bank: 'no-wrap',
  number: 'no-wrap',
  recipient: 'sheet-name',
};

type CellProps = {
  column: SheetColumn;
  text: string;
  problems: SheetRow['problems'];
  /** What the rows are, where that says more of what is wrong. */
  context?: 'transfers';
  /** Stands instead of the text. */
  children?: ReactNode;
};

export function SheetCell({ column, text, problems, context, children }: CellProps) {
  const { t } = useTranslation();
  return (
    <Table.Td className={CLASSES[column]}>
      {children ??
        (text === '' ? (
          <span className="muted">—</span>
        ) : (
          <bdi {...(LATIN.includes(column) && { dir: 'ltr' })}>{text}</bdi>
        ))}
      {problems
        .filter((one) => one.column === column)
        .map(({ problem }) => (
          <div key={problem} className="sheet-problem" data-tone="bad">
            {t(`sheets.problem.${problem}`, { context: context ?? '' })}
          </div>
        ))}
    </Table.Td>
  );
}

type TableProps = {
  columns: readonly SheetColumn[];
  filter: SheetFilter;
  onFilter: (filter: SheetFilter) => void;
  /** Between the choice and the rows. */
  notice?: ReactNode;
  hasNone: boolean;
  /** How many rows are in each choice, where that is known. */
  counts?: Partial<Readonly<Record<SheetFilter, number>>>;
  /** The currencies of the amounts. If there is only one, the head of the column says it. */
  currencies?: readonly string[];
  /** Below the rows: what they come to. */
  foot?: ReactNode;
  children: ReactNode;
};

export function SheetTable(props: TableProps) {
  const { columns, filter, onFilter, notice, hasNone, counts = {}, currencies = [], foot, children } = props;
  const { t } = useTranslation();
  const counted = useCounted();
  const { className, amountHead } = useAmountHead(currencies.map((currency) => ({ currency })));
  const choiceOf = (value: SheetFilter) => {
    const [name, count] = [t(`sheets.filter.${value}`), counts[value]];
    return count === undefined ? name : t('sheets.counted', { name, number: counted(count).number });
  };
  const headOf = (column: SheetColumn) => {
    const name = t(`sheets.column.${column}`);
    return column === 'amount' ? amountHead(name) : name;
  };
  return (
    <>
      <SegmentedControl
        size="xs"
        className="sheet-filter"
        aria-label={t('sheets.which')}
        value={filter}
        onChange={(value) => onFilter(sheetFilters.find((one) => one === value) ?? 'all')}
        data={sheetFilters.map((value) => ({ value, label: choiceOf(value) }))}
      />
      {notice}
      <div className="sheet-rows" tabIndex={0} role="region" aria-label={t('sheets.rows')}>
        <Table className={`close-table ${className}`} aria-label={t('sheets.rows')} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number-cell sheet-row">{t('sheets.row')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} className={CLASSES[column]}>
                  {headOf(column)}
                </Table.Th>
              ))}
              <Table.Th>{t('sheets.state.label')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
          {foot && <Table.Tfoot>{foot}</Table.Tfoot>}
        </Table>
        {hasNone && <p className="muted sheet-none">{t('sheets.noRows')}</p>}
      </div>
    </>
  );
}

/** The headers of columns that are not taken. */
export function PassedOver({ headers }: { headers: readonly string[] }) {
  const { t } = useTranslation();
  if (headers.length === 0) return null;
  return (
    <div className="muted size-13">
      {t('sheets.passedOver')} {headers.map((header) => isolated(header)).join(t('sheets.comma'))}
    </div>
  );
}
