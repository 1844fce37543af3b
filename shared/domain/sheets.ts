/** Sheets of customers, of payment links and of transfers: what is read of them, and how much. */
import { MOST_IN_BATCH } from './payout.ts';
import type { Right } from './rights.ts';

export const sheetKinds = ['customers', 'links'] as const;
export type SheetKind = (typeof sheetKinds)[number];
/** A sheet of transfers is read, but not kept: the numbers of others stand in it. */
export type TableKind = SheetKind | 'transfers';

/** In the order in which they are shown and sent. */
export const sheetColumns = {
  customers: ['name', 'phone', 'email'],
  links: ['customer', 'amount', 'currency', 'description', 'due'],
  transfers: ['recipient', 'number', 'amount', 'bank', 'method'],
} as const satisfies Record<TableKind, readonly string[]>;
export type SheetColumn = (typeof sheetColumns)[TableKind][number];

/** Without these nothing can be made of a row, so a sheet without their headers is refused. */
export const neededColumns: Readonly<Record<TableKind, readonly SheetColumn[]>> = {
  customers: ['name', 'phone'],
  links: ['customer', 'amount', 'description'],
  transfers: ['recipient', 'number', 'amount'],
};
/** Links are made one after another, so there are fewer of them. */
export const MOST_SHEET_ROWS: Readonly<Record<TableKind, number>> = {
  customers: 50_000,
  links: 2_000,
  transfers: MOST_IN_BATCH,
};
/** The gateway keeps a checked sheet of customers so long (assumed). */
export const CHECKED_SHEET_LIVES_MS = 3_600_000;
export const rightOfSheet: Readonly<Record<SheetKind, Right>> = { customers: 'customers', links: 'bill' };
export const sheetColumnNames = [...new Set(Object.values(sheetColumns).flat())] as [
  SheetColumn,
  ...SheetColumn[],
];
