/** The lists of reconciliation, page by page. */
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import { badCursor, readCursor, writeCursor } from '../cursor.ts';
import { cursors, whole } from './cursors.ts';
import { pageOfMatches } from './match-pages.ts';
import { createSumsOf } from './sums-of.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;

const nothing = { rows: [], next: null };

export function createPages(context: ProfileContext) {
  const { db, clock } = context;
  const nowMs = () => clock.nowMs();

  return {
    async exceptions(input: ParsedInputOf<'reconciliation.exceptions'>): Answer<'reconciliation.exceptions'> {
      const read = readCursor(cursors.exceptions, input.cursor);
      if (!read.ok) return read;
      const { comparison, filter, sort, limit } = input;
      const isSize = sort === 'largest';
      const place = read.value;
      if (place && isSize && !whole.safeParse(place.by).success) return badCursor();
      const after = place && { by: isSize ? BigInt(place.by) : place.by, key: place.key };
      const query = { comparison, filter, sort, after, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.exceptions', query);
      return ok(page ? { rows: page.rows, next: page.next && writeCursor(page.next) } : nothing);
    },

    async exceptionTotals({
      comparison,
      filter,
    }: ParsedInputOf<'reconciliation.exceptionTotals'>): Answer<'reconciliation.exceptionTotals'> {
      const sums = await db.call('reconciliation.exceptionSums', { comparison, filter, nowMs: nowMs() });
      return ok(createSumsOf(sums ?? []));
    },

    async expected(input: ParsedInputOf<'reconciliation.expected'>): Answer<'reconciliation.expected'> {
      const after = readCursor(cursors.expected, input.cursor);
      if (!after.ok) return after;
      const { comparison, reason, text, limit } = input;
      const query = { comparison, reason, text, after: after.value, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.expected', query);
      return ok(page ? { rows: page.rows, next: page.next && writeCursor(page.next) } : nothing);
    },

    async unmatched(input: ParsedInputOf<'reconciliation.unmatched'>): Answer<'reconciliation.unmatched'> {
      const after = readCursor(cursors.unmatched, input.cursor);
      if (!after.ok) return after;
      const { comparison, side, text, near, limit } = input;
      const query = { comparison, side, text, near, after: after.value, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.unmatched', query);
      return ok(page ? { rows: page.rows, next: page.next && writeCursor(page.next) } : nothing);
    },

    matches: (input: ParsedInputOf<'reconciliation.matches'>) => pageOfMatches(context, input),

    async exception({ key }: ParsedInputOf<'reconciliation.exception'>): Answer<'reconciliation.exception'> {
      const found = await db.call('reconciliation.exception', { key, nowMs: nowMs() });
      return found ? ok(found) : err(reconciliationError('exception-gone', { key }));
    },
  };
}
