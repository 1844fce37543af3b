/** The use cases of kept lists: pages of what is stored, and reading it again. One place for all lists. */
import { z } from 'zod';
import type { VerbsOf } from '#shared/contract/index.ts';
import {
  isListed,
  timeOfKept,
  whatItKeeps,
  type KeptListName,
  type ListedName,
} from '#shared/domain/kept-lists.ts';
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { ReadRow } from '../../database/repositories/kept-values.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { billingReads, readPage } from './reads-billing.ts';
import { integrationReads } from './reads-integration.ts';
import { referenceReads } from './reads-reference.ts';
import { sellReads } from './reads-sell.ts';
import { readTransfer, transferReads } from './reads-transfers.ts';
import type { ReadList, ReadOne } from './rows.ts';

export { deliveryRow } from './delivery-rows.ts';

const keptReads: { readonly [N in ListedName]: ReadList } = {
  ...sellReads,
  ...billingReads,
  ...transferReads,
  ...referenceReads,
  ...integrationReads,
};
/** How one row is read by itself, where the gateway has more to say of it than its list. */
const singleReads: { readonly [N in KeptListName]?: ReadOne } = { pages: readPage, sent: readTransfer };
/** A list that is read after another one: a new balance is added to the history of balances, a quoted fee to that of fees. */
const followers: { readonly [N in ListedName]?: ListedName } = {
  balances: 'balance-history',
  'merchant-fees': 'fee-history',
};

const cursorSchema = z.object({ at: z.union([z.string(), z.number()]), key: z.string() });
/** A row can change without the newest page showing it: after a week everything is read again. */
const WHOLE_AFTER_MS = 7 * 86_400_000;

/** True if rows come with the newest first. */
function isNewestFirst(name: KeptListName, rows: readonly ReadRow[]): boolean {
  const column = timeOfKept(name);
  const times = rows.flatMap(({ cells }) => {
    const cell = column === null ? undefined : cells[column];
    return cell?.is === 'time' && cell.at.kind === 'instant' ? [cell.at.atMs] : [];
  });
  return times.length > 1 && times.every((atMs, index) => atMs <= (times[index - 1] ?? atMs));
}

function createReading({ db, gateway, clock, emit, merchantId }: ProfileContext) {
  type Ended = Result<Record<string, never>, GatewayError>;
  const running = new Map<string, Promise<Ended>>();

  /** Of a list whose newest rows come first, only pages up to the first that brings nothing new, unless all is wanted. */
  async function read(name: ListedName, wantsAll: boolean): Promise<Ended> {
    const { wholeAtMs, nextRun: run } = await db.call('kept.state', name);
    const isDue = wholeAtMs === null || clock.nowMs() - wholeAtMs > WHOLE_AFTER_MS;
    const all = wantsAll || isDue || whatItKeeps(name) === null;
    let from = 0;
    let isWhole = true;
    const answer = await keptReads[name]({ gateway, merchantId, nowMs: clock.nowMs() }, async (rows) => {
      const news = await db.call('kept.store', { name, rows, run, from });
      from += rows.length;
      const isEnough = !all && news === 0 && isNewestFirst(name, rows);
      if (isEnough) isWhole = false;
      return isEnough;
    });
    const atMs = clock.nowMs();
    if (answer.ok) {
      const { unreadable } = answer.value;
      await db.call('kept.listed', { name, run, whole: isWhole, unreadable, atMs });
    } else await db.call('lists.failed', { name: `kept ${name}`, error: answer.error, atMs });
    emit('kept.changed', { name });
    const follower = followers[name];
    if (answer.ok && follower) await readOnce(follower, wantsAll);
    return answer.ok ? ok({}) : answer;
  }

  /** Only one reading of a list runs at a time. Whoever asks meanwhile gets its answer. */
  function readOnce(name: ListedName, wantsAll: boolean): Promise<Ended> {
    const current = running.get(name) ?? read(name, wantsAll).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  }
  return readOnce;
}

/** Reads one row again. A list whose rows say all there is has nothing to read. */
const createReadingOne =
  ({ db, gateway, clock, emit, merchantId }: ProfileContext) =>
  async (name: KeptListName, key: string): Promise<Result<Record<string, never>, AppError>> => {
    const stored = await db.call('kept.value', { name, key });
    const readOne = singleReads[name];
    if (!stored || !readOne) return ok({});
    const answer = await readOne({ gateway, merchantId, nowMs: clock.nowMs() }, key, stored);
    if (!answer.ok) return answer;
    await db.call('kept.storeOne', { name, row: { key, ...answer.value } });
    emit('kept.changed', { name });
    return ok({});
  };

export function createKeptService(context: ProfileContext) {
  const { db, seesContacts } = context;
  const read = createReading(context);
  const readRow = createReadingOne(context);
  return {
    async page({ name, filter, sort, cursor, limit, asker }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const wanted = { name, filter, sort, seesContacts: seesContacts(), after: after.value, limit };
      const { rows, next } = await db.ask('kept.page', wanted, { for: 'rows', asker });
      return ok({ rows, next: next && writeCursor(next) });
    },
    summary: async ({ name, filter, asker }) =>
      ok(
        await db.ask('kept.summary', { name, filter, seesContacts: seesContacts() }, { for: 'sums', asker }),
      ),
    row: async ({ name, key }) =>
      ok({ detail: await db.call('kept.row', { name, key, seesContacts: seesContacts() }) }),
    refresh: async ({ name, whole }) => (isListed(name) ? read(name, whole) : ok({})),
    readRow: ({ name, key }) => readRow(name, key),
  } satisfies VerbsOf<'kept'>;
}
