/** What a Z, or an X, says: everything that is printed. The signature lines and the words are the window’s. */
import { z } from 'zod';
import { differenceReasons, leaveReasons, totalsVerdicts } from '../domain/closing.ts';
import { atMsSchema, countSchema, moneySchema } from './wire.ts';
import { kinds } from '../domain/kinds/index.ts';
import { reportSumsSchema, totalSchema } from './terminals.ts';
import {
  acknowledgedUnreadSchema,
  businessDateSchema,
  branchKeySchema,
  lineNameShape,
  someone,
} from './closing-day.ts';

/** One line of a Z or X. Totals are per payment type and entry mode. */
const typeTotalSchema = z.object({
  currency: z.string(),
  paymentType: z.string().nullable(),
  entryMode: z.string().nullable(),
  /** What `paymentType` meant when the report was made. Older reports have null. */
  kind: z.enum(kinds).nullable().default(null),
  count: countSchema,
  /** The size: what takes money back has no sign here. */
  amount: moneySchema,
  /** What its rows add to a sum. */
  adds: moneySchema.nullable().default(null),
});

const rowFactsSchema = z.object({
  rowId: z.string(),
  terminalId: z.string(),
  refNumber: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  paymentType: z.string().nullable(),
  amount: moneySchema,
});

/** What a Z or an X says. Everything that is printed is in here; the signature lines and the words are the window's. */
export const reportSchema = z.object({
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  timeZone: z.string(),
  cutOff: z.string(),
  /** The instant at which the business date ends. */
  endsAtMs: atMsSchema,
  appVersion: z.string(),
  terminals: z.array(
    z.object({
      terminalId: z.string(),
      label: z.string(),
      /** Data age: when it was last read whole. */
      lastReadAtMs: atMsSchema.nullable(),
      leftOut: z.object({ reason: z.enum(leaveReasons), note: z.string() }).nullable(),
      left: z.array(totalSchema),
      leftNotSummed: z.array(totalSchema).default([]),
      outstandingLeft: z
        .object({ reason: z.enum(leaveReasons), note: z.string(), count: countSchema })
        .nullable(),
    }),
  ),
  totals: z.array(typeTotalSchema),
  /** Sales, returns and net by what the words meant; null in a report of before kinds were known. */
  sums: reportSumsSchema.nullable().default(null),
  /** Sales and reversals by their size. Other kinds are in `totals` and `sums`. */
  sales: z.array(totalSchema),
  reversals: z.array(totalSchema),
  /** Rows first seen on an earlier business date, in this close: net. */
  late: z.array(totalSchema),
  /** In no sum. None in a report of before such rows could be acknowledged. */
  unread: z.array(acknowledgedUnreadSchema).default([]),
});
export type Report = z.output<typeof reportSchema>;

export const zContentSchema = reportSchema.extend({
  number: z.number().int().positive(),
  /** 1, and one more for each later issue of the same number. */
  revision: z.number().int().positive(),
  kind: z.enum(['provisional', 'final']),
  environment: z.string(),
  merchantId: z.string(),
  begun: someone,
  /** When and by whom this revision was issued. */
  closed: someone,
  /** Who agreed to what needed a second person; null if nothing did. */
  approvedBy: z.string().nullable(),
  verdict: z.enum(totalsVerdicts),
  /** How often it was counted. */
  counts: countSchema,
  lines: z.array(
    z.object({
      ...lineNameShape,
      kind: z.enum(kinds).nullable().default(null),
      count: countSchema,
      /** How many slips were counted; null if nobody counts them. */
      slips: countSchema.nullable().default(null),
      expected: moneySchema,
      counted: moneySchema,
      difference: moneySchema,
      explanation: z
        .object({ reason: z.enum(differenceReasons), note: z.string(), by: z.string() })
        .nullable(),
    }),
  ),
  carried: z.array(
    z.object({
      opId: z.string(),
      kind: z.string(),
      state: z.string(),
      note: z.string(),
      approvedBy: z.string(),
    }),
  ),
  /** Numbers that a journal which was lost may have given: none of them is on this PC, and none is given again. */
  skipped: z
    .object({ from: z.number().int().positive(), to: z.number().int().positive() })
    .nullable()
    .default(null),
  /** Why it was closed without a connection; null if it was not. */
  provisionalNote: z.string().nullable(),
  /** Against the issue before it of the same day: a provisional Z, or one that was reopened; null for a first issue. */
  changes: z
    .object({
      number: z.number().int().positive(),
      revision: z.number().int().positive(),
      /** Why that one was reopened; null if it was provisional. */
      reopenReason: z.string().nullable(),
      added: z.array(rowFactsSchema),
      removed: z.array(rowFactsSchema),
      /** Rows of both that were outstanding then and are acknowledged now. */
      acknowledgedSince: countSchema,
    })
    .nullable(),
});
export type ZContent = z.output<typeof zContentSchema>;

/** A Z as it is kept: `sha256` is of its canonical JSON, and sealed in the audit record when it was issued. */
export const zDocumentSchema = z.object({
  closingId: z.string(),
  content: zContentSchema,
  sha256: z.string(),
  /** Entry of the audit record that seals it. */
  sealedSeq: z.number().int(),
  issuedAtMs: atMsSchema,
  /** Set when this day was opened again: the Z is kept and no longer the day's. */
  reopened: someone.extend({ reason: z.string(), approvedBy: z.string() }).nullable(),
  /** What its rows come to by what words mean now, where the Z would be another now; null if it would not. */
  netNow: z.array(totalSchema).nullable(),
  /** How many times it has been printed; every print after the first is a copy. */
  prints: countSchema,
});
export type ZDocument = z.output<typeof zDocumentSchema>;
export const zIdSchema = {
  branchKey: branchKeySchema,
  number: z.number().int().positive(),
  /** Null: the last one. */
  revision: z.number().int().positive().nullable().default(null),
};
