/** The one grid: AG Grid in our look, with keyboard, right-to-left, remembered widths, plain-text copy and endless pages. */
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Skeleton } from '@mantine/core';
import {
  AllCommunityModule,
  ModuleRegistry,
  SELECTION_COLUMN_ID,
  themeQuartz,
  type CellClickedEvent,
  type CellKeyDownEvent,
  type ColDef,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type ICellRendererParams,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useTranslation } from 'react-i18next';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { currencyLabel } from '../i18n/format.ts';
import { directionOf } from '../i18n/index.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { BLOCK, useEndlessRows, type EndlessRows } from './endless-rows.ts';
import { goInGrid } from './grid-keys.ts';
import { GridPlace } from './grid-place.tsx';
import { gridText } from './grid-words.ts';
import { sharedCurrencies } from './shared-currency.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

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
  pinned?: boolean;
  hidden?: boolean;
  /** Of a column of buttons: read by screen readers only. */
  headerHidden?: boolean;
};
type GridSort = { by: string; direction: 'asc' | 'desc' };

type DataGridProps<Row> = {
  /** Names the grid for remembered widths. */
  id: string;
  label: string;
  rows: Row[];
  columns: GridColumn<Row>[];
  getRowId: (row: Row) => string;
  loading?: boolean;
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  selectedIds?: string[];
  onSelectedIdsChange?: (ids: string[]) => void;
  sort?: GridSort;
  /** Leave it out where the window sorts. */
  onSortChange?: (sort: GridSort) => void;
  onEndReached?: () => void;
  /** The rows are the first of more than the window keeps. */
  endless?: EndlessRows<Row>;
  rowClass?: (row: Row) => string | undefined;
};

const LINE = 36;

const look = themeQuartz.withParams({
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--ink)',
  borderColor: 'var(--line)',
  headerBackgroundColor: 'var(--surface)',
  headerTextColor: 'var(--ink-3)',
  headerFontWeight: 500,
  headerFontSize: 12,
  fontSize: 13,
  fontFamily: 'inherit',
  rowHeight: LINE,
  headerHeight: 36,
  rowHoverColor: 'var(--sunken)',
  selectedRowBackgroundColor: 'var(--accent-soft)',
  accentColor: 'var(--accent)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 6,
  cellHorizontalPadding: 10,
  browserColorScheme: 'inherit',
});

const widthsKey = (id: string) => `closeout.grid.${id}`;
function readWidths(id: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(widthsKey(id)) ?? '{}') as Record<string, number>;
  } catch {
    // A damaged entry only costs remembered widths.
    return {};
  }
}

function rememberWidth(id: string, columnId: string, width: number): void {
  localStorage.setItem(widthsKey(id), JSON.stringify({ ...readWidths(id), [columnId]: width }));
}

/** The library gives its grid no name of its own. */
const nameGrid = (frame: HTMLElement | null, label: string) =>
  frame?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label);

/** Looks at all rows and not only those in sight, so that no number moves while a person scrolls. */
const decimalsOf = <Row,>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): number =>
  columns
    .flatMap(({ amounts }) => (amounts ? rows.flatMap(amounts) : []))
    .reduce((most, { currency }) => Math.max(most, currencyScale(currency) ?? 0), 0);

/** A row with amounts of several currencies has a line for each. */
const rowHeight = <Row,>(row: Row | undefined, columns: readonly GridColumn<Row>[]): number =>
  LINE * columns.reduce((most, { amounts }) => Math.max(most, row && amounts ? amounts(row).length : 0), 1);

/** A very long text does not push the other columns out of sight. */
const WIDEST = 380;

/** Columns are as wide as what is in them; those that share what is left, and those that a person drew, keep their width. */
const contentWidths = <Row,>(columns: readonly GridColumn<Row>[], widths: Record<string, number>) => ({
  type: 'fitCellContents' as const,
  colIds: columns.flatMap(({ id, flex }) => (flex === undefined && widths[id] === undefined ? [id] : [])),
  defaultMaxWidth: WIDEST,
});

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
    pinned,
    hidden = false,
    headerHidden = false,
  } = column;
  const remembered = widths[id];
  return {
    colId: id,
    headerName: sharedCurrency === null ? header : `${header} (\u2068${sharedCurrency}\u2069)`,
    hide: hidden,
    minWidth: Math.min(70, width ?? 70),
    ...(remembered !== undefined
      ? { initialWidth: remembered }
      : {
          ...(width !== undefined && { initialWidth: width }),
          ...(flex !== undefined && { initialFlex: flex, minWidth: width ?? 110 }),
        }),
    ...(pinned && { pinned: rtl ? ('right' as const) : ('left' as const), lockPinned: true }),
    sortable: sortable ?? sortValue !== undefined,
    valueGetter: ({ data }) => (data ? text(data) : ''),
    comparator: serverSorted
      ? () => 0
      : (_a, _b, nodeA, nodeB) =>
          sortValue && nodeA.data && nodeB.data ? compare(sortValue(nodeA.data), sortValue(nodeB.data)) : 0,
    cellRenderer: ({ data }: ICellRendererParams<Row>) => (data ? render(data) : null),
    ...(headerHidden && { headerClass: 'head-unseen' }),
    // Numbers stand at the right in both languages, which in Arabic is where a head begins anyway.
    ...(align === 'end' && {
      cellClass: sharedCurrency === null ? 'number-cell' : 'number-cell currency-in-head',
      ...(!rtl && { headerClass: 'ag-right-aligned-header' }),
    }),
  };
}

