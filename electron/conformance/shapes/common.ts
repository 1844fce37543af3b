/** The conventions of §2, as schemas. Objects are loose: a field more is no fault. */
import { z } from 'zod';

const DOCUMENTED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/;
const SPACED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** §2 says "mostly" of the form with a space, so that ISO 8601 is accepted, too. */
export const timestamp = z
  .string()
  .refine((text) => SPACED.test(text) || ISO.test(text), { message: 'not a timestamp' });
/** Exactly the form that §2 shows. */
export const documentedTimestamp = z
  .string()
  .regex(DOCUMENTED, { message: 'not YYYY-MM-DD HH:MM:SS.ffffff+00:00' });
/** Webhook and delivery records (§2). */
export const isoTimestamp = z.string().regex(ISO, { message: 'not ISO 8601 with Z' });

export const decimalString = z.string().regex(/^\d+(\.\d+)?$/, { message: 'not a decimal string' });
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, { message: 'not an ISO 4217 code' });
export const urlString = z.string().refine((text) => URL.canParse(text), { message: 'not a URL' });
export const integer = z.int();
export const flag = z.boolean();
/** A field that must be there, whatever it holds: its type is not shown. */
export const present = z.unknown().refine((value) => value !== undefined, { message: 'missing' });
/** The form of an identifier: `PL-…`. */
export const idLike = (prefix: string) =>
  z.string().refine((text) => text.startsWith(prefix) && text.length > prefix.length, {
    message: `not of the form ${prefix}…`,
  });

export const both = z.looseObject({ en: z.string().min(1), ar: z.string().min(1) });
export const looseRecord = z.record(z.string(), z.unknown());
/** `{total, limit, page, pages}` (§2.11). */
export const pagination = z.looseObject({ total: integer, limit: integer, page: integer, pages: integer });
