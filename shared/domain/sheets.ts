/** Sheets of customers and of payment links: what is read of them, and how much. */
import type { Right } from './rights.ts';

export const sheetKinds = ['customers', 'links'] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** In the order in which they are shown and sent. */
export const sheetColumns = {
  customers: ['name', 'phone', 'email'],
  links: ['customer', 'amount', 'currency', 'description', 'due'],
} as const satisfies Record<SheetKind, readonly string[]>;
export type SheetColumn = (typeof sheetColumns)[SheetKind][number];

/** Without these nothing can be made of a row, so a sheet without their headers is refused. */
export const neededColumns: Readonly<Record<SheetKind, readonly SheetColumn[]>> = {
  customers: ['name', 'phone'],
  links: ['customer', 'amount', 'description'],
};
/** Links are made one after another, so there are fewer of them. */
export const MOST_SHEET_ROWS: Readonly<Record<SheetKind, number>> = { customers: 50_000, links: 2_000 };
/** The gateway keeps a checked sheet of customers so long (assumed). */
export const CHECKED_SHEET_LIVES_MS = 3_600_000;
export const rightOfSheet: Readonly<Record<SheetKind, Right>> = { customers: 'customers', links: 'bill' };
export const sheetColumnNames = [...new Set(Object.values(sheetColumns).flat())] as [
  SheetColumn,
  ...SheetColumn[],
];
