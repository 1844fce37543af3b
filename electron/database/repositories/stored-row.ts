/**
 * A row as an earlier Closeout stored it: a key that came later is not in it. What may be absent is then null, or a list without
 * members; what must be there is still asked for.
 */
import type { z } from 'zod';

const EMPTY = [null, []] as const;

function filled(schema: z.ZodObject, value: object): object {
  const missing = Object.entries(schema.shape).flatMap(([key, field]): [string, unknown][] => {
    if (key in value) return [];
    const empty = EMPTY.find((one) => (field as z.ZodType).safeParse(one).success);
    return empty === undefined ? [] : [[key, empty]];
  });
  return { ...value, ...Object.fromEntries(missing) };
}

export function readStored<S extends z.ZodObject>(schema: S, value: unknown): z.output<S> {
  const known = schema.safeParse(value);
  if (known.success) return known.data;
  return schema.parse(typeof value === 'object' && value !== null ? filled(schema, value) : value);
}
