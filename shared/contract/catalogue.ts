/** Products and categories as they are made, changed and deleted at the gateway. The lists of them are kept ones (kept.ts). */
import { z } from 'zod';
import { changedSchema, madeSchema } from './making.ts';
import { authorizationSchema } from './people.ts';
import { moneySchema, writtenText } from './wire.ts';

const name = writtenText(200, 1);
const productSchema = z.strictObject({
  what: z.literal('product'),
  name,
  price: moneySchema,
  description: writtenText(500),
  /** Null: as they are. */
  categoryIds: z.array(z.string().max(100)).max(50).nullable(),
});
const categorySchema = z.strictObject({ what: z.literal('category'), name });
export const catalogueEntrySchema = z.discriminatedUnion('what', [productSchema, categorySchema]);
export type CatalogueEntry = z.output<typeof catalogueEntrySchema>;
const what = z.enum(['product', 'category']);
export type CatalogueThing = z.output<typeof what>;

const key = z.string().min(1).max(200);

export const catalogueContract = {
  'catalogue.make': {
    right: 'catalogue',
    input: z.strictObject({ entry: catalogueEntrySchema, despiteDouble: z.boolean() }),
    output: madeSchema,
  },
  'catalogue.change': {
    right: 'catalogue',
    input: z.strictObject({ key, entry: catalogueEntrySchema }),
    output: changedSchema,
  },
  /** `typed`: its name. */
  'catalogue.delete': {
    right: 'catalogue',
    input: z.strictObject({ what, key, typed: z.string().max(300), authorization: authorizationSchema }),
    output: changedSchema,
  },
} as const;
