/** The keys that a page has beside those that work everywhere. */
import { tabOf } from './places.tsx';

export type Key = readonly [key: string, text: string];

const GRID: readonly Key[] = [
  ['J ↓', 'app.keys.nextRow'],
  ['K ↑', 'app.keys.rowBefore'],
  ['Enter', 'app.keys.open'],
  ['Home End', 'app.keys.ends'],
  ['Ctrl+Home Ctrl+End', 'app.keys.firstRow'],
  ['Ctrl+C', 'app.keys.copy'],
];
const EXPORT: Key = ['Ctrl+E', 'reports.keys.save'];
const PRINT: Key = ['Ctrl+P', 'reports.keys.print'];
const DATE: Key = ['↑ ↓', 'app.keys.day'];
const TABS: Key = ['[ ]', 'app.keys.tabs'];

/** What every list and every page with a report has. */
export const keysOfLists: readonly Key[] = [...GRID, EXPORT, PRINT];

/** The first that fits. */
const PAGES: readonly (readonly [path: RegExp, keys: readonly Key[]])[] = [
  [
    /^\/reconcile\/\w+\/match/,
    [
      ['J K', 'app.keys.rows'],
      ['Space', 'app.keys.pick'],
      ['← →', 'app.keys.otherList'],
      ['Ctrl+Enter', 'app.keys.match'],
    ],
  ],
  [/^\/reconcile\/import$/, [['Enter', 'app.keys.next']]],
  [/^\/reconcile/, [...GRID, EXPORT, DATE]],
  [
    /^\/settlement\/figures/,
    [
      ['T', 'figures.keys'],
      ['← →', 'app.keys.bars'],
      ['Enter', 'app.keys.openBar'],
    ],
  ],
  [/^\/settlement\/settled/, [...GRID, EXPORT, DATE]],
  [/^\/settlement\/bridge/, [EXPORT, DATE]],
  [/^\/close\/day/, [['Enter', 'app.keys.next'], PRINT, EXPORT]],
  [
    /^\/close\/calendar/,
    [
      ['← → ↑ ↓', 'app.keys.days'],
      ['PageUp PageDown', 'app.keys.months'],
      ['Enter', 'app.keys.openDay'],
    ],
  ],
  [/^\/catalogue(\/categories)?($|\/(products|categories)\/)/, [...GRID, ['N', 'making.makeNew'], EXPORT]],
  [/^\/billing(\/invoices)?($|\/(links|invoices)\/)/, [...GRID, ['N', 'making.makeNew'], EXPORT]],
  [/^\/payments\/cards/, [...GRID, ['N', 'savedCards.add']]],
  [/^\/payments\/checkouts/, [...GRID, ['N', 'checkouts.new.title'], EXPORT]],
  [
    /^\/(terminals|operations|rates|payments|billing|customers|catalogue|transfers|settlement|activity|close\/history)/,
    [...GRID, EXPORT],
  ],
];

export const keysOf = (path: string): readonly Key[] => [
  ...(tabOf(path) ? [TABS] : []),
  ...(PAGES.find(([of]) => of.test(path))?.[1] ?? []),
];
