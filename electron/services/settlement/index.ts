/** The use cases of settlement windows and settled transactions. */
import { uuidv7 } from '../uuid.ts';
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core-context.ts';
import type { GatewaySettled, GatewayWindow, SettledSummary } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

export type SettlementService = ReturnType<typeof createSettlementService>;

const windowRow = ({ raw: _raw, ...window }: GatewayWindow) => ({
  ...window,
  batches: window.batches.map((batch) => ({ ...batch, branchName: null })),
});
const settledRow = (row: GatewaySettled): SettledTransaction => ({ ...row, branchName: null });

const readCursor = (cursor: string | null): { key: string | number; id: string } | null => {
  if (cursor === null) return null;
  const value = JSON.parse(cursor) as [string | number, string];
  return { key: value[0], id: value[1] };
};

export function createSettlementService(context: ProfileContext) {
  const { db, gateway, clock, emit, log, environment } = context;
  let download: { controller: AbortController; done: Promise<void> } | null = null;

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
    emit('settlement.changed', { what: 'windows' });
    return answer.ok ? ok({ found: windows.length }) : answer;
  }

  async function runDownload(branchIds: string[], signal: AbortSignal): Promise<void> {
    const id = uuidv7(context);
    let rows = 0;
    let summary = null as SettledSummary | null;
    const currencies = new Set<string>();
    const report = (totalRows: number | null, finished: boolean) =>
      emit('settlement.downloadProgress', { rows, totalRows, finished, cancelled: signal.aborted });
    let total: number | null = null;
    const answer = await readAllPages(
      (page, limit) => gateway.listSettled({ page, limit, branchIds }, signal),
      async (page) => {
        rows += await db.call('settlement.storeSettled', { rows: page.rows.map(settledRow), download: id });
        total = page.total;
        for (const { amount } of page.rows) currencies.add(amount.currency);
        summary = page.summary ?? summary;
        report(total, false);
      },
    );
    const readAtMs = clock.nowMs();
    if (answer.ok) {
      await db.call('settlement.finishDownload', {
        download: id,
        branchIds,
        // One total over several currencies is no amount: our own recount has one for each.
        summary: summary && currencies.size > 1 ? { ...summary, total: null } : summary,
        unreadable: answer.value.unreadable,
        readAtMs,
      });
    } else if (answer.error.code !== 'cancelled') {
      await db.call('lists.failed', { name: 'settled', error: answer.error, atMs: readAtMs });
    }
    download = null;
    report(total, true);
    emit('settlement.changed', { what: 'settled' });
  }

  return {
    async windows(): Promise<Result<OutputOf<'settlement.windows'>>> {
      const { windows, read } = await db.call('settlement.windows', null);
      const { note: _note, ...state } = read;
      return ok({ windows, read: state, liveOnly: environment === 'test' });
    },
    refreshWindows,

    /** Starts the download, or joins the one under way. Rows are stored page by page: a cancel keeps what came. */
    async downloadSettled({
      branchIds,
    }: ParsedInputOf<'settlement.downloadSettled'>): Promise<Result<Record<string, never>>> {
      if (download) return ok({});
      const controller = new AbortController();
      const done = runDownload(branchIds, controller.signal).catch((error: unknown) => {
        download = null;
        log.error('settled-download-failed', { error: String(error) });
        emit('settlement.downloadProgress', { rows: 0, totalRows: null, finished: true, cancelled: false });
      });
      download = { controller, done };
      return ok({});
    },
    async cancelDownload(): Promise<Result<Record<string, never>>> {
      download?.controller.abort();
      return ok({});
    },

    async settledPage({
      filter,
      sort,
      cursor,
      limit,
    }: ParsedInputOf<'settlement.settledPage'>): Promise<Result<OutputOf<'settlement.settledPage'>>> {
      let after: ReturnType<typeof readCursor>;
      try {
        after = readCursor(cursor);
      } catch {
        return err(inputError('invalid', { where: 'cursor' }));
      }
      const { rows, next } = await db.call('settlement.settledPage', { filter, sort, after, limit });
      return ok({ rows, next: next && JSON.stringify([next.key, next.id]) });
    },

    async settledSummary({
      filter,
    }: ParsedInputOf<'settlement.settledSummary'>): Promise<Result<OutputOf<'settlement.settledSummary'>>> {
      return ok(await db.call('settlement.settledSummary', filter));
    },

    async stop(): Promise<void> {
      download?.controller.abort();
      await download?.done;
    },
  };
}
