/** Reading what callers send: a body against its schema, amounts without floats, and a refusal that names the field. */
import { z } from 'zod';
import { currencyScale } from '#shared/money/currencies.ts';
import { parseMoney } from '#shared/money/money.ts';
import { readGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { refuse } from './errors.ts';

/** The body as its type, or a 400 that names the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refuse.field(issue?.path.join('.') || 'body', issue?.message ?? 'is not valid');
}

/** Beyond any sale; sums of thousands of them are still exact. */
const LARGEST_MINOR = 10n ** 13n;

/** Minor units of an amount of zero or more as callers send it, or a 400 that names the field. */
export function minorOrZero(amount: number | string, currency: string, field: string): number {
  const read = parseMoney(String(amount), currency);
  if (!read.ok && read.problem === 'unknown-currency') throw refuse.field('currency', 'is not known');
  if (!read.ok) throw refuse.field(field, 'is not an amount of this currency');
  if (read.value.minor < 0n) throw refuse.field(field, 'must not be below zero');
  if (read.value.minor > LARGEST_MINOR) throw refuse.field(field, 'is too large');
  return Number(read.value.minor);
}

/** The same of an amount that must be above zero. */
export function minorOf(amount: number | string, currency: string, field: string): number {
  const minor = minorOrZero(amount, currency, field);
  if (minor === 0) throw refuse.field(field, 'must be above zero');
  return minor;
}

export const amount = z.union([z.number(), z.string().max(40)]);
export const decimalText = z.string().max(40);
export const currency = z.string().refine((code) => currencyScale(code) !== null, 'is not a known currency');
export const shortText = z.string().trim().min(1).max(200);
export const longText = z.string().max(2_000);
/** An http or https address. */
export const webAddress = z
  .string()
  .max(2_000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'is not a URL');

/** Epoch milliseconds of a timestamp in one of the documented forms. */
export const instant = z.string().transform((text, context) => {
  const read = readGatewayTimestamp(text);
  if (read.kind === 'instant') return read.atMs;
  context.addIssue({ code: 'custom', message: 'is not a timestamp YYYY-MM-DD HH:MM:SS.ffffff+00:00' });
  return z.NEVER;
});

/** Only the fields that were sent. */
export const definedOnly = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
