/** The shape of a gateway's answer as data: where our words are in it. */
import { z } from 'zod';
import { isObject, type Obj } from '../fields.ts';

const pathSchema = z.array(z.string().min(1).max(100)).max(6);
const placesSchema = z.record(z.string(), pathSchema);

export const shapeSchema = z.strictObject({
  /** The place of the rows, or of the one record. */
  at: pathSchema,
  /** The place of each of our words in a row. The gateway does not give a word that is missing here. */
  fields: placesSchema,
  parts: z.record(z.string(), z.strictObject({ at: pathSchema, fields: placesSchema })),
  unit: z.enum(['major', 'minor']),
  /** The currency of all amounts, if the answer names none and a person has said which one it is. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  /** Dates that come as a number since 1970. */
  epochs: z.record(z.string(), z.enum(['s', 'ms'])),
  /** Our word for each word of a state that is not ours. The keys are in capitals. */
  states: z.record(z.string(), z.string()),
  paging: z.strictObject({
    total: pathSchema.optional(),
    pages: pathSchema.optional(),
    more: pathSchema.optional(),
    /** The query parameter that takes the cursor at `more` for the next page. */
    cursor: z.string().min(1).max(40).optional(),
  }),
  /**
   * The amounts that may be read: found under our own name, proven by sums, or confirmed by a person. An amount inside a part is
   * written `part.word`.
   */
  amounts: z.array(z.string()),
  /** The sums held in every row that this was learnt from. So an answer in which they do not hold has another shape. */
  sumsHold: z.boolean(),
});
export type Shape = z.output<typeof shapeSchema>;
export type Path = readonly string[];

/** `net_amount`, `net-amount`, `NetAmount` and `netAmount` are one name. */
export const spelt = (name: string): string => name.replaceAll(/[_\- .]/g, '').toLowerCase();

/** The value at a path; undefined where an object on the way is missing. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const name of path) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** The one key of an object that is spelt so; its own spelling goes first. Null where there is none, or more than one. */
export function keySpelt(object: Obj, name: string): string | null {
  if (object[name] !== undefined) return name;
  const wanted = spelt(name);
  const same = Object.keys(object).filter((key) => spelt(key) === wanted);
  return same.length === 1 && same[0] !== undefined ? same[0] : null;
}

/** Every place that a value of a row may have: its fields, and those of the objects in it. */
export function placesIn(rows: readonly Obj[], depth = 2): Path[] {
  const found = new Map<string, Path>();
  const look = (object: Obj, before: Path): void => {
    for (const [key, value] of Object.entries(object)) {
      const path = [...before, key];
      if (isObject(value) && path.length < depth) look(value, path);
      else found.set(JSON.stringify(path), path);
    }
  };
  for (const row of rows) look(row, []);
  return [...found.values()];
}
