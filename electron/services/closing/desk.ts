/** The parts that every step of a close needs: the database, the person who acts, and the page as it stands. */
import { hostname } from 'node:os';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { Act, SeenRow } from '../../database/repositories/closing/index.ts';
import type { TerminalService } from '../terminals/index.ts';
import { hideExpected } from './blind.ts';
import { strayRows } from './stray-rows.ts';

export type Detail = Promise<Result<ClosingDetail, AppError>>;
export type Desk = ReturnType<typeof createDesk>;

export function createDesk(context: ProfileContext, terminals: TerminalService) {
  const { db, clock, emit } = context;
  return {
    ...context,
    terminals,
    /** Reads of a close that are under way: `<close>/<terminal>`. */
    reading: new Set<string>(),
    numbers: { stopped: false },
    who: () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() }),
    changed: (closingId: string | null) => emit('closing.changed', { closingId }),
    /** Rows of all terminals that only the journal still has. */
    straysOfAll: (): Promise<SeenRow[]> => strayRows(db, null),
    straysOf: (closingId: string): Promise<SeenRow[]> => strayRows(db, closingId),
    /** True while the person who looks counts this branch blind. */
    async countsBlind(branchKey: string): Promise<boolean> {
      return !context.seesExpected((await db.call('closing.settings', branchKey)).blindRoles);
    },
  };
}

export async function detail(desk: Desk, closingId: string): Detail {
  const strays = await desk.straysOf(closingId);
  const found = await desk.db.call('closing.detail', { closingId, nowMs: desk.clock.nowMs(), strays });
  if (!found) return err(closingError('not-found'));
  const shown: ClosingDetail = {
    ...found,
    blind: found.blind && (await desk.countsBlind(found.branchKey)),
    terminals: found.terminals.map((terminal) =>
      desk.reading.has(`${closingId}/${terminal.terminalId}`) ? { ...terminal, state: 'reading' } : terminal,
    ),
  };
  return ok(shown.blind ? hideExpected(shown) : shown);
}

/** Does one act and answers with the page. Others are told after a refusal, too: they see what was kept. */
export async function act(desk: Desk, closingId: string, what: Act): Detail {
  const strays = await desk.straysOf(closingId);
  const acted = await desk.db.call('closing.act', { ...desk.who(), closingId, act: what, strays });
  desk.changed(closingId);
  return acted.ok ? detail(desk, closingId) : acted;
}
