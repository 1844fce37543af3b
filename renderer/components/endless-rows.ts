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
  // Blocks that the scroll bar only passes are not asked for.
  blockLoadDebounceMillis: 40,
};

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

/** The properties that the grid gets in place of `rowData`; null if the window keeps all rows. */
export function useEndlessRows<Row>(api: RefObject<GridApi<Row> | null>, shown: Shown<Row>) {
  const { rows, endless } = shown;
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const question = endless?.question;
  const count = endless?.count ?? null;
  const model = useMemo(() => {
    if (question === undefined) return null;
    let isBegun = false;
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
          if (!isBegun) latest.current.onFirst();
          isBegun = true;
        });
      };
      if (startRow === 0 && (first.length >= endRow || asked?.count === first.length))
        return answer(first.slice(0, endRow));
      void asked
        ?.read(startRow, endRow - startRow)
        .then((found) => (found ? answer(found) : params.failCallback()));
    };
    return { ...SETTINGS, datasource: { getRows } };
  }, [api, question]);

  const last = useRef({ question, rows });
  useEffect(() => {
    const before = last.current;
    last.current = { question, rows };
    const isRead = before.question === question && before.rows !== rows;
    if (question !== undefined && isRead && api.current && !api.current.isDestroyed())
      api.current.refreshInfiniteCache();
  }, [api, question, rows]);
  useEffect(() => {
    if (count === null || count === 0 || !api.current || api.current.isDestroyed()) return;
    api.current.setRowCount(count, true);
  }, [api, count]);
  return model;
}
