/** The keys inside a grid, as W3C has them: Home and End go along the row, with Ctrl to the first and last cell of all. */
import type { Column, GridApi, IRowNode } from 'ag-grid-community';

type Pressed = { api: GridApi; event: KeyboardEvent; node: Pick<IRowNode, 'rowIndex'> };

/** True if the key was one of these; the grid itself then leaves it alone. */
export function goInGrid({ api, event, node }: Pressed): boolean {
  if (event.type !== 'keydown' || (event.key !== 'Home' && event.key !== 'End')) return false;
  event.preventDefault();
  const columns: Column[] = api.getAllDisplayedColumns();
  const column = event.key === 'Home' ? columns[0] : columns.at(-1);
  const whole = event.ctrlKey || event.metaKey;
  const last = api.getDisplayedRowCount() - 1;
  const row = whole ? (event.key === 'Home' ? 0 : last) : (node.rowIndex ?? 0);
  if (!column) return true;
  api.ensureIndexVisible(row);
  api.ensureColumnVisible(column);
  api.setFocusedCell(row, column);
  return true;
}
