/** The one grid: AG Grid in our look, with keyboard, right-to-left, remembered widths, plain-text copy and endless pages. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Skeleton } from '@mantine/core';
import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  themeQuartz,
  type ColumnResizedEvent,
  type GridApi,
  type GridSizeChangedEvent,
  type SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../app-store.ts';
import { directionOf } from '../i18n/index.ts';
import { styleNonce } from '../theme/style-nonce.ts';
import { BLOCK, useEndlessRows, type EndlessRows } from './endless-rows.ts';
import { actsOf } from './grid-acts.ts';
import {
  decimalsOf,
  isFoot,
  measure,
  rememberWidth,
  useColumnDefs,
  useMeasureForLonger,
  useWidthsOfOtherRows,
  type GridColumn,
  type GridRows,
  type GridSort,
} from './grid-columns.ts';
import { goInGrid } from './grid-keys.ts';
import { GridPlace } from './grid-place.tsx';
import { gridText } from './grid-texts.ts';
import { useOfLastRows } from './of-last-rows.ts';
import { useOpenedRow } from './opened-row.ts';
import { usePinnedColumns } from './pinned-columns.ts';

/** What our grids use: its filters, editors and files would be half of its script. */
ModuleRegistry.registerModules([
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  PinnedRowModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
]);

export type DataGridProps<Row> = GridRows<Row> & {
  label: string;
  loading?: boolean;
  /** Shown where there are no rows. A grid that had rows keeps its head above it, so that the next rows come sooner. */
  empty: ReactNode;
  onOpen?: (row: Row) => void;
  selectedIds?: string[];
  onSelectedIdsChange?: (ids: string[]) => void;
  onEndReached?: () => void;
  /** Set if there are more rows than the window keeps. `rows` are the first of them. */
  endless?: EndlessRows<Row>;
  rowClass?: (row: Row) => string | undefined;
  /** How many lines the row of feet has, if its columns have feet: one for each currency. */
  footLines?: number;
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
  pinnedRowFontWeight: 400,
  pinnedRowTextColor: 'var(--ink-2)',
  pinnedRowBackgroundColor: 'var(--surface)',
  browserColorScheme: 'inherit',
});

/** The library gives its grid no name of its own. */
const nameGrid = (frame: HTMLElement | null, label: string) =>
  frame?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label);

/** A row with amounts of several currencies has a line for each. */
const rowHeight = <Row,>(row: Row | undefined, columns: readonly GridColumn<Row>[]): number =>
  LINE * columns.reduce((most, { amounts }) => Math.max(most, row && amounts ? amounts(row).length : 0), 1);

/** The row of feet has no data of its own. */
const FOOT: never[] = [{} as never];
const NO_FOOT: never[] = [];

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

/** Calls once the page is wider or narrower than it was, as with a window that is made larger. */
function useOtherWidth(onOther: () => void): (event: { clientWidth: number }) => void {
  const known = useRef<number | null>(null);
  return ({ clientWidth }) => {
    const isOther = known.current !== null && known.current !== clientWidth;
    if (clientWidth > 0) known.current = clientWidth;
    if (isOther && clientWidth > 0) onOther();
  };
}

/** The grid styles every row anew for another function. */
const useRowClass = <Row,>(rowClass: DataGridProps<Row>['rowClass']) =>
  useCallback(
    ({ data, node }: { data: Row | undefined; node: Parameters<typeof isFoot>[0] }) =>
      data && rowClass && !isFoot(node) ? rowClass(data) : undefined,
    [rowClass],
  );

/** The same in every grid. */
const FIXED = {
  theme: look,
  styleNonce,
  suppressMovableColumns: true,
  // Every column is measured: a width comes from what is in it, as long as nobody has drawn one.
  suppressColumnVirtualisation: true,
  // A pixel, as widths are measured in whole ones: what is left goes to the column that takes what is left.
  autoSizePadding: 1,
  suppressDragLeaveHidesColumns: true,
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
const CORE_SORTS = {
  defaultColDef: { ...FIXED.defaultColDef, sortingOrder: ['asc' as const, 'desc' as const] },
  suppressMultiSort: true,
};

const SELECTABLE = {
  rowSelection: {
    mode: 'multiRow' as const,
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
  },
};

const TICKS = { width: 44, minWidth: 44, resizable: false };

const selectedIn = (api: GridApi): string[] => api.getSelectedNodes().flatMap(({ id }) => id ?? []);

/** Of a press on a head. */
function tellOrder<Row>(
  { source, api }: SortChangedEvent<Row>,
  onChange: GridRows<Row>['onSortChange'],
): void {
  if (source !== 'uiColumnSorted') return;
  const sorted = api.getColumnState().find((column) => column.sort);
  if (sorted?.sort) onChange?.({ by: sorted.colId, direction: sorted.sort });
}

/** Of a column that a person drew. */
const keepWidth = (id: string, { finished, column, source }: ColumnResizedEvent): void => {
  if (finished && column && source === 'uiColumnResized')
    rememberWidth(id, column.getColId(), column.getActualWidth());
};

/** A grid that is wider than its page has a bar at its foot. Where the bar takes room, it takes none of a row. */
function keepRoomForBar(frame: RefObject<HTMLElement | null>, isWider: boolean): void {
  frame.current?.toggleAttribute('data-wider', isWider);
  if (!isWider) return void frame.current?.style.removeProperty('--grid-bar');
  // The library shows its bar a frame after it knows of it.
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      const bar = frame.current?.querySelector<HTMLElement>('.ag-body-horizontal-scroll');
      if (!bar) return;
      const height = getComputedStyle(bar).position === 'absolute' ? 0 : bar.offsetHeight;
      frame.current?.style.setProperty('--grid-bar', `${height}px`);
    });
  });
}

