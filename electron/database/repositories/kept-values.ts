/** What follows from the values of a row of a kept list: its search text, its name, its amount and its time. Pure functions. */
import type { KeptValue } from '#shared/contract/kept.ts';
import {
  calledBy,
  detailOf,
  keptFacts,
  timeOfKept,
  type CellKind,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { toDecimal } from '#shared/money/money.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { searchText } from '#shared/text/digits.ts';

export type ReadRow = KeptValue & { key: string };

function shownCell(kind: CellKind, given: KeptValue['cells'][KeptColumn], seesContacts: boolean) {
  const isAboutAPerson = kind === 'contact' || kind === 'name';
  if (!isAboutAPerson || seesContacts || given?.is !== 'text') return given;
  return { is: 'text' as const, text: maskContacts(given.text) };
}
/** A row as the person who asks may see it: without the right to them, phones and emails are masked. */
export function valueFor(name: KeptListName, value: KeptValue, seesContacts: boolean): KeptValue {
  const cells = keptFacts(name).flatMap(([column, kind]) => {
    const shown = shownCell(kind, value.cells[column], seesContacts);
    return shown === undefined ? [] : [[column, shown]];
  });
  const lines = value.lines.map((line) =>
    seesContacts || line.cell?.is !== 'text'
      ? line
      : { ...line, cell: { ...line.cell, text: maskContacts(line.cell.text) } },
  );
  return { cells: Object.fromEntries(cells) as KeptValue['cells'], lines };
}
export const textIn = ({ cells }: KeptValue, column: KeptColumn | null): string | null => {
  const given = column === null ? undefined : cells[column];
  return given?.is === 'text' ? given.text : null;
};
/** The text that a search looks in. */
export function searchOf(name: KeptListName, value: KeptValue, key: string): string {
  const words = keptFacts(name).map(([column]) => {
    const given = value.cells[column];
    return given?.is === 'text' ? given.text : given?.is === 'money' ? toDecimal(given.money) : '';
  });
  return searchText([...new Set([...words, key])].join(' '));
}
/** What the palette shows of a row: its name, its first amount and its first time. */
export function headOf(name: KeptListName, value: KeptValue) {
  const given = keptFacts(name).map(([column]) => value.cells[column]);
  const amount = given.find((one) => one?.is === 'money')?.money ?? null;
  const column = timeOfKept(name);
  const cellOfTime = column === null ? undefined : value.cells[column];
  const at = cellOfTime?.is === 'time' ? cellOfTime.at : null;
  return {
    title: textIn(value, calledBy(name)),
    detail: textIn(value, detailOf(name)),
    amount,
    atMs: at?.kind === 'instant' ? at.atMs : null,
  };
}
