/** One picture and its table: the same figures, one key apart. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Bars, type Bar } from './bars.tsx';

export type FigureRow = { bar: Bar; name: string; cells: readonly ReactNode[] };
type FigureCardProps = {
  title: string;
  text: string;
  asTable: boolean;
  /** What takes a whole row of the page: its picture, or its table, too. */
  wide?: 'picture' | 'always';
  /** The list behind it was never read: nothing is known, and nothing is drawn. */
  unread: boolean;
  /** Shown if no row has anything. */
  nothing: string;
  /** The headers of the first column, then of the cells. */
  columns: readonly string[];
  rows: readonly FigureRow[];
  /** The rows are periods, the oldest first: the table begins with the newest. */
  newestFirst?: boolean;
  /** The totals of the columns, for rows that are parts of one whole. */
  total?: readonly ReactNode[];
} & Omit<Parameters<typeof Bars>[0], 'bars' | 'label'>;

type TableProps = Pick<FigureCardProps, 'title' | 'columns' | 'rows' | 'total'>;

function FigureTable({ title, columns, rows, total }: TableProps) {
  const { t } = useTranslation();
  const [first = '', ...rest] = columns;
  return (
    <Table className="figure-table" aria-label={title} verticalSpacing={4} horizontalSpacing={6} fz={13}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {rest.map((name) => (
            <Table.Th key={name} className="number-cell">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ bar, name, cells }) => (
          <Table.Tr key={bar.key} data-empty={bar.values.every(({ drawn }) => drawn === 0) || undefined}>
            <Table.Th scope="row" fw={400}>
              <button type="button" className="figure-open" onClick={bar.open}>
                {name}
              </button>
            </Table.Th>
            {cells.map((cell, at) => (
              <Table.Td key={rest[at] ?? at} className="number-cell currency-in-head">
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {total && (
        <Table.Tfoot>
          <Table.Tr data-term="sum">
            <Table.Th scope="row">{t('figures.total')}</Table.Th>
            {total.map((cell, at) => (
              <Table.Td key={rest[at] ?? at} className="number-cell currency-in-head">
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  );
}

export function FigureCard(props: FigureCardProps) {
  const { title, text, asTable, wide, unread, nothing } = props;
  const { columns, rows, total, newestFirst = false, ...chart } = props;
  const { t } = useTranslation();
  const isEmpty = unread || rows.every(({ bar }) => bar.values.every(({ drawn }) => drawn === 0));
  return (
    <section
      className="card figure-card"
      data-wide={wide === 'always' || (wide === 'picture' && !asTable) || undefined}
      data-table={asTable || undefined}
    >
      <h2>{title}</h2>
      <p>{text}</p>
      {isEmpty && <div className="muted">{unread ? t('app.asOf.never') : nothing}</div>}
      {!isEmpty && asTable && (
        <FigureTable
          title={title}
          columns={columns}
          rows={newestFirst ? rows.toReversed() : rows}
          {...(total && { total })}
        />
      )}
      {!isEmpty && !asTable && <Bars label={title} bars={rows.map(({ bar }) => bar)} {...chart} />}
    </section>
  );
}
