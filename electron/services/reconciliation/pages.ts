/** The lists of reconciliation, page by page. */
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import { reconciliationError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { badCursor, readCursor, writeCursor } from '../cursor.ts';
import { cursors, whole } from './cursors.ts';
import { pageOfMatches } from './match-pages.ts';
import { createSumsOf } from './sums-of.ts';

const nothing = { rows: [], next: null };

export function createPages(context: ProfileContext) {
  const { db, clock } = context;
  const nowMs = () => clock.nowMs();

  return {
    async exceptions(input) {
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

    async exceptionTotals({ comparison, filter }) {
      const sums = await db.call('reconciliation.exceptionSums', { comparison, filter, nowMs: nowMs() });
      return ok(createSumsOf(sums ?? []));
    },

    async expected(input) {
      const after = readCursor(cursors.expected, input.cursor);
      if (!after.ok) return after;
      const { comparison, reason, text, limit } = input;
      const query = { comparison, reason, text, after: after.value, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.expected', query);
      return ok(page ? { rows: page.rows, next: page.next && writeCursor(page.next) } : nothing);
    },

    async unmatched(input) {
      const after = readCursor(cursors.unmatched, input.cursor);
      if (!after.ok) return after;
      const { comparison, side, text, near, limit } = input;
      const query = { comparison, side, text, near, after: after.value, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.unmatched', query);
      return ok(page ? { rows: page.rows, next: page.next && writeCursor(page.next) } : nothing);
    },

    async proposals(input) {
      const after = readCursor(cursors.proposals, input.cursor);
      if (!after.ok) return after;
      const { text, alike, limit } = input;
      const query = { text, alike, after: after.value?.number ?? 0, limit, nowMs: nowMs() };
      const page = await db.call('reconciliation.proposals', query);
      if (!page) return ok(nothing);
      return ok({ rows: page.rows, next: page.next === null ? null : writeCursor({ number: page.next }) });
    },

    async learnt() {
      return ok({ sources: await db.call('reconciliation.learnt', null) });
    },

    matches: (input: ParsedInputOf<'reconciliation.matches'>) => pageOfMatches(context, input),

    async exception({ key }) {
      const found = await db.call('reconciliation.exception', { key, nowMs: nowMs() });
      return found ? ok(found) : err(reconciliationError('exception-gone', { key }));
    },
  } satisfies VerbsOf<'reconciliation'>;
}
