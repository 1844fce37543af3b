/**
 * Figures of settlement over time, each of one currency and of what is on this PC: gross and net, fees as a share, what was
 * closed and not settled by its age, and what early money cost. Every figure names the rows it is of.
 */
import { z } from 'zod';
import { businessDateSchema } from './closing-day.ts';
import { totalSchema } from './terminals.ts';
import { atMsSchema, countSchema, moneySchema, pageOf, readStateSchema } from './wire.ts';

/** The last 14 days, 13 weeks from Saturday on, or 12 months. */
const spans = ['days', 'weeks', 'months'] as const;
export type Span = (typeof spans)[number];
/** In business days since the day of the close, by the calendar of reconciliation. */
export const ages = ['today', 'days-1-3', 'days-4-7', 'older'] as const;
export type Age = (typeof ages)[number];

const periodSchema = z.object({
  /** Its first day, and the one after its last. */
  from: businessDateSchema,
  until: businessDateSchema,
  fromMs: atMsSchema,
  /** Before this instant. */
  untilMs: atMsSchema,
});
export type Period = z.output<typeof periodSchema>;

const settledSum = {
  count: countSchema,
  /** What the rows add: returns are taken away. */
  gross: moneySchema,
  /** Rows of a kind not known, by their size: they are not in `gross`. */
  notSummed: totalSchema.nullable(),
  /** As the gateway gives them, without VAT; null if it gives none. */
  fees: moneySchema.nullable(),
  net: moneySchema.nullable(),
};
const currencySchema = z.object({
  currency: z.string(),
  /** In the order of `periods`. */
  settled: z.array(z.object({ ...settledSum, feeShareBasisPoints: z.number().int().nullable() })),
  /** Largest first, all periods together. */
  branches: z.array(
    z.object({ branchId: z.string().nullable(), branchName: z.string().nullable(), ...settledSum }),
  ),
  /** In the order of `ages`. */
  unsettled: z.array(z.object({ age: z.enum(ages), count: countSchema, amount: moneySchema })),
  /** In the order of `months`. */
  early: z.array(
    z.object({
      requests: countSchema,
      total: moneySchema,
      cost: moneySchema,
      costShareBasisPoints: z.number().int().nullable(),
    }),
  ),
});
export type CurrencyFigures = z.output<typeof currencySchema>;

const unsettledRowSchema = z.object({
  rowId: z.string(),
  orderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  terminalId: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  zNumber: z.number().int(),
  amount: moneySchema,
});

export type UnsettledRow = z.output<typeof unsettledRowSchema>;

export const figuresContract = {
  'figures.get': {
    right: 'see',
    input: z.object({ span: z.enum(spans) }),
    output: z.object({
      /** The days are those of this zone: of the branches where they agree, else that of the closes. */
      timeZone: z.string(),
      today: businessDateSchema,
      periods: z.array(periodSchema),
      months: z.array(periodSchema),
      currencies: z.array(currencySchema),
      settledRead: readStateSchema,
      requestsRead: readStateSchema,
    }),
  },
  /** Sales of closes that stand and that nothing settles, of one age; oldest first. */
  'figures.unsettled': {
    right: 'see',
    input: z.strictObject({
      currency: z.string().length(3),
      age: z.enum(ages),
      cursor: z.string().max(20).nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    output: pageOf(unsettledRowSchema),
  },
} as const;
