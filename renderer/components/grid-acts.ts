/** What keys and clicks in a grid do: open a row, its menu, copy a cell, go on to the next row. */
import {
  SELECTION_COLUMN_ID,
  type CellKeyDownEvent,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type RowClickedEvent,
} from 'ag-grid-community';
import { isFoot, type GridColumn } from './grid-columns.ts';

const isIn = (target: EventTarget | null | undefined, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
/** The elements of a cell that have keys and clicks of their own. */
const onControl = (target: EventTarget | null | undefined): boolean =>
  isIn(target, 'button, a, input, [role="menu"]');
/** The cell around a row's box is a part of it for the mouse. */
const TICK = `[col-id="${SELECTION_COLUMN_ID}"]`;

/** Text of a cell can be chosen with the mouse: that opens nothing. */
const isChoosingText = (): boolean => getSelection()?.type === 'Range';

/** Enter on the cell of a row's menu opens that: Tab never stops at the button in it. */
function openMenuIn(cell: EventTarget | null): boolean {
  const button = cell instanceof Element ? cell.querySelector<HTMLElement>('[aria-haspopup="menu"]') : null;
  button?.focus();
  button?.click();
  return button !== null;
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

type Acted<Row> = {
  columns: GridColumn<Row>[];
  onOpen?: ((row: Row) => void) | undefined;
  onEndReached?: (() => void) | undefined;
};

/** What keys and clicks in the grid do. */
export const actsOf = <Row>({ columns, onOpen, onEndReached }: Acted<Row>) => ({
  nearEnd: ({ api }: { api: GridApi<Row> }): void => {
    if (onEndReached && api.getLastDisplayedRowIndex() >= api.getDisplayedRowCount() - 20) onEndReached();
  },
  /** Anywhere in the row: one of few columns ends before the page does. */
  click: ({ data, event, node }: RowClickedEvent<Row>): void => {
    const target = event?.target;
    if (data && !isFoot(node) && !onControl(target) && !isIn(target, TICK) && !isChoosingText())
      onOpen?.(data);
  },
  press: (pressed: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>): void => {
    const { data, event, api, rowIndex, node } = pressed;
    if (isFoot(node) || !data || !(event instanceof KeyboardEvent)) return;
    if (event.key === 'Enter' && !onControl(event.target) && !openMenuIn(event.target)) onOpen?.(data);
    const columnId = 'column' in pressed ? pressed.column.getColId() : '';
    step(api, event, rowIndex, columnId);
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !isChoosingText()) {
      const column = columns.find(({ id }) => id === columnId);
      if (column) void navigator.clipboard.writeText(column.text(data));
    }
  },
});
