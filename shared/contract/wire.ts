/** Schemas that several contract files share: how money, times, errors and open enums cross the bridge. */
import { z } from 'zod';
import { money, type Money } from '../money/money.ts';
import { currencyScale } from '../money/currencies.ts';
import type { AppError, ErrorKind } from '../errors/app-error.ts';
import { shownText } from '../text/shown-text.ts';
import { errorCodes } from '../errors/error-codes.ts';

export const wireMoney = ({ minor, currency }: Money) => ({ minor: minor.toString(), currency });

/** Money crosses as `{ minor: "12050", currency: "EGP" }`: JSON has no integer that is wide enough. */
export const moneySchema = z.codec(
  z.strictObject({
    minor: z.string().regex(/^-?\d{1,30}$/),
    currency: z.string().refine((code) => currencyScale(code) !== null, 'unknown currency'),
  }),
  z.custom<Money>((value) => typeof (value as Money).minor === 'bigint'),
  {
    decode: ({ minor, currency }) => money(BigInt(minor), currency),
    encode: wireMoney,
  },
);

/** Text from outside that is only shown. It is never sent back, so it may be changed to be safe to look at. */
export const shownTextSchema = z.string().overwrite(shownText);

/** Epoch milliseconds. */
export const atMsSchema = z.number().int();
export const countSchema = z.number().int().nonnegative();

/** A timestamp of the gateway: an instant, or the text it was (shared/time/gateway-timestamp.ts). */
export const gatewayTimestampSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('instant'), atMs: atMsSchema, raw: z.string() }),
  z.object({ kind: z.literal('text'), raw: shownTextSchema }),
]);

export const openEnumSchema = <T extends string>(values: readonly [T, ...T[]]) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('known'), value: z.enum(values) }),
    z.object({ kind: z.literal('unknown'), raw: shownTextSchema }),
  ]);

export const messagesSchema = z.object({ en: z.string().optional(), ar: z.string().optional() });

const errorOf = (kind: ErrorKind) =>
  z.object({
    kind: z.literal(kind),
    code: z.enum(errorCodes[kind]),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    messages: messagesSchema.optional(),
    httpStatus: z.number().int().optional(),
    outcome: z.enum(['not-applied', 'unknown']).optional(),
  });
const [firstKind, ...otherKinds] = Object.keys(errorCodes) as [ErrorKind, ...ErrorKind[]];
/** The schema is made from the table of codes. That loses which code belongs to which kind, so its type is stated here. */
export const appErrorSchema = z.discriminatedUnion('kind', [
  errorOf(firstKind),
  ...otherKinds.map(errorOf),
]) as unknown as z.ZodType<AppError, AppError>;

/**
 * A keyset page: `next` is null at the end. The cursor is opaque to the renderer. It holds the last row's identifier and the text
 * that the list is sorted by, as long as the gateway wrote them: a list must not fail because one of its rows is long.
 */
const cursorSchema = z.string().max(200_000).nullable();
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), next: cursorSchema });
/** Names an asker who wants only the newest answer. An older question of the same asker is ended and refused as `replaced`. */
export const askerSchema = z.string().max(64).optional();
export const pageInput = {
  cursor: cursorSchema.default(null),
  limit: z.number().int().min(1).max(500).default(200),
  asker: askerSchema,
};

/** How far a list read from the gateway can be trusted: when it was last read whole, and what went wrong since. */
export const readStateSchema = z.object({
  readAtMs: atMsSchema.nullable(),
  lastError: z.object({ error: appErrorSchema, atMs: atMsSchema }).nullable(),
});
export type ReadState = z.output<typeof readStateSchema>;

export const nothing = z.strictObject({});
/** What a person writes and others see: nothing in it turns the text around it about, or is not seen. */
export const writtenText = (most: number, least = 0) =>
  z.string().overwrite(shownText).trim().min(least).max(most);
export const terminalIdSchema = z.string().min(1).max(200);

/** On an event: nobody asked for what changed. A list under somebody's eyes is left alone. */
export const byItself = { byItself: z.boolean().optional() };
