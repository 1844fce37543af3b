/** The cursor of a list is the place of its last row, as JSON. It is parsed like every other input. */
import { z } from 'zod';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

const placeSchema = z.number().int().nonnegative();

export const badCursor = () => err(inputError('invalid', { where: 'cursor' }));

export const writeCursor = (place: unknown): string =>
  JSON.stringify(place, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** An error if Closeout did not write this cursor. */
export function readCursor<T extends z.ZodType>(
  schema: T,
  cursor: string | null,
): Result<z.output<T> | null> {
  if (cursor === null) return ok(null);
  try {
    return ok(schema.parse(JSON.parse(cursor)));
  } catch {
    return badCursor();
  }
}

/** For a list whose cursor is the number of its last row, or the count of rows before the page. */
export function readPlace(cursor: string | null): Result<number> {
  const place = readCursor(placeSchema, cursor);
  return place.ok ? ok(place.value ?? 0) : place;
}
