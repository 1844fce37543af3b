/** The use cases of settlement windows and settled transactions. */
import { z } from 'zod';
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { listedSettled } from '../../database/repositories/settled-listed.ts';
import type { GatewayWindow } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { fillBeside } from '../fill-beside.ts';
import { bringUpToDate, createDownloads } from './downloads.ts';

/** Reads the early payouts: they change what a window pays. */
type Needs = { readEarlyPayouts: () => Promise<unknown> };

const windowRow = ({ raw: _raw, ...window }: GatewayWindow) => ({
  ...window,
  batches: window.batches.map((batch) => ({ ...batch, branchName: null })),
});

const cursorSchema = z.object({ key: z.union([z.string(), z.number()]), id: z.string() });

/** Settled transactions as a list on screen. */
function createSettledList({ db }: ProfileContext) {
  return {
    async settledPage({ filter, sort, cursor, limit, place, asker }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const asking = { for: 'rows', asker } as const;
      const page = await db.ask(
        'settlement.settledPage',
        { filter, sort, after: after.value, limit, place },
        asking,
      );
      return ok({ rows: listedSettled(page), next: page.next && writeCursor(page.next) });
    },

    async settledSent({ transactionId }) {
      return ok({ detail: await db.ask('settlement.settledSent', transactionId, { for: 'rows' }) });
    },

    async settledSummary({ filter, asker }) {
      return ok(await db.ask('settlement.settledSummary', filter, { for: 'sums', asker }));
    },
  } satisfies VerbsOf<'settlement'>;
}

export function createSettlementService(context: ProfileContext, { readEarlyPayouts }: Needs) {
  const { db, gateway, clock, emit, environment, log } = context;
  const downloads = createDownloads(context);
  const filling = fillBeside(context, {
    some: (most) => db.call('settlement.fillSome', { most }),
    filled: () => emit('settlement.changed', { what: 'settled' }),
  });

  async function refreshWindows(): Promise<Result<OutputOf<'settlement.refreshWindows'>>> {
    const windows: GatewayWindow[] = [];
    const answer = await readAllPages(
      (page, limit) => gateway.listWindows(page, limit),
      async (page) => void windows.push(...page.rows),
    );
    if (answer.ok)
      await db.call('settlement.replaceWindows', {
        windows: windows.map(windowRow),
        readAtMs: clock.nowMs(),
      });
    else await db.call('lists.failed', { name: 'windows', error: answer.error, atMs: clock.nowMs() });
    // Asked for elsewhere, too. A key that may not see them says nothing about windows.
    if (answer.ok && environment !== 'test')
      await readEarlyPayouts().catch((error: unknown) =>
        log.error('early-payouts-not-read', { error: String(error) }),
      );
    emit('settlement.changed', { what: 'windows' });
    return answer.ok ? ok({ found: windows.length }) : answer;
  }

  return {
    async windows(): Promise<Result<OutputOf<'settlement.windows'>>> {
      await db.call('settlement.sumWindows', null);
      const { windows, next, read } = await db.call('settlement.windows', { nowMs: clock.nowMs() });
      const { note: _note, ...state } = read;
      return ok({ windows, next, read: state, liveOnly: environment === 'test' });
    },
    refreshWindows,

    downloadSettled: downloads.download,
    cancelDownload: downloads.cancel,
    bringUpToDate: () => bringUpToDate(context, downloads),
    hadAll: async () => (await db.call('lists.get', 'settled')).readAtMs !== null,

    ...createSettledList(context),

    stop: async (): Promise<void> => {
      await Promise.all([downloads.stop(), filling.stop()]);
    },
  };
}
