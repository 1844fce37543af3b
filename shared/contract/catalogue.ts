/** Products and categories as they are made, changed and deleted at the gateway. The lists of them are kept ones (kept.ts). */
import { z } from 'zod';
import { authorizationSchema } from './people.ts';
import { atMsSchema, moneySchema, nothing } from './wire.ts';

const name = z.string().trim().min(1).max(200);
const productSchema = z.strictObject({
  what: z.literal('product'),
  name,
  price: moneySchema,
  description: z.string().trim().max(500),
  /** Null: as they are. */
  categoryIds: z.array(z.string().max(100)).max(50).nullable(),
});
const categorySchema = z.strictObject({ what: z.literal('category'), name });
export const catalogueEntrySchema = z.discriminatedUnion('what', [productSchema, categorySchema]);
export type CatalogueEntry = z.output<typeof catalogueEntrySchema>;
const what = z.enum(['product', 'category']);
export type CatalogueThing = z.output<typeof what>;

/** An attempt to make one whose result is not known: it may exist. */
const attemptSchema = z.object({
  attemptId: z.string(),
  what,
  name: z.string(),
  by: z.string(),
  atMs: atMsSchema,
  /** When a whole list, read after the attempt, did not have it. Null: no such list was read yet. */
  absentAtMs: atMsSchema.nullable(),
});
export type CatalogueAttempt = z.output<typeof attemptSchema>;

const madeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), key: z.string() }),
  /** Nothing was sent: there is one of this name, or an attempt to make it that got no answer. */
  z.object({ kind: z.literal('double'), key: z.string().nullable() }),
  z.object({ kind: z.literal('not-known') }),
]);
export type MadeEntry = z.output<typeof madeSchema>;
const key = z.string().min(1).max(200);
const attemptId = z.string().max(64);
const ending = z.object({ ending: z.enum(['done', 'gone-before', 'not-known']) });

export const catalogueContract = {
  'catalogue.attempts': {
    right: 'see',
    input: nothing,
    output: z.object({ attempts: z.array(attemptSchema) }),
  },
  'catalogue.make': {
    right: 'catalogue',
    input: z.strictObject({ entry: catalogueEntrySchema, despiteDouble: z.boolean() }),
    output: madeSchema,
  },
  /** Reads a whole list, to see whether what was attempted is there. */
  'catalogue.look': { right: 'see', onlyReads: true, input: z.object({ attemptId }), output: nothing },
  /** Only after a whole list lacked it. */
  'catalogue.makeAgain': { right: 'catalogue', input: z.object({ attemptId }), output: madeSchema },
  'catalogue.dropAttempt': { right: 'catalogue', input: z.object({ attemptId }), output: nothing },
  'catalogue.change': {
    right: 'catalogue',
    input: z.strictObject({ key, entry: catalogueEntrySchema }),
    output: ending,
  },
  /** `typed`: its name. */
  'catalogue.delete': {
    right: 'catalogue',
    input: z.strictObject({ what, key, typed: z.string().max(300), authorization: authorizationSchema }),
    output: ending,
  },
} as const;

export const catalogueEvents = { 'catalogue.attemptsChanged': nothing } as const;
