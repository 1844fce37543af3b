/** The columns of a grid: how a page describes them, how the library wants them, and how wide they are. */
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ColDef, GridApi, ICellRendererParams, RowPinnedType } from 'ag-grid-community';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { currencyLabel } from '../i18n/format.ts';
import { directionOf } from '../i18n/index.ts';
import type { EndlessRows } from './endless-rows.ts';
import { useIsNarrow } from './is-narrow.ts';
import { hasLonger } from './longer-text.ts';
import { sharedCurrencies } from './shared-currency.ts';
import { isolated } from '../i18n/isolated.ts';

export type GridColumn<Row> = {
  id: string;
  header: string;
  width?: number;
  flex?: number;
  align?: 'start' | 'end';
  /** The money in a cell: the most decimals of a grid make room in all its rows. */
  amounts?: (row: Row) => readonly Money[];
  render: (row: Row) => ReactNode;
  /** For copying, and for screen readers. */
  text: (row: Row) => string;
  /** Sorts on this in the window; leave it out where the core sorts. */
  sortValue?: (row: Row) => string | number | bigint;
  sortable?: boolean;
  /** Stays in sight where the grid is wider than the page. */
  pinned?: boolean;
  /** In a narrow window it stands right behind what stays in sight: what the list is looked at for. */
  early?: boolean;
  hidden?: boolean;
  /** As wide as what is in it and no wider: days, which all look alike. */
  snug?: boolean;
  /** Of a column of buttons: read by screen readers only. */
  headerHidden?: boolean;
  /** What its rows come to, in the last row, which stays in sight. A grid with any of them has that row. */
  foot?: ReactNode;
  /** Over how many columns its foot goes; 1 without it. */
  footSpan?: number;
};

/** True in the row of feet, which is no row of data. */
export const isFoot = ({ rowPinned }: { rowPinned?: RowPinnedType }): boolean => rowPinned === 'bottom';

export type GridSort = { by: string; direction: 'asc' | 'desc' };

/** The rows of a grid and their columns. */
export type GridRows<Row> = {
  /** Names the grid for remembered widths. */
  id: string;
  rows: Row[];
  columns: GridColumn<Row>[];
  getRowId: (row: Row) => string;
  sort?: GridSort;
  /** Leave it out if the window sorts. */
  onSortChange?: (sort: GridSort) => void;
};

const widthsKey = (id: string) => `closeout.grid.${id}`;

function readWidths(id: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(widthsKey(id)) ?? '{}') as Record<string, number>;
  } catch {
    // A damaged entry only costs remembered widths.
    return {};
  }
}

export function rememberWidth(id: string, columnId: string, width: number): void {
  localStorage.setItem(widthsKey(id), JSON.stringify({ ...readWidths(id), [columnId]: width }));
}

/** Looks at all rows and not only those in sight, so that no number moves while a person scrolls. */
export const decimalsOf = <Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): number =>
  columns
    .flatMap(({ amounts }) => (amounts ? rows.flatMap(amounts) : []))
    .reduce((most, { currency }) => Math.max(most, currencyScale(currency) ?? 0), 0);

/** A very long text does not push the other columns out of sight. */
const WIDEST = 380;
/** Numbers stay near what they belong to, and buttons at their edge, where a page has room to spare. */
const WIDEST_NUMBER = 240;
const WIDEST_ACTS = 72;
/** As many columns as do not share what the page has left. */
const FEW = 4;
/** What is left beyond this is shared by all columns. */
const WIDEST_FLEX = 480;

/**
 * Columns are as wide as what is in them; more than a few share what the page has left, up to a limit; those that take what is left first, and
 * those that a person drew, keep their width.
 */
function contentWidths<Row>(columns: readonly GridColumn<Row>[], widths: Record<string, number>) {
  const measured = columns.filter(({ id, flex }) => flex === undefined && widths[id] === undefined);
  return {
    type: 'fitCellContents' as const,
    colIds: measured.map(({ id }) => id),
    defaultMaxWidth: WIDEST,
    columnLimits: measured.flatMap(({ id, width, align, headerHidden, snug }) => {
      const most = headerHidden === true ? WIDEST_ACTS : snug === true ? width : undefined;
      if (most !== undefined) return [{ colId: id, maxWidth: most }];
      return align === 'end' ? [{ colId: id, maxWidth: WIDEST_NUMBER }] : [];
    }),
    // A few columns would be pulled apart: what belongs together stays together.
    scaleUpToFitGridWidth: columns.filter(({ hidden }) => hidden !== true).length > FEW,
  };
}

