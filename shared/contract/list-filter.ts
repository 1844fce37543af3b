/**
 * One description of each field of a list's filter. The schema of the contract, of a saved view and of "nothing is filtered",
 * the SQL (electron/database/filter-sql.ts), the index of the sums and the words of an export follow from it.
 */
import { z } from 'zod';

/** How a value narrows a list: see `filter-sql.ts`. */
type FilterTest = 'contains' | 'one-of' | 'is' | 'from' | 'to' | 'least' | 'most' | 'marked' | 'only';

/** Of `least` and `most`: decimal text as typed and already made ASCII, compared in the currency of each row. */
export const amountLimitSchema = z
  .string()
  .max(60)
  .regex(/^-?\d+(\.\d+)?$/)
  .nullable()
  .default(null);

export type FilterField<S extends z.ZodType = z.ZodType> = {
  /** With its default, which narrows nothing. */
  schema: S;
  test: FilterTest;
  column: string;
  /** The index that the sums are read from holds the column. */
  summed: boolean;
};
export type FilterFields = Record<string, FilterField>;
type ShapeOf<F extends FilterFields> = { [K in keyof F]: F[K]['schema'] };

/** A field that is not in the description is refused: a filter that is left out shows rows that nobody asked for. */
export function filterSchema<F extends FilterFields>(fields: F): z.ZodObject<ShapeOf<F>, z.core.$strict> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return z.strictObject(shape as ShapeOf<F>);
}

/** False for a value that leaves the list as it is. */
function narrows(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== false;
}
/** `marked` asks for rows with and for rows without a mark; only null leaves the list as it is. */
const fieldNarrows = ({ test }: FilterField, value: unknown): boolean =>
  test === 'marked' ? value !== null : narrows(value);

/** The names of the fields that narrow the list, in the order of their description. */
export function narrowing<F extends FilterFields>(
  fields: F,
  filter: { readonly [K in keyof F]: unknown },
): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && fieldNarrows(field, filter[name]);
  });
}