/** The elements of a cell that have keys and clicks of their own. */
const onControl = (target: EventTarget | null | undefined): boolean =>
  target instanceof Element && target.closest('button, a, input, [role="menu"]') !== null;

/** Text of a cell can be chosen with the mouse: that opens nothing. */
const isChoosingText = (): boolean => getSelection()?.type === 'Range';

/** Enter on the cell of a row's menu opens that: Tab never stops at the button in it. */
function openMenuIn(cell: EventTarget | null): boolean {
  const button = cell instanceof Element ? cell.querySelector<HTMLElement>('[aria-haspopup="menu"]') : null;
  button?.focus();
  button?.click();
  return button !== null;
}

/** The map before it, if nothing in it has changed: definitions of columns are not made anew with every answer of rows. */
function useStable(next: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [kept, setKept] = useState(next);
  const same = kept.size === next.size && [...next].every(([id, currency]) => kept.get(id) === currency);
  if (!same) setKept(next);
  return same ? kept : next;
}

const STEPS: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 };

/** The keys j and k move the focus down and up a row. Their place counts: an Arabic keyboard has other letters there. */
function step(api: GridApi, event: KeyboardEvent, rowIndex: number | null, columnId: string): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = STEPS[event.code];
  if (by === undefined) return;
  const at = (rowIndex ?? 0) + by;
  if (at < 0 || at >= api.getDisplayedRowCount()) return;
  api.ensureIndexVisible(at);
  api.setFocusedCell(at, columnId);
}

/** What keys and clicks in the grid do. */
const actsOf = <Row,>({ columns, onOpen, onEndReached }: DataGridProps<Row>) => ({
  nearEnd: ({ api }: { api: GridApi<Row> }): void => {
    if (onEndReached && api.getLastDisplayedRowIndex() >= api.getDisplayedRowCount() - 20) onEndReached();
  },
  click: ({ data, event, column }: CellClickedEvent<Row>): void => {
    const ticks = column.getColId() === SELECTION_COLUMN_ID;
    if (data && !ticks && !onControl(event?.target) && !isChoosingText()) onOpen?.(data);
  },
  press: (pressed: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>): void => {
    const { data, event, api, rowIndex } = pressed;
    if (!data || !(event instanceof KeyboardEvent)) return;
    if (event.key === 'Enter' && !onControl(event.target) && !openMenuIn(event.target)) onOpen?.(data);
    const columnId = 'column' in pressed ? pressed.column.getColId() : '';
    step(api, event, rowIndex, columnId);
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !isChoosingText()) {
      const column = columns.find(({ id }) => id === columnId);
      if (column) void navigator.clipboard.writeText(column.text(data));
    }
  },
});

/** The columns as the library wants them, and how wide they are. */
function useColumnDefs<Row>({ id, rows, columns, sort, onSortChange }: DataGridProps<Row>) {
  const { language } = useLocale();
  const rtl = directionOf(language) === 'rtl';
  const serverSorted = onSortChange !== undefined;
  const widths = useMemo(() => readWidths(id), [id]);
  const currencies = useStable(useMemo(() => sharedCurrencies(rows, columns), [rows, columns]));
  const columnDefs = useMemo(() => {
    const labelOf = (currency: string | undefined) =>
      currency === undefined ? null : currencyLabel(currency, language);
    return columns.map((column) => ({
      ...toColDef(column, widths, serverSorted, rtl, labelOf(currencies.get(column.id))),
      ...(sort?.by === column.id && { initialSort: sort.direction }),
    }));
  }, [columns, widths, serverSorted, sort, rtl, language, currencies]);
  const autoSizeStrategy = useMemo(() => contentWidths(columns, widths), [columns, widths]);
  return { columnDefs, autoSizeStrategy };
}

function measure<Row>(api: GridApi<Row> | null, { id, columns }: Pick<DataGridProps<Row>, 'id' | 'columns'>) {
  if (!api || api.isDestroyed()) return;
  const { colIds, defaultMaxWidth } = contentWidths(columns, readWidths(id));
  api.autoSizeColumns({ colIds, defaultMaxWidth });
}

/** Other rows, from a filter or another day, can be wider: columns that nobody has drawn are measured again. */
function useWidthsOfOtherRows<Row>(
  api: RefObject<GridApi<Row> | null>,
  { id, rows, columns, getRowId }: DataGridProps<Row>,
): void {
  const first = rows[0] === undefined ? null : getRowId(rows[0]);
  const measured = useRef(first);
  useEffect(() => {
    const wasEmpty = measured.current === null;
    if (first === measured.current) return;
    measured.current = first;
    if (first === null || wasEmpty) return;
    const frame = requestAnimationFrame(() => {
      measure(api.current, { id, columns });
    });
    return () => cancelAnimationFrame(frame);
  }, [api, first, id, columns]);
}

