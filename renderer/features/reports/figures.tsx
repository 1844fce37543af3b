/** Figures in rows: a table, and on the narrow roll one block a row with its labels beside the values. */
import type { ReactNode } from 'react';
import { useSetting } from './report-texts.tsx';

type FigureColumn<Row> = {
  header: string;
  /** Numbers stand on the end edge. */
  number?: boolean;
  cell: (row: Row) => ReactNode;
};
type FiguresProps<Row> = {
  caption: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A line below the row it is about. */
  below?: (row: Row) => ReactNode;
};

function Blocks<Row>({ caption, columns, rows, keyOf, below }: FiguresProps<Row>) {
  const [title, ...rest] = columns;
  return (
    <div className="sheet-blocks">
      <h3>{caption}</h3>
      {rows.map((row) => (
        <div key={keyOf(row)} className="sheet-block">
          <div className="sheet-block-title">{title?.cell(row)}</div>
          {rest.map(({ header, number, cell }) => (
            <div key={header} className="sheet-pair">
              <span>{header}</span>
              <span className={number ? 'sheet-number' : undefined}>{cell(row)}</span>
            </div>
          ))}
          {below?.(row)}
        </div>
      ))}
    </div>
  );
}

/** A table of so few rows stays on one page. */
const SHORT = 12;

export function Figures<Row>(props: FiguresProps<Row>) {
  const { caption, columns, rows, keyOf, below } = props;
  const { paper } = useSetting();
  if (rows.length === 0) return null;
  if (paper === 'receipt') return <Blocks {...props} />;
  return (
    <table className={rows.length > SHORT ? 'sheet-table' : 'sheet-table sheet-short'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, number }) => (
            <th key={header} scope="col" className={number ? 'sheet-number' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => {
        const more = below?.(row);
        return (
          <tbody key={keyOf(row)}>
            <tr>
              {columns.map(({ header, number, cell }) => (
                <td key={header} className={number ? 'sheet-number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
            {more !== undefined && more !== null && (
              <tr>
                <td colSpan={columns.length} className="sheet-below">
                  {more}
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}
