/** Closes of other PCs as this PC's lists and sheets show them: from what was published, read only. */
import { z } from 'zod';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { netDifference } from '#shared/domain/closing.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { businessDateOf, daysBetween } from '#shared/time/business-date.ts';
import { publishedZ } from '../../head-office/published.ts';
import type { CloseEntry, ClosesQuery, OtherClose } from '../../head-office/store-shown.ts';
import { readCursor, writeCursor } from '../cursor.ts';

function otherRow({ pc, pcName, close, z: last, isNewer }: OtherClose): ClosingHistoryRow {
  const content = last && !isNewer ? publishedZ(last.close) : null;
  return {
    closingId: close.closingId,
    branchKey: close.branchKey,
    branchName: close.branchName,
    businessDate: close.businessDate,
    state: isNewer ? 'newer' : close.state,
    number: close.number,
    revision: close.revision,
    begun: content?.begun ?? { atMs: 0, by: '' },
    closed: content && content.closed,
    sales: content && content.sales,
    reversals: content && content.reversals,
    sums: content && content.sums,
    netNow: null,
    difference: content && netDifference(content.lines),
    linesDiffering: content && content.lines.filter(({ difference }) => difference.minor !== 0n).length,
    daysLate: content
      ? Math.max(daysBetween(close.businessDate, businessDateOf(content.closed.atMs, content)), 0)
      : 0,
    pc: { id: pc, name: pcName },
  };
}

/** Every Z of one close, oldest revision first. */
export function zsOf(entries: readonly CloseEntry[]): ZDocument[] {
  const opened = entries.findLast(({ close }) => close.state === 'reopened');
  const reopened = opened && {
    atMs: opened.atMs,
    by: opened.close.by,
    reason: opened.close.reason ?? '',
    approvedBy: opened.close.approvedBy ?? '',
  };
  return entries.flatMap(({ atMs, close }) => {
    const content = publishedZ(close);
    if (!content || close.sha256 === null) return [];
    const { closingId, sha256, origin } = close;
    const sealed = { sha256, sealedSeq: origin.seq, issuedAtMs: atMs };
    return [{ closingId, content, ...sealed, reopened: reopened ?? null, netNow: null, prints: 0 }];
  });
}

/** How far each list has been shown; `own` is a cursor of this PC's list. */
const placeSchema = z.object({
  own: z.string().nullable(),
  isOwnShown: z.boolean(),
  other: z.object({ date: z.string(), pc: z.string(), closingId: z.string() }).nullable(),
});
type Asked = ParsedInputOf<'closing.history'>;
type Page = OutputOf<'closing.history'>;
type Sources = {
  readonly own: (asked: Omit<Asked, 'pc'>) => Promise<Result<Page>>;
  readonly others: (query: ClosesQuery) => Promise<OtherClose[]>;
};

/** One page of this PC's closes and of the others', newest day first, this PC's before the others' of one day. */
export async function closesOfAll(
  { pc, branchKey, cursor, limit }: Asked,
  { own, others }: Sources,
): Promise<Result<Page>> {
  const place = readCursor(placeSchema, cursor);
  if (!place.ok) return place;
  const from = place.value ?? { own: null, isOwnShown: pc !== null && pc !== 'self', other: null };
  const ownPage = async (most: number): Promise<Result<Page>> =>
    from.isOwnShown || most === 0
      ? ok({ rows: [], next: null })
      : own({ branchKey, cursor: from.own, limit: most });
  const mine = await ownPage(limit);
  if (!mine.ok) return mine;
  // One more than the page: so it is seen whether there are more.
  const found = pc === 'self' ? [] : await others({ branchKey, pc, after: from.other, limit: limit + 1 });
  const theirs = found.map(otherRow);
  const rows: ClosingHistoryRow[] = [];
  let [ownAt, otherAt] = [0, 0];
  while (rows.length < limit) {
    const [one, other] = [mine.value.rows[ownAt], theirs[otherAt]];
    const next = one && (!other || one.businessDate >= other.businessDate) ? one : other;
    if (!next) break;
    rows.push(next);
    if (next === one) ownAt += 1;
    else otherAt += 1;
  }
  const isWhole = ownAt === mine.value.rows.length;
  const shown = isWhole ? mine : await ownPage(ownAt);
  if (!shown.ok) return shown;
  const isOwnShown = isWhole && mine.value.next === null;
  if (isOwnShown && otherAt === theirs.length) return ok({ rows, next: null });
  const last = theirs[otherAt - 1];
  const other = last?.pc
    ? { date: last.businessDate, pc: last.pc.id, closingId: last.closingId }
    : from.other;
  return ok({
    rows,
    next: writeCursor({ own: ownAt === 0 ? from.own : shown.value.next, isOwnShown, other }),
  });
}
