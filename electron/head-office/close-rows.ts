/** The pieces that the rows of a close come in, as they are read again. */
import { z } from 'zod';
import { kinds } from '#shared/domain/kinds/index.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Fact } from './entry.ts';
import { shownTextSchema } from '#shared/contract/wire.ts';
import type { HeardRow } from '../database/repositories/closing/told-closes.ts';
import { markOfMasked } from '../database/repositories/closing/hidden-names.ts';
import { parsed, parsedAsSent } from './read-body.ts';

/** Identifiers stay as the gateway wrote them, and are shown as its own are. */
const rowSchema = z
  .tuple([
    z.string(),
    z.string(),
    z.string().nullable(),
    z.string().nullable(),
    // As many digits as a sum of them can hold; and a currency that amounts can be written in.
    z.string().regex(/^-?\d{1,15}$/),
    z.string().refine((currency) => currencyScale(currency) !== null),
    z.enum(kinds),
    shownTextSchema.nullable(),
    shownTextSchema.nullable(),
    z.number().int(),
    z.iso.date(),
    z.string().nullable(),
  ])
  .transform(([rowId, terminalId, order, ref, minor, currency, kind, type, entry, seen, date, undoes]) => ({
    rowId,
    terminalId,
    merchantOrderId: order,
    refNumber: ref,
    minor: BigInt(minor),
    currency,
    kind,
    paymentType: type,
    entryMode: entry,
    firstSeenAtMs: seen,
    businessDate: date,
    undoes,
  }));
const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .nullable();
const pieceSchema = z.object({
  closingId: z.string(),
  number: z.number(),
  revision: z.number(),
  part: z.number().int().positive(),
  of: z.number().int().positive(),
  rows: z.array(rowSchema),
  /** Of rows with a masked order or reference number: which row of the piece, and the hashes of both. An older Closeout has none. */
  names: z.array(z.tuple([z.number().int(), hashSchema, hashSchema])).optional(),
  /** Which rows of the piece the close left outstanding. */
  outstanding: z.array(z.number().int()).default([]),
});

/** Which piece it is, whatever its rows are: they come last in canonical JSON, and are not read for that. */
const placeSchema = pieceSchema.pick({ closingId: true, part: true, of: true });
const ROWS = ',"rows":[';
export function pieceOf({ kind, body }: Pick<Fact, 'kind' | 'body'>) {
  if (kind !== 'close-rows') return null;
  const end = body.indexOf(ROWS);
  return (end > 0 ? parsed(placeSchema, `${body.slice(0, end)}}`) : null) ?? parsed(placeSchema, body);
}

/** Null for another kind, and for a shape of a newer Closeout. */
export function closeRowsOf({ kind, body }: Pick<Fact, 'kind' | 'body'>) {
  const piece = kind === 'close-rows' ? parsedAsSent(pieceSchema, body) : null;
  if (!piece) return null;
  const { names, outstanding, ...rest } = piece;
  const left = new Set(outstanding);
  const hashes = new Map(names?.map(([at, ...of]) => [at, of] as const));
  const rows = piece.rows.map((row, at): HeardRow => {
    const [merchantOrderIdHash = null, refNumberHash = null] = names
      ? (hashes.get(at) ?? [])
      : [row.merchantOrderId, row.refNumber].map(markOfMasked);
    return { ...row, merchantOrderIdHash, refNumberHash, outstanding: left.has(at) };
  });
  return { ...rest, rows };
}
