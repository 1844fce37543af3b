/** In which order the rows of a kept list stand: the one that a person chose, or the list's own. */
import type { KeptSort } from '#shared/contract/kept.ts';
import {
  firstStates,
  isListed,
  keptFacts,
  stateOf,
  timeOfKept,
  type CellKind,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';

/** What stands in a cell, as SQL. */
export const cell = (column: KeptColumn, at: string) => `json_extract(value, '$.cells.${column}.${at}')`;
/** What a column is sorted by. Rows without a value come first, or last the other way round. */
function orderOf(column: KeptColumn, kind: CellKind): string {
  switch (kind) {
    case 'money':
      return `COALESCE(CAST(${cell(column, 'money.minor')} AS INTEGER), ${-Number.MAX_SAFE_INTEGER})`;
    case 'time':
      return `COALESCE(${cell(column, 'at.atMs')}, 0)`;
    case 'percent':
    case 'rate':
    case 'count':
      return `COALESCE(CAST(${cell(column, 'text')} AS REAL), -1)`;
    case 'id':
    case 'currency':
    case 'text':
    case 'name':
    case 'contact':
    case 'word':
    case 'flags':
    case 'events':
    case 'answer':
      return `lower(COALESCE(${cell(column, 'text')}, ''))`;
  }
}
export const kindIn = (name: KeptListName, column: KeptColumn): CellKind | null =>
  keptFacts(name).find(([one]) => one === column)?.[1] ?? null;

/** More than any place in a list, and any time in milliseconds. */
const AHEAD = 1_000_000_000_000_000;

/** How far ahead of the others a row stands, if its state needs a person; a row that is gone needs nobody. The words are ours. */
function aheadOf(name: KeptListName): string | null {
  const column = stateOf(name);
  const words = firstStates(name);
  if (column === null || words.length === 0) return null;
  const whens = words.map((word, at) => `WHEN '${word}' THEN ${AHEAD * (words.length - at)}`);
  return `CASE WHEN is_gone = 1 THEN 0 ELSE (CASE ${cell(column, 'text')} ${whens.join(' ')} ELSE 0 END) END`;
}

/** If nobody chose an order: what needs a person first, then as the gateway lists it; what is collected has no such order and begins with the newest. */
function ownOrder(name: KeptListName): { by: string; direction: 'ASC' | 'DESC' } {
  const ahead = aheadOf(name);
  const time = timeOfKept(name);
  if (!isListed(name) && time !== null) {
    const by = orderOf(time, 'time');
    return { by: ahead === null ? by : `(${by} + ${ahead})`, direction: 'DESC' };
  }
  return { by: ahead === null ? 'place' : `(place - ${ahead})`, direction: 'ASC' };
}

/** Nobody sorts by contacts: the order would tell of masked phones. */
export function sortOf(name: KeptListName, sort: KeptSort): { by: string; direction: 'ASC' | 'DESC' } {
  const kind = sort && kindIn(name, sort.by);
  if (!sort || kind === null || kind === 'contact') return ownOrder(name);
  return { by: orderOf(sort.by, kind), direction: sort.direction === 'asc' ? 'ASC' : 'DESC' };
}
