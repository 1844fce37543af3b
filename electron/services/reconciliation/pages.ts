/** Lists of reconciliation. A cursor is the place of the last row, as JSON: it is parsed like everything that comes in. */
import { z } from 'zod';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { inputError, reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import { createSumsOf } from './sums-of.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;

const whole = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .transform((text) => BigInt(text));
const cursors = {
  exceptions: z.object({ by: z.string(), key: z.string() }),
  expected: z.object({ date: z.string(), side: z.string(), itemId: z.string() }),
  unmatched: z.object({ date: z.string(), far: whole, itemId: z.string() }),
  matches: z.discriminatedUnion('list', [
    z.object({ list: z.literal('manual'), atMs: z.number().int(), matchId: z.string() }),
    z.object({ list: z.literal('stored'), number: z.number().int() }),
    z.object({ list: z.literal('exact'), closingId: z.string(), rowId: z.string() }),
  ]),
};
const badCursor = () => err(inputError('invalid', { where: 'cursor' }));
const write = (place: unknown): string =>
  JSON.stringify(place, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** Undefined: it is none of ours. */
function read<T extends z.ZodType>(schema: T, cursor: string | null): z.output<T> | null | undefined {
  if (cursor === null) return null;
  try {
    return schema.parse(JSON.parse(cursor));
  } catch {
    return undefined;
  }
}

const nothing = { rows: [], next: null };

export function createPages({ db, clock }: ProfileContext) {
  const nowMs = () => clock.nowMs();

  return {
    async exceptions(input: ParsedInputOf<'reconciliation.exceptions'>): Answer<'reconciliation.exceptions'> {
      const place = read(cursors.exceptions, input.cursor);
      if (place === undefined) return badCursor();
      const { comparison, filter, sort, limit } = input;
      const isSize = sort === 'largest';
      if (place && isSize && !whole.safeParse(place.by).success) return badCursor();
      const after = place && { by: isSize ? BigInt(place.by) : place.by, key: place.key };
      const query = { comparison, filter, sort, after, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.exceptions', query);
      return ok(page ? { rows: page.rows, next: page.next && write(page.next) } : nothing);
    },

    async exceptionTotals({
      comparison,
      filter,
    }: ParsedInputOf<'reconciliation.exceptionTotals'>): Answer<'reconciliation.exceptionTotals'> {
      const sums = await db.call('reconciliation.exceptionSums', { comparison, filter, nowMs: nowMs() });
      return ok(createSumsOf(sums ?? []));
    },

    async expected(input: ParsedInputOf<'reconciliation.expected'>): Answer<'reconciliation.expected'> {
      const after = read(cursors.expected, input.cursor);
      if (after === undefined) return badCursor();
      const { comparison, reason, text, limit } = input;
      const query = { comparison, reason, text, after, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.expected', query);
      return ok(page ? { rows: page.rows, next: page.next && write(page.next) } : nothing);
    },

    async unmatched(input: ParsedInputOf<'reconciliation.unmatched'>): Answer<'reconciliation.unmatched'> {
      const after = read(cursors.unmatched, input.cursor);
      if (after === undefined) return badCursor();
      const { comparison, side, text, near, limit } = input;
      const query = { comparison, side, text, near, after, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.unmatched', query);
      return ok(page ? { rows: page.rows, next: page.next && write(page.next) } : nothing);
    },

    /** Three lists behind one another; which of them, the cursor says. */
    async matches(input: ParsedInputOf<'reconciliation.matches'>): Answer<'reconciliation.matches'> {
      const place = read(cursors.matches, input.cursor);
      if (place === undefined) return badCursor();
      const { comparison, rule, text, limit } = input;
      const begin = rule === null || rule === 'manual' ? 'manual' : 'stored';
      const list = place?.list ?? begin;
      if (list === 'manual') {
        const after = place?.list === 'manual' ? { atMs: place.atMs, matchId: place.matchId } : null;
        const rows = await db.call('reconciliation.manualMatches', { comparison, after, limit: limit + 1 });
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        const more = rule === null ? write({ list: 'stored', number: 0 }) : null;
        const next = last
          ? write({ list: 'manual', atMs: last.manual?.atMs ?? 0, matchId: last.matchId })
          : more;
        return ok({ rows: text === '' ? shown : shown.filter((match) => fits(match, text)), next });
      }
      if (list === 'stored') {
        const after = place?.list === 'stored' ? place.number : 0;
        const query = { comparison, rule, text, after, limit: limit + 1, nowMs: nowMs() };
        const rows = (await db.call('reconciliation.storedMatches', query)) ?? [];
        const shown = rows.slice(0, limit);
        const last = rows.length > limit ? shown.at(-1) : undefined;
        const exact = rule === 'order-id' ? write({ list: 'exact', closingId: '', rowId: '' }) : null;
        return ok({ rows: shown, next: last ? write({ list: 'stored', number: last.number }) : exact });
      }
      const after = place?.list === 'exact' ? { closingId: place.closingId, rowId: place.rowId } : null;
      const page = await db.call('reconciliation.exactPairs', {
        comparison,
        text,
        after,
        limit,
        nowMs: nowMs(),
      });
      return ok({ rows: page?.rows ?? [], next: page?.next ? write({ list: 'exact', ...page.next }) : null });
    },

    async exception({ key }: ParsedInputOf<'reconciliation.exception'>): Answer<'reconciliation.exception'> {
      const found = await db.call('reconciliation.exception', { key, nowMs: nowMs() });
      return found ? ok(found) : err(reconciliationError('exception-gone', { key }));
    },
  };
}

type Row = OutputOf<'reconciliation.matches'>['rows'][number];
const fits = ({ ours, theirs, manual }: Row, text: string): boolean =>
  [...ours, ...theirs]
    .flatMap(({ orderId, reference, text: own }) => [orderId, reference, own])
    .concat(manual?.remark ?? null)
    .some((part) => part?.toLowerCase().includes(text.trim().toLowerCase()));