const compare = (a: string | number | bigint, b: string | number | bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Width and order begin here and are the person's from then on: definitions come again with every answer of rows. */
function toColDef<Row>(
  column: GridColumn<Row>,
  widths: Record<string, number>,
  serverSorted: boolean,
  rtl: boolean,
  sharedCurrency: string | null,
): ColDef<Row> {
  const {
    id,
    header,
    width,
    flex,
    align,
    render,
    text,
    sortValue,
    sortable,
    hidden = false,
    headerHidden = false,
    foot,
    footSpan = 1,
  } = column;
  const remembered = widths[id];
  return {
    colId: id,
    headerName: sharedCurrency === null ? header : `${header} (${isolated(sharedCurrency)})`,
    hide: hidden,
    minWidth: Math.min(70, width ?? 70),
    ...(remembered !== undefined
      ? { initialWidth: remembered }
      : {
          ...(width !== undefined && { initialWidth: width }),
          ...(flex !== undefined && { initialFlex: flex, minWidth: width ?? 110, maxWidth: WIDEST_FLEX }),
        }),
    sortable: sortable ?? sortValue !== undefined,
    valueGetter: ({ data, node }) => (data && !(node && isFoot(node)) ? text(data) : ''),
    comparator: serverSorted
      ? () => 0
      : (_a, _b, nodeA, nodeB) =>
          sortValue && nodeA.data && nodeB.data ? compare(sortValue(nodeA.data), sortValue(nodeB.data)) : 0,
    cellRenderer: ({ data, node }: ICellRendererParams<Row>) =>
      isFoot(node) ? (foot ?? null) : data ? render(data) : null,
    ...(footSpan > 1 && { colSpan: ({ node }) => (node && isFoot(node) ? footSpan : 1) }),
    ...(headerHidden && { headerClass: 'head-unseen' }),
    // Numbers stand at the right in both languages, which in Arabic is where a head begins anyway.
    ...(align === 'end' && {
      cellClass: sharedCurrency === null ? 'number-cell' : 'number-cell currency-in-head',
      ...(!rtl && { headerClass: 'ag-right-aligned-header' }),
    }),
  };
}

/** Keeps the last map if the new one is equal, or if there are no rows (`isKnown` is false), so that the columns are not made anew. */
function useStable(next: ReadonlyMap<string, string>, isKnown: boolean): ReadonlyMap<string, string> {
  const [kept, setKept] = useState(next);
  const same =
    !isKnown || (kept.size === next.size && [...next].every(([id, currency]) => kept.get(id) === currency));
  if (!same) setKept(next);
  return same ? kept : next;
}

function inOrder<Row>(columns: GridColumn<Row>[], isNarrow: boolean): GridColumn<Row>[] {
  if (!isNarrow || !columns.some(({ early }) => early)) return columns;
  const rank = ({ pinned = false, early = false }: GridColumn<Row>) => (pinned ? 0 : early ? 1 : 2);
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

/** The columns as the library wants them, and how wide they are. */
export function useColumnDefs<Row>({ id, rows, columns, sort, onSortChange }: GridRows<Row>) {
  const { language } = useLocale();
  const rtl = directionOf(language) === 'rtl';
  const serverSorted = onSortChange !== undefined;
  const isNarrow = useIsNarrow();
  const widths = useMemo(() => readWidths(id), [id]);
  const currencies = useStable(
    useMemo(() => sharedCurrencies(rows, columns), [rows, columns]),
    rows.length > 0,
  );
  const columnDefs = useMemo(() => {
    const labelOf = (currency: string | undefined) =>
      currency === undefined ? null : currencyLabel(currency, language);
    return inOrder(columns, isNarrow).map((column) => ({
      ...toColDef(column, widths, serverSorted, rtl, labelOf(currencies.get(column.id))),
      ...(sort?.by === column.id && { initialSort: sort.direction }),
    }));
  }, [columns, isNarrow, widths, serverSorted, sort, rtl, language, currencies]);
  const autoSizeStrategy = useMemo(() => contentWidths(columns, widths), [columns, widths]);
  return { columnDefs, autoSizeStrategy };
}

export function measure<Row>(
  api: GridApi<Row> | null,
  { id, columns }: Pick<GridRows<Row>, 'id' | 'columns'>,
) {
  if (!api || api.isDestroyed()) return;
  const { type: _, ...widths } = contentWidths(columns, readWidths(id));
  api.autoSizeColumns(widths);
}

/**
 * Measures the columns for the rows of another question, if one of those in sight has a longer text than they were measured for: columns
 * do not move with each letter that somebody types.
 */
export function useMeasureForLonger<Row>(api: RefObject<GridApi<Row> | null>, shown: GridRows<Row>) {
  const longest = useRef(new Map<string, number>());
  const forget = () => longest.current.clear();
  const measureForLonger = () => {
    const inSight = shown.rows.slice(0, (api.current?.getLastDisplayedRowIndex() ?? 0) + 1);
    if (hasLonger(longest.current, inSight, shown.columns)) measure(api.current, shown);
  };
  return { forget, measureForLonger };
}

/**
 * Other rows, from a filter or another day, can be wider. So can a row whose amounts come later, a head that names the currency of rows that
 * came later, and digits of the other kind. Columns that nobody has drawn are measured again.
 */
export function useWidthsOfOtherRows<Row>(
  api: RefObject<GridApi<Row> | null>,
  { id, rows, columns, getRowId, endless }: GridRows<Row> & { endless?: EndlessRows<Row> },
  columnDefs: readonly ColDef<Row>[],
): void {
  const first = rows[0] === undefined ? null : getRowId(rows[0]);
  const heads = columnDefs.map(({ headerName }) => headerName).join('\n');
  const { digits } = useLocale();
  const question = endless?.question;
  const measured = useRef({ first, heads, digits, question });
  const longest = useRef(new Map<string, number>());
  const latest = useRef(columns);
  const frame = useRef(0);
  useEffect(() => {
    latest.current = columns;
    const before = measured.current;
    measured.current = { first, heads, digits, question };
    const isLonger = question === undefined && hasLonger(longest.current, rows, columns);
    if (!isLonger && first === before.first && heads === before.heads && digits === before.digits) return;
    // The grid says when it has drawn the rows of another question, and they are measured then.
    if (first === null || before.first === null || question !== before.question) return;
    cancelAnimationFrame(frame.current);
    // Rows that came a moment ago are drawn by the next frame. Whatever else changes until then, they are measured.
    frame.current = requestAnimationFrame(() => {
      frame.current = requestAnimationFrame(() => measure(api.current, { id, columns: latest.current }));
    });
  }, [api, rows, first, heads, digits, question, id, columns]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
}
