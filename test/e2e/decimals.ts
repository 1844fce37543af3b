/** How columns of money stand: the place of every decimal separator that can be seen, by column. */
import type { Page } from '@playwright/test';
import { expect } from './host.ts';

/** Measured in pixels of the screen: glyphs are placed in parts of one. */
const SAME_PLACE = 0.75;

export type ColumnOfMoney = { column: string; rows: number; places: number[] };

/** `paper`: of the frame that is printed, and not of the window. */
export const moneyColumns = (page: Page, paper = false): Promise<ColumnOfMoney[]> =>
  page.evaluate((ofPaper) => {
    const frame = document.getElementById('closeout-paper') as HTMLIFrameElement | null;
    const root = ofPaper ? frame?.contentDocument : document;
    if (!root) return [];
    const columnOf = (cell: Element): string => {
      if (cell.closest('.sheet-block')) return 'roll';
      const table = cell.closest('table, .ag-root-wrapper, .pick-list, [role="listbox"]');
      const at = [...root.querySelectorAll('table, .ag-root-wrapper, [role="listbox"]')].indexOf(
        table ?? cell,
      );
      const name = 'cellIndex' in cell ? String(cell.cellIndex) : cell.getAttribute('col-id');
      return `${table?.getAttribute('aria-label') ?? table?.className ?? ''} ${at} ${name ?? ''}`;
    };
    const found = new Map<string, number[]>();
    for (const number of root.querySelectorAll('.money-number, .sheet-amount')) {
      const cell = number.closest('.number-cell, .sheet-number');
      const text = [...number.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE);
      const at = text?.textContent?.search(/[.٫]/) ?? -1;
      if (!cell || !text || at < 0 || (!ofPaper && !number.checkVisibility())) continue;
      const range = root.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const column = columnOf(cell);
      found.set(column, [...(found.get(column) ?? []), range.getBoundingClientRect().left]);
    }
    return [...found].map(([column, places]) => ({ column, rows: places.length, places }));
  }, paper);

/**
 * Waits until at least one column has rows to compare and the decimals of every column line up. After a change of language
 * the grid is built again and has no rows for a moment. The check is soft, so that one run reports every page.
 */
export async function decimalsStandBelowEachOther(page: Page, where: string, paper = false): Promise<void> {
  const asked = async (): Promise<object> => {
    const columns = (await moneyColumns(page, paper)).filter(({ rows }) => rows > 1);
    return {
      compared: columns.length > 0,
      crooked: columns.filter(({ places }) => Math.max(...places) - Math.min(...places) > SAME_PLACE),
    };
  };
  await expect.configure({ soft: true }).poll(asked, where).toEqual({ compared: true, crooked: [] });
}

/** Waits until each amount in a grid ends at the right edge of its cell, in both directions of reading. */
export async function amountsEndAtTheRight(page: Page, where: string): Promise<void> {
  const astray = (): Promise<string[]> =>
    page.locator('.ag-cell.number-cell .money-number').evaluateAll((numbers) =>
      numbers.flatMap((number) => {
        const cell = number.closest('.ag-cell');
        if (!cell || !number.checkVisibility()) return [];
        const edge = cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight);
        const gap = edge - number.getBoundingClientRect().right;
        return Math.abs(gap) > 2 ? [`${cell.getAttribute('col-id') ?? ''}: ${gap}`] : [];
      }),
    );
  await expect.configure({ soft: true }).poll(astray, where).toEqual([]);
}
