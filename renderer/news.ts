/** What came in by itself: a list that somebody points at, or walks through by keyboard, stays as it is until they want it. */
import { create } from 'zustand';

type News = {
  /** Rows that came in and are not shown yet. */
  count: number;
  /** What shows them, by list. */
  held: ReadonlyMap<string, () => void>;
};
export const useNews = create<News>(() => ({ count: 0, held: new Map() }));

const GRID = '.ag-root-wrapper';
const isInHand = (): boolean =>
  document.querySelector(`${GRID}:hover, ${GRID}:focus-within, [role='dialog'] ${GRID}`) !== null;

/** Reads a list again: at once if somebody asked for what changed, or nobody has it in hand. */
export function showOrHold(list: string, byItself: boolean | undefined, show: () => void): void {
  const { held } = useNews.getState();
  if (byItself !== true || !isInHand()) {
    if (held.has(list)) useNews.setState({ held: without(held, list) });
    return show();
  }
  useNews.setState({ held: new Map([...held, [list, show]]) });
}

const without = (held: News['held'], list: string) => new Map([...held].filter(([name]) => name !== list));

export const noteNews = (count: number): void =>
  useNews.setState(({ count: before }) => ({ count: before + count }));

/** Shows all of it. */
export function showNews(): void {
  const { held } = useNews.getState();
  forgetNews();
  for (const show of held.values()) show();
}

/** Another page reads what it shows by itself. */
export const forgetNews = (): void => useNews.setState({ count: 0, held: new Map() });
