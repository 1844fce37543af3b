/** The pieces that the rows of a close come in, as they are read again. */
import { z } from 'zod';
import { kinds } from '#shared/domain/kinds/index.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Fact } from './entry.ts';
import type { ToldRow } from '../database/repositories/closing/told-closes.ts';
import { parsed } from './read-body.ts';

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
    z.string().nullable(),
    z.string().nullable(),
    z.number().int(),
    z.iso.date(),
    z.string().nullable(),
  ])
  .transform(
    ([rowId, terminalId, order, ref, minor, currency, kind, type, entry, seen, date, undoes]): ToldRow => ({
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
    }),
  );
const pieceSchema = z.object({
  closingId: z.string(),
  number: z.number(),
  revision: z.number(),
  part: z.number().int().positive(),
  of: z.number().int().positive(),
  rows: z.array(rowSchema),
});

/** Which piece it is, whatever its rows are. */
const placeSchema = pieceSchema.pick({ closingId: true, part: true, of: true });
export const pieceOf = ({ kind, body }: Pick<Fact, 'kind' | 'body'>) =>
  kind === 'close-rows' ? parsed(placeSchema, body) : null;

/** Null for another kind, and for a shape of a newer Closeout. */
export const closeRowsOf = ({ kind, body }: Pick<Fact, 'kind' | 'body'>) =>
  kind === 'close-rows' ? parsed(pieceSchema, body) : null;
