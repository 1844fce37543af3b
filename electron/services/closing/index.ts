/** The use cases of closing the day. All state is in the journal: a crash or a lock at any step loses nothing. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { Decides } from '../../database/repositories/closing/index.ts';
import type { TerminalService } from '../terminals/index.ts';
import { begin } from './begin.ts';
import { count } from './count.ts';
import { act, createDesk, detail, type Detail } from './desk.ts';
import { calendar, history } from './history.ts';
import { bothAreHere, issue, issueOf, type ZKind } from './issue.ts';
import { read } from './read.ts';
import { reopen } from './reopen.ts';
import { setSettings } from './settings.ts';
import { x } from './x-report.ts';
import { print, verifyZ, zFile, zs } from './z-documents.ts';

export type ClosingService = ReturnType<typeof createClosingService>;
type Carried = Pick<InputOf<'closing.carry'>, 'closingId' | 'opId' | 'note'>;

export function createClosingService(context: ProfileContext, { terminals }: { terminals: TerminalService }) {
  const desk = createDesk(context, terminals);
  const { db, clock } = context;
  const stop = terminals.onRead(() => desk.changed(null));
  const here =
    <Args extends unknown[], Answer>(verb: (at: typeof desk, ...args: Args) => Answer) =>
    (...args: Args): Answer =>
      verb(desk, ...args);
  const acts = here(act);

  return {
    strayRows: desk.straysOfAll,
    countsBlind: (branchKey: string) => desk.countsBlind(branchKey),
    async branches(): Promise<Result<OutputOf<'closing.branches'>>> {
      const strays = await desk.straysOfAll();
      return ok({ branches: await db.call('closing.branches', { nowMs: clock.nowMs(), strays }) });
    },
    setSettings: here(setSettings),
    begin: here(begin),
    detail: ({ closingId }: InputOf<'closing.detail'>) => detail(desk, closingId),
    cancel: ({ closingId, reason }: InputOf<'closing.cancel'>) => acts(closingId, { do: 'cancel', reason }),
    read: here(read),
    leaveOut: ({ closingId, ...rest }: ParsedInputOf<'closing.leaveOut'>) =>
      acts(closingId, { do: 'leave-out', ...rest }),
    leaveOutstanding: ({ closingId, ...rest }: ParsedInputOf<'closing.leaveOutstanding'>) =>
      acts(closingId, { do: 'leave-outstanding', ...rest }),
    carry: (
      { closingId, opId, note }: Carried,
      approvedBy: string | null,
      decides: Decides | null = null,
    ): Detail => acts(closingId, { do: 'carry', opId, note, approvedBy, decides }),
    freeze: ({ closingId, provisional }: ParsedInputOf<'closing.freeze'>) =>
      acts(closingId, { do: 'freeze', provisional }),
    count: here(count),
    lateArrivals: ({ closingId, decision }: InputOf<'closing.lateArrivals'>) =>
      acts(closingId, { do: 'late-arrivals', decision }),
    explain: ({ closingId, ...rest }: InputOf<'closing.explain'>) =>
      acts(closingId, { do: 'explain', ...rest }),
    x: here(x),
    preview: async ({
      closingId,
    }: InputOf<'closing.preview'>): Promise<Result<OutputOf<'closing.preview'>>> =>
      db.call('closing.preview', await issueOf(desk, closingId, 'final', null)),
    confirm: (closingId: string, approvedBy: string | null, requested = bothAreHere) =>
      issue(desk, closingId, 'final', { note: null, approvedBy, ...requested }),
    provisional: (closingId: string, note: string, approvedBy: string | null, requested = bothAreHere) =>
      issue(desk, closingId, 'provisional', { note, approvedBy, ...requested }),
    reopen: (closingId: string, reason: string, approvedBy: string | null, decides: Decides | null = null) =>
      reopen(desk, closingId, { reason, approvedBy, decides }),

    /** What a request for approval of the act would hold; the errors are those of the act. */
    toApprove: async (closingId: string, kind: ZKind, note: string | null) =>
      db.call('closing.toApprove', await issueOf(desk, closingId, kind, note)),
    carryToApprove: async (closingId: string, opId: string) => {
      const strays = await desk.straysOf(closingId);
      return db.call('closing.carryToApprove', { closingId, opId, nowMs: clock.nowMs(), strays });
    },
    reopenToApprove: (closingId: string) => db.call('closing.reopenToApprove', closingId),

    zs: here(zs),
    print: here(print),
    zFile: here(zFile),
    verifyZ: here(verifyZ),
    history: here(history),
    calendar: here(calendar),
    /** While the journal is not certain no number is given and no day is opened again; counting goes on. */
    stopNumbers: (stopped: boolean) => void (desk.numbers.stopped = stopped),
    stop,
  };
}