/** Shows an order that does not come from a press on a head, but from a view that somebody took up. */
function useSortFromOutside<Row>(api: RefObject<GridApi<Row> | null>, sort: GridSort | undefined): void {
  useEffect(() => {
    if (!sort || !api.current || api.current.isDestroyed()) return;
    api.current.applyColumnState({
      state: [{ colId: sort.by, sort: sort.direction }],
      defaultState: { sort: null },
    });
  }, [api, sort]);
}

/** The same in every grid. */
const FIXED = {
  theme: look,
  styleNonce,
  enableCellTextSelection: true,
  suppressMovableColumns: true,
  // Every column is measured: a width comes from what is in it, as long as nobody has drawn one.
  suppressColumnVirtualisation: true,
  autoSizePadding: 4,
  suppressDragLeaveHidesColumns: true,
  maintainColumnOrder: true,
  animateRows: false,
  defaultColDef: {
    resizable: true,
    suppressHeaderMenuButton: true,
    sortable: false,
    suppressKeyboardEvent: goInGrid,
  },
  // Arrows go through the grid and Tab leaves it, as W3C has it: what is below is one press away, not a thousand cells.
  tabToNextCell: () => false,
};
/** If the core sorts, there is always one order. */
const CORE_SORTS = { sortingOrder: ['asc' as const, 'desc' as const], suppressMultiSort: true };
const SELECTABLE = {
  rowSelection: {
    mode: 'multiRow' as const,
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
  },
};
const SKELETONS = Array.from({ length: 9 }, (_, index) => index);

const Loading = ({ label }: { label: string }) => (
  <div className="grid-fill pad" role="group" aria-busy="true" aria-label={label}>
    {SKELETONS.map((index) => (
      <Skeleton key={index} height={18} mb={18} radius={4} />
    ))}
  </div>
);

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { id, label, rows, columns, getRowId, loading = false, empty } = props;
  const { selectedIds, onSelectedIdsChange, sort, onSortChange, rowClass, endless } = props;
  const { t } = useTranslation();
  const { language } = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const api = useRef<GridApi<Row> | null>(null);
  const rtl = directionOf(language) === 'rtl';
  const defs = useColumnDefs(props);
  useSortFromOutside(api, sort);
  useWidthsOfOtherRows(api, props);
  const decimals = useMemo(() => decimalsOf(rows, columns), [rows, columns]);
  const onFirst = () => measure(api.current, props);
  const model = useEndlessRows(api, { rows, endless, onFirst });
  const { nearEnd, click, press } = actsOf(props);

  if (loading && rows.length === 0) return <Loading label={label} />;
  if (rows.length === 0) return <div className="grid-fill">{empty}</div>;
  const grid = (
    <div ref={frame} className="grid-fill" data-decimals={decimals}>
      <AgGridReact<Row>
        key={`${id}-${language}`}
        {...FIXED}
        {...defs}
        {...(onSortChange && CORE_SORTS)}
        {...(onSelectedIdsChange && SELECTABLE)}
        selectionColumnDef={{ pinned: rtl ? 'right' : 'left', width: 44, minWidth: 44, resizable: false }}
        enableRtl={rtl}
        {...(model ?? { rowData: rows })}
        getRowId={({ data }) => getRowId(data)}
        getRowHeight={({ data }) => rowHeight(data, columns)}
        getRowClass={({ data }) => (data && rowClass ? rowClass(data) : undefined)}
        getLocaleText={gridText(t)}
        onGridReady={(event) => {
          api.current = event.api;
          nameGrid(frame.current, label);
        }}
        onFirstDataRendered={(event) => {
          if (selectedIds?.length)
            event.api.forEachNode((node) => node.setSelected(selectedIds.includes(node.id ?? '')));
          nearEnd(event);
        }}
        onSelectionChanged={(event) =>
          onSelectedIdsChange?.(event.api.getSelectedNodes().flatMap((node) => node.id ?? []))
        }
        onBodyScrollEnd={nearEnd}
        onColumnResized={({ finished, column, source }) => {
          if (finished && column && source === 'uiColumnResized')
            rememberWidth(id, column.getColId(), column.getActualWidth());
        }}
        onSortChanged={(event) => {
          if (event.source !== 'uiColumnSorted') return;
          const sorted = event.api.getColumnState().find((column) => column.sort);
          if (sorted?.sort) onSortChange?.({ by: sorted.colId, direction: sorted.sort });
        }}
        onCellClicked={click}
        onCellKeyDown={press}
      />
    </div>
  );
  if (!endless || (endless.count ?? 0) <= BLOCK) return grid;
  return (
    <>
      {grid}
      <GridPlace api={api} count={endless.count ?? 0} />
    </>
  );
}
