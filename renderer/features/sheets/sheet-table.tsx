/** The rows of a file as a table: which of them are shown, and what is wrong beside each cell. */
import { SegmentedControl, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetFilters, type SheetRow } from '#shared/contract/sheets.ts';
import type { SheetColumn } from '#shared/domain/sheets.ts';
import type { SheetFilter } from './store.ts';

/** Columns that are read from left to right in every language. */
const LATIN: readonly SheetColumn[] = ['phone', 'email', 'number', 'amount', 'currency', 'due'];
const classOf = (column: SheetColumn) => (column === 'amount' ? 'number-cell' : undefined);

type CellProps = {
  column: SheetColumn;
  text: string;
  problems: SheetRow['problems'];
  /** Stands instead of the text. */
  children?: ReactNode;
};

export function SheetCell({ column, text, problems, children }: CellProps) {
  const { t } = useTranslation();
  return (
    <Table.Td className={classOf(column)}>
      {children ?? (text !== '' && <bdi {...(LATIN.includes(column) && { dir: 'ltr' })}>{text}</bdi>)}
      {problems
        .filter((one) => one.column === column)
        .map(({ problem }) => (
          <div key={problem} className="sheet-problem">
            {t(`sheets.problem.${problem}`)}
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
  children: ReactNode;
};

export function SheetTable({ columns, filter, onFilter, notice, hasNone, children }: TableProps) {
  const { t } = useTranslation();
  return (
    <>
      <SegmentedControl
        size="xs"
        className="sheet-filter"
        aria-label={t('sheets.which')}
        value={filter}
        onChange={(value) => onFilter(sheetFilters.find((one) => one === value) ?? 'all')}
        data={sheetFilters.map((value) => ({ value, label: t(`sheets.filter.${value}`) }))}
      />
      {notice}
      <div className="sheet-rows" tabIndex={0} role="region" aria-label={t('sheets.rows')}>
        <Table className="close-table" aria-label={t('sheets.rows')} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number-cell">{t('sheets.row')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} className={classOf(column)}>
                  {t(`sheets.column.${column}`)}
                </Table.Th>
              ))}
              <Table.Th>{t('sheets.state.label')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
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
    <div className="muted">
      {t('sheets.passedOver')} {headers.map((header) => `\u2068${header}\u2069`).join(t('sheets.comma'))}
    </div>
  );
}