/** What follows from another width of the page or of a column. */
function useWidthEvents<Row>(
  api: RefObject<GridApi<Row> | null>,
  frame: RefObject<HTMLElement | null>,
  props: DataGridProps<Row>,
  rtl: boolean,
) {
  const onWidth = useOtherWidth(() => measure(api.current, props));
  const onWider = useCallback((isWider: boolean) => keepRoomForBar(frame, isWider), [frame]);
  const pin = usePinnedColumns(props.columns, rtl, onWider);
  return {
    onGridSizeChanged: (event: GridSizeChangedEvent<Row>) => {
      onWidth(event);
      pin(event);
    },
    onDisplayedColumnsChanged: pin,
    onColumnResized: (event: ColumnResizedEvent<Row>) => {
      keepWidth(props.id, event);
      if (event.finished) pin(event);
    },
  };
}

const SKELETONS = Array.from({ length: 9 }, (_, index) => index);

const Loading = ({ label }: { label: string }) => (
  <div className="grid-fill pad" role="group" aria-busy="true" aria-label={label}>
    {SKELETONS.map((index) => (
      <Skeleton key={index} height={18} mb={18} radius={4} />
    ))}
  </div>
);

const Nothing = ({ children }: { children: ReactNode }) => (
  <div className="grid-fill" data-nothing>
    {children}
  </div>
);

/** True once this grid has had rows. It then stays on screen without rows, too. */
function useHadRows(id: string, hasRows: boolean): boolean {
  const [had, setHad] = useState<string | null>(null);
  if (hasRows && had !== id) setHad(id);
  return hasRows || had === id;
}

/** The most decimals of the rows. Without rows it is that of the last ones, so that nothing in the head moves. */
function useDecimals<Row>({ rows, columns }: Pick<GridRows<Row>, 'rows' | 'columns'>): number {
  const most = useMemo(() => decimalsOf(rows, columns), [rows, columns]);
  return useOfLastRows(most, rows.length > 0, 0);
}

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { id, label, rows, columns, getRowId, loading = false, empty } = props;
  const { selectedIds, onSelectedIdsChange, sort, onSortChange, rowClass, endless, footLines = 1 } = props;
  const { t } = useTranslation();
  const { language } = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const api = useRef<GridApi<Row> | null>(null);
  const rtl = directionOf(language) === 'rtl';
  const { columnDefs, autoSizeStrategy } = useColumnDefs(props);
  useSortFromOutside(api, sort);
  useWidthsOfOtherRows(api, props, columnDefs);
  const decimals = useDecimals(props);
  const isThere = useHadRows(id, rows.length > 0);
  const { forget, measureForLonger } = useMeasureForLonger(api, props);
  const widthEvents = useWidthEvents(api, frame, props, rtl);
  const model = useEndlessRows(api, { rows, endless, onFirst: measureForLonger });
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  const { onOpen, processRowPostCreate } = useOpenedRow(frame, props);
  const { nearEnd, click, press } = actsOf({ ...props, onOpen });
  const getRowClass = useRowClass(rowClass);

  if (loading && rows.length === 0) return <Loading label={label} />;
  if (!isThere) return <Nothing>{empty}</Nothing>;
  const grid = (
    <div ref={frame} className="grid-fill" data-decimals={decimals} data-foot={hasFoot || undefined}>
      <AgGridReact<Row>
        key={`${id}-${language}`}
        {...FIXED}
        columnDefs={columnDefs}
        {...(onSortChange && CORE_SORTS)}
        {...(onSelectedIdsChange && SELECTABLE)}
        selectionColumnDef={TICKS}
        enableRtl={rtl}
        {...(model ?? { rowData: rows, autoSizeStrategy })}
        getRowId={({ data }) => getRowId(data)}
        getRowHeight={({ data, node }) => (isFoot(node) ? LINE * footLines : rowHeight(data, columns))}
        pinnedBottomRowData={hasFoot ? FOOT : NO_FOOT}
        getRowClass={getRowClass}
        processRowPostCreate={processRowPostCreate}
        getLocaleText={gridText(t)}
        onGridReady={(event) => {
          api.current = event.api;
          forget();
          nameGrid(frame.current, label);
        }}
        onFirstDataRendered={(event) => {
          if (selectedIds?.length)
            event.api.forEachNode((node) => node.setSelected(selectedIds.includes(node.id ?? '')));
          nearEnd(event);
        }}
        onSelectionChanged={(event) => onSelectedIdsChange?.(selectedIn(event.api))}
        onBodyScrollEnd={nearEnd}
        {...widthEvents}
        onSortChanged={(event) => tellOrder(event, onSortChange)}
        onRowClicked={click}
        onCellKeyDown={press}
      />
      {rows.length === 0 && <div className="grid-nothing">{empty}</div>}
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
