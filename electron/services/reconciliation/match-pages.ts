/** The list of matches: those of people, then those a run stored, then exact pairs. The cursor says which of the three. */
import type { z } from 'zod';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { cursors } from './cursors.ts';

type Input = ParsedInputOf<'reconciliation.matches'>;
type Page = OutputOf<'reconciliation.matches'>;
type Row = Page['rows'][number];
type Place<L> = Extract<z.output<typeof cursors.matches>, { list: L }> | null;

const hasText = ({ ours, theirs, manual }: Row, text: string): boolean =>
  [...ours, ...theirs]
    .flatMap(({ orderId, reference, text: own }) => [orderId, reference, own])
    .concat(manual?.remark ?? null)
    .some((part) => part?.toLowerCase().includes(text.trim().toLowerCase()));

async function ofPeople({ db }: ProfileContext, input: Input, place: Place<'manual'>): Promise<Page> {
  const { comparison, rule, text, limit } = input;
  const after = place && { atMs: place.atMs, matchId: place.matchId };
  const rows = await db.call('reconciliation.manualMatches', { comparison, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextList = rule === null ? writeCursor({ list: 'stored', number: 0 }) : null;
  const next = last
    ? writeCursor({ list: 'manual', atMs: last.manual?.atMs ?? 0, matchId: last.matchId })
    : nextList;
  return { rows: text === '' ? shown : shown.filter((match) => hasText(match, text)), next };
}

async function ofTheRun({ db, clock }: ProfileContext, input: Input, place: Place<'stored'>): Promise<Page> {
  const { comparison, rule, text, limit } = input;
  const query = { comparison, rule, text, after: place?.number ?? 0, limit: limit + 1, nowMs: clock.nowMs() };
  const rows = (await db.call('reconciliation.storedMatches', query)) ?? [];
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextList = rule === 'order-id' ? writeCursor({ list: 'exact', closingId: '', rowId: '' }) : null;
  return { rows: shown, next: last ? writeCursor({ list: 'stored', number: last.number }) : nextList };
}

async function ofExactPairs(
  { db, clock }: ProfileContext,
  input: Input,
  place: Place<'exact'>,
): Promise<Page> {
  const { comparison, text, limit } = input;
  const after = place && { closingId: place.closingId, rowId: place.rowId };
  const query = { comparison, text, after, limit, nowMs: clock.nowMs() };
  const page = await db.call('reconciliation.exactPairs', query);
  return { rows: page?.rows ?? [], next: page?.next ? writeCursor({ list: 'exact', ...page.next }) : null };
}

export async function pageOfMatches(context: ProfileContext, input: Input): Promise<Result<Page, AppError>> {
  const read = readCursor(cursors.matches, input.cursor);
  if (!read.ok) return read;
  const place = read.value;
  if (place === null) {
    const beginsWithPeople = input.rule === null || input.rule === 'manual';
    return ok(await (beginsWithPeople ? ofPeople : ofTheRun)(context, input, null));
  }
  switch (place.list) {
    case 'manual':
      return ok(await ofPeople(context, input, place));
    case 'stored':
      return ok(await ofTheRun(context, input, place));
    case 'exact':
      return ok(await ofExactPairs(context, input, place));
  }
}
