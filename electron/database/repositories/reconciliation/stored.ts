/** What a run stores of its findings: items and sums as the contract's wire JSON, beside the columns that are searched. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { itemSchema, type ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { comparisonSummarySchema } from '#shared/contract/reconciliation-overview.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { exceptionTypes } from '#shared/domain/reconciliation.ts';
import type { FoundException, MatchItem } from '#shared/domain/matching/index.ts';
import { toDecimal } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { onceAnItem } from './once-an-item.ts';

const itemsSchema = z.array(itemSchema);

export const viewOf = (item: MatchItem): ReconcileItem => ({
  side: item.side,
  itemId: item.itemId,
  orderId: item.orderId,
  reference: item.reference,
  amount: item.amount,
  notSummed: item.notSummed,
  date: item.date,
  branchName: item.branchName,
  terminalId: item.terminalId,
  text: item.text,
  source: item.source,
});
/** An item is stored with its exception, and as an open item of its own. */
export const encodeItem = onceAnItem((item) => JSON.stringify(z.encode(itemSchema, viewOf(item))));
export const encodeItems = (items: readonly MatchItem[]): string => `[${items.map(encodeItem).join(',')}]`;
export const decodeItem = (text: string): ReconcileItem => itemSchema.parse(JSON.parse(text));
export const decodeItems = (text: string): ReconcileItem[] => itemsSchema.parse(JSON.parse(text));

const searchOfOne = onceAnItem(({ orderId, reference, terminalId, text, amount, itemId, source }) =>
  searchText(
    [orderId, reference, terminalId, text, toDecimal(amount), source.kind === 'line' ? '' : itemId]
      .filter(Boolean)
      .join(' '),
  ),
);
/** What a person may type to find it; an amount as it is written. */
export const searchOf = (items: readonly MatchItem[]): string => items.map(searchOfOne).join(' ');

/** The amounts of an exception, in few characters: a decision holds for them. */
export function versionOf({ type, ours, theirs }: FoundException): string {
  const amounts = [ours, ...theirs].map((item) =>
    item ? [item.itemId, item.amount.currency, String(item.amount.minor)] : null,
  );
  return hash('sha256', JSON.stringify([type, amounts]), 'hex').slice(0, 20);
}

/** As a run leaves it, without what people decide and without its age. */
export const storedSummarySchema = comparisonSummarySchema.omit({ exceptions: true }).extend({
  // A result of an earlier Closeout has none.
  before: comparisonSummarySchema.shape.before.default({ from: null, ours: [], theirs: [] }),
  /** By type and date. */
  groups: z.array(
    z.object({
      type: z.enum(exceptionTypes),
      date: z.string(),
      count: z.number(),
      ours: z.array(totalSchema),
      theirs: z.array(totalSchema),
    }),
  ),
});
export type StoredSummary = z.output<typeof storedSummarySchema>;

/** What a run saw, to tell whether that is still how things are. */
export const basisSchema = z.object({
  settledReadAtMs: z.number().nullable(),
  /** Changes with every row that is stored, also in the middle of a download. */
  settledState: z.string(),
  windowsReadAtMs: z.number().nullable(),
  // A result of an earlier Closeout has none: it did not look at them.
  requestsReadAtMs: z.number().nullable().default(null),
  earlyState: z.string().default(''),
  lastClosedAtMs: z.number().nullable(),
  closesState: z.string(),
  importIds: z.array(z.string()),
  matchesState: z.string(),
  settings: z.string(),
  today: z.string(),
  /** The branches of the closes and settled transactions at that time. */
  branchNames: z.array(z.string()),
});
export type Basis = z.output<typeof basisSchema>;
