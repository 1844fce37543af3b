/** What an entry says, as it is read again: checked against a form, and safe to show. */
import type { z } from 'zod';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { isShownAsIs, shownText } from '#shared/text/shown-text.ts';

/** Another PC has signed it, and may be anybody's: its texts turn nothing about and hide no signs. */
const shown = (value: unknown): unknown => {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [shownText(name), shown(one)]));
};

const asSent = (value: unknown): unknown => value;
/** Escapes that may stand for hidden signs. All other escapes stand for signs that are seen. */
const ESCAPES = /\\[ubf]/;
/** True if every text in it can be shown as it is. One look at the whole body tells it, and it is true of most. */
const isPlain = (json: string): boolean => isShownAsIs(json) && !ESCAPES.test(json);

export const parsed = <T>(schema: z.ZodType<T>, body: string): T | null =>
  read(schema, body, isPlain(body) ? asSent : shown);

/** For identifiers, which are compared as the gateway wrote them: the schema makes safe what is free text. */
export const parsedAsSent = <T>(schema: z.ZodType<T>, body: string): T | null => read(schema, body, asSent);

function read<T>(schema: z.ZodType<T>, body: string, form: (sent: unknown) => unknown): T | null {
  try {
    return schema.safeParse(form(JSON.parse(body))).data ?? null;
  } catch {
    // No version of Closeout writes anything but JSON here: the entry is kept, and not shown.
    return null;
  }
}

/** What is no JSON is no version's, and is shown as it is. */
export function shownFacts(facts: string): string {
  if (isPlain(facts)) return facts;
  try {
    return canonicalJson(shown(JSON.parse(facts)));
  } catch {
    return facts;
  }
}
