/** The conditions of a filter, from the description of its fields in the contract. */
import { narrowing, type FilterField, type FilterFields } from '#shared/contract/list-filter.ts';
import { searchText } from '#shared/text/digits.ts';
import { amountLimit } from './amount-limit.ts';

/** A text inside the words of a condition. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

type Condition = { part: string; args: unknown[] };

function conditionOf({ test, column }: FilterField, value: unknown): Condition {
  switch (test) {
    case 'contains':
      return { part: `instr(${column}, ?) > 0`, args: [searchText(String(value))] };
    case 'one-of': {
      const values = value as readonly unknown[];
      return { part: `${column} IN (${values.map(() => '?').join(',')})`, args: [...values] };
    }
    case 'is':
      return { part: `${column} = ?`, args: [value] };
    case 'from':
      return { part: `${column} >= ?`, args: [value] };
    case 'to':
      return { part: `${column} <= ?`, args: [value] };
    case 'least':
      return amountLimit(column, String(value), 'from');
    case 'most':
      return amountLimit(column, String(value), 'to');
    // Written out: an index of the marked rows alone is chosen by the words of the condition.
    case 'marked':
    case 'only':
      return { part: `${column} = ${Number(value)}`, args: [] };
  }
}

/** `summed`: every condition can be answered from the index of the sums. */
export function conditionsOf<F extends FilterFields>(
  fields: F,
  filter: { readonly [K in keyof F]: unknown },
): { parts: string[]; args: unknown[]; summed: boolean } {
  const active = narrowing(fields, filter).flatMap((name) => {
    const field = fields[name];
    return field ? [{ field, ...conditionOf(field, filter[name]) }] : [];
  });
  return {
    parts: active.map(({ part }) => part),
    args: active.flatMap(({ args }) => args),
    summed: active.every(({ field }) => field.summed),
  };
}

type Direction = 'asc' | 'desc';
export const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');
