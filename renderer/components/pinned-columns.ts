/**
 * The first column stays in sight where a grid is wider than its page. Where it is not, it is a column like the others: the library lays
 * out and paints pinned cells apart, row by row.
 */
import { useCallback } from 'react';
import { SELECTION_COLUMN_ID, type Column, type GridApi } from 'ag-grid-community';
import type { GridColumn } from './grid-columns.ts';

const widthOf = (columns: readonly Column[]) =>
  columns.reduce((sum, column) => sum + column.getActualWidth(), 0);

/** Called whenever the page, the columns or their widths have changed. `onWider` hears whether the columns are wider than the page. */
export function usePinnedColumns<Row>(
  columns: readonly GridColumn<Row>[],
  rtl: boolean,
  onWider: (isWider: boolean) => void,
) {
  return useCallback(
    ({ api }: { api: GridApi }) => {
      const all = api.getAllDisplayedColumns();
      const pinnedNow = all.filter((column) => column.isPinned());
      const { left, right } = api.getHorizontalPixelRange();
      const room = right - left + widthOf(pinnedNow);
      // A grid that is not on screen has no width.
      if (room <= 0) return;
      const isWider = widthOf(all) > room + 1;
      onWider(isWider);
      const side = isWider ? (rtl ? 'right' : 'left') : null;
      const kept = new Set([
        SELECTION_COLUMN_ID,
        ...columns.flatMap(({ id, pinned }) => (pinned ? [id] : [])),
      ]);
      const other = all.filter(
        (column) => kept.has(column.getColId()) && (column.getPinned() ?? null) !== side,
      );
      if (other.length > 0) api.setColumnsPinned(other, side);
    },
    [columns, rtl, onWider],
  );
}
