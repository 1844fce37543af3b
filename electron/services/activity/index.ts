/** The activity record for the window: pages of it, whether it is whole, and all of it as a file. */
import { ok, type Result } from '#shared/errors/result.ts';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { Activity, RecordBreak } from '#shared/contract/activity.ts';
import { searchText } from '#shared/text/digits.ts';
import type { AuditRecord, Broken } from '../../audit/open-audit.ts';
import type { ProfileContext } from '../context.ts';
import type { ActivityRow } from '../../database/repositories/activity.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { publishedRow, type OfOthers } from '../head-office/index.ts';
import type { ClosingService } from '../closing/index.ts';
import { exportRecordTo } from './export-record.ts';
import { withoutExpected } from './without-expected.ts';
import { firstPlace, mergePage, placeSchema, type MergedRow } from './merge-page.ts';

/** The folder of exports, and the version that writes them. */
export type ExportPlace = { readonly folder: string; readonly appVersion: string };
type Open = {
  readonly context: ProfileContext;
  readonly audit: AuditRecord;
  readonly headOffice: OfOthers;
  readonly closing: Pick<ClosingService, 'countsBlind'>;
};

const viewBreak = ({ in: where, at, problem: what }: Broken): RecordBreak => ({ where, at, what });

function viewRow(row: ActivityRow): Activity {
  if (row.kind === 'entry') {
    const { seq, atMs, actor, machine, action, target, params: facts, outcome, hash } = row.entry;
    const { day } = row;
    return { kind: 'entry', seq, atMs, actor, machine, action, target, facts, outcome, hash, day, pc: null };
  }
  const { kind: movement, orderId, requestId, terminalId, refNumber, ...act } = row.act;
  const target = orderId ?? requestId ?? refNumber ?? terminalId;
  return { ...act, kind: 'act', movement, target, terminalId };
}

const viewMerged = (row: MergedRow): Activity =>
  'entry' in row && 'pcName' in row ? publishedRow(row) : viewRow(row);

export function createActivityService({ folder, appVersion }: ExportPlace) {
  return {
    async page(
      { context, headOffice, closing }: Open,
      { text, actor, action, pc, cursor, limit }: ParsedInputOf<'activity.page'>,
    ): Promise<Result<OutputOf<'activity.page'>>> {
      const before = readCursor(placeSchema, cursor);
      if (!before.ok) return before;
      const from = before.value ?? firstPlace;
      const asked = { text: searchText(text), actor, action, limit };
      const [own, others] = await Promise.all([
        pc === null || pc === 'self'
          ? context.db.call('activity.page', { ...asked, before: from })
          : { rows: [], next: null },
        // One more than the page: so it is seen whether there are more.
        pc === 'self' ? [] : headOffice.newest({ ...asked, pc, before: from.other, limit: limit + 1 }),
      ]);
      const merged = mergePage({ own: own.rows, others, from, limit, ownHasMore: own.next !== null });
      const shown = await Promise.all(
        merged.rows.map((row) => withoutExpected(closing, viewMerged(row), asked.text)),
      );
      const rows = shown.filter((row) => row !== null);
      return ok({ rows, next: merged.next && writeCursor(merged.next) });
    },

    async summary({ context, audit, headOffice }: Open): Promise<Result<OutputOf<'activity.summary'>>> {
      const broken = audit.broken();
      const [own, others] = await Promise.all([context.db.call('activity.names', null), headOffice.names()]);
      const both = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])].sort();
      return ok({
        actors: both(own.actors, others.actors),
        actions: both(own.actions, others.actions),
        broken: broken && viewBreak(broken),
      });
    },

    async verify({ audit }: Open): Promise<Result<OutputOf<'activity.verify'>>> {
      const { verdict, anchored } = await audit.verify();
      if (!verdict.ok) return ok({ kind: 'broken', ...viewBreak(verdict), anchored });
      const { count: entries, events, head, accepted } = verdict;
      return ok({ kind: 'whole', entries, events, head, anchored, accepted: [...accepted] });
    },

    /** The export holds the entries before it: its own entry comes after. */
    async exportAll({ context, audit }: Open): Promise<Result<OutputOf<'activity.export'>>> {
      const { db, profileId, clock, random } = context;
      const facts = { profileId, appVersion, madeAtMs: clock.nowMs() };
      const unique = Buffer.from(random.bytes(4)).toString('hex');
      const exported = await exportRecordTo(folder, db, facts, unique);
      if (!exported.ok) return exported;
      const { path, entries, events, head } = exported.value;
      const params = { file: path, entries, events, head };
      await audit.record({ action: 'record.exported', target: profileId, params, outcome: 'ok' });
      return exported;
    },
  };
}
