/**
 * Rows of a grid that has more of them than the window keeps: the grid asks for those in sight by their places, and lets go of
 * those far from them.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { GridApi, IDatasource } from 'ag-grid-community';

export type EndlessRows<Row> = {
  /** The question that the rows answer. A new question takes the grid to its first row; the same one keeps its place. */
  readonly question: object;
  /** How many rows there are; null while that is not known. */
  readonly count: number | null;
  /** Reads rows from a place on. Null if they could not be read. */
  readonly read: (first: number, limit: number) => Promise<Row[] | null>;
};

/** How many rows are asked for at once. */
export const BLOCK = 200;
const SETTINGS = {
  rowModelType: 'infinite' as const,
  cacheBlockSize: BLOCK,
  maxBlocksInCache: 20,
};
/** How long a block waits before it is asked for. The scroll bar passes many that nobody looks at, and only two wait at a time. */
const PASSING_MS = 40;

/** A row is drawn anew when its data comes. If it had the focus and nobody else has it now, the focus goes back to it. */
function keepFocus(api: GridApi, first: number, end: number): void {
  if (document.activeElement !== document.body) return;
  const cell = api.getFocusedCell();
  if (cell && cell.rowIndex >= first && cell.rowIndex < end) api.setFocusedCell(cell.rowIndex, cell.column);
}

type Shown<Row> = {
  /** The first rows, which are there already. */
  rows: Row[];
  endless: EndlessRows<Row> | undefined;
  /** The first rows are on screen. */
  onFirst: () => void;
};

/**
 * Begins another question. The old rows stay on screen until the new ones come and take their places. Only the first block is kept, so
 * that no other block is read again.
 */
function beginAnew<Row>(api: GridApi<Row>, count: number | null): void {
  api.setRowCount(Math.min(BLOCK, count ?? BLOCK), false);
  // At the top it would only have the page laid out once more, now and when the rows come.
  if (api.getVerticalPixelRange().top > 0 && api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
  api.refreshInfiniteCache();
}

/** The properties that the grid gets in place of `rowData`; null if the window keeps all rows. */
export function useEndlessRows<Row>(api: RefObject<GridApi<Row> | null>, shown: Shown<Row>) {
  const { rows, endless } = shown;
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const question = endless?.question;
  const count = endless?.count ?? null;
  const isEndless = endless !== undefined;
  /** The question whose first rows are drawn. */
  const drawn = useRef<object>(undefined);
  const model = useMemo(() => {
    if (!isEndless) return null;
    const getRows: IDatasource['getRows'] = (params) => {
      const { startRow, endRow } = params;
      const { rows: first, endless: asked } = latest.current;
      const answer = (found: Row[]) => {
        const isEnd = found.length < endRow - startRow;
        const known = latest.current.endless?.count ?? (isEnd ? startRow + found.length : undefined);
        params.successCallback(found, known);
        requestAnimationFrame(() => {
          if (!api.current || api.current.isDestroyed()) return;
          keepFocus(api.current, startRow, endRow);
          if (drawn.current !== asked?.question) latest.current.onFirst();
          drawn.current = asked?.question;
        });
      };
      if (startRow === 0 && (first.length >= endRow || asked?.count === first.length))
        return answer(first.slice(0, endRow));
      const read = () =>
        asked
          ?.read(startRow, endRow - startRow)
          .then((found) => (found ? answer(found) : params.failCallback()));
      if (startRow === 0) void read();
      else setTimeout(() => void read(), PASSING_MS);
    };
    return { ...SETTINGS, datasource: { getRows } };
  }, [api, isEndless]);

  const last = useRef({ question, rows });
  useEffect(() => {
    const before = last.current;
    last.current = { question, rows };
    if (!isEndless || !api.current || api.current.isDestroyed()) return;
    if (before.question !== question) beginAnew(api.current, latest.current.endless?.count ?? null);
    else if (before.rows !== rows) api.current.refreshInfiniteCache();
  }, [api, isEndless, question, rows]);
  useEffect(() => {
    if (count === null || count === 0 || !api.current || api.current.isDestroyed()) return;
    api.current.setRowCount(count, true);
  }, [api, count]);
  return model;
}
