/** The use cases of closing the day. All state is in the journal: a crash or a lock at any step loses nothing. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Decides } from '../../database/repositories/closing/index.ts';
import type { TerminalService } from '../terminals/index.ts';
import { begin } from './begin.ts';
import type { Viewer } from './blind.ts';
import { act, createDesk, detail, type Detail } from './desk.ts';
import { calendar, history } from './history.ts';
import { bothAreHere, issue, issueOf, type ZKind } from './issue.ts';
import { read } from './read.ts';
import { reopen } from './reopen.ts';
import { setSettings } from './settings.ts';
import { x } from './x-report.ts';
import { print, verifyZ, z, zFile, zs } from './z-documents.ts';

export type { Viewer } from './blind.ts';
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
    async branches(): Promise<Result<OutputOf<'closing.branches'>>> {
      const strays = await desk.straysOfAll();
      return ok({ branches: await db.call('closing.branches', { nowMs: clock.nowMs(), strays }) });
    },
    setSettings: here(setSettings),
    begin: here(begin),
    detail: ({ closingId }: InputOf<'closing.detail'>, viewer: Viewer) => detail(desk, closingId, viewer),
    cancel: ({ closingId, reason }: InputOf<'closing.cancel'>, viewer: Viewer) =>
      acts(closingId, { do: 'cancel', reason }, viewer),
    read: here(read),
    leaveOut: ({ closingId, ...rest }: ParsedInputOf<'closing.leaveOut'>, viewer: Viewer) =>
      acts(closingId, { do: 'leave-out', ...rest }, viewer),
    leaveOutstanding: ({ closingId, ...rest }: ParsedInputOf<'closing.leaveOutstanding'>, viewer: Viewer) =>
      acts(closingId, { do: 'leave-outstanding', ...rest }, viewer),
    carry: (
      { closingId, opId, note }: Carried,
      approvedBy: string | null,
      viewer: Viewer,
      decides: Decides | null = null,
    ): Detail => acts(closingId, { do: 'carry', opId, note, approvedBy, decides }, viewer),
    freeze: ({ closingId, provisional }: ParsedInputOf<'closing.freeze'>, viewer: Viewer) =>
      acts(closingId, { do: 'freeze', provisional }, viewer),
    count: ({ closingId, lines }: ParsedInputOf<'closing.count'>, viewer: Viewer) =>
      acts(closingId, { do: 'count', lines }, viewer),
    lateArrivals: ({ closingId, decision }: InputOf<'closing.lateArrivals'>, viewer: Viewer) =>
      acts(closingId, { do: 'late-arrivals', decision }, viewer),
    explain: ({ closingId, ...rest }: ParsedInputOf<'closing.explain'>, viewer: Viewer) =>
      acts(closingId, { do: 'explain', ...rest }, viewer),
    x: here(x),
    preview: async ({
      closingId,
    }: InputOf<'closing.preview'>): Promise<Result<OutputOf<'closing.preview'>>> =>
      db.call('closing.preview', await issueOf(desk, closingId, 'final', null)),
    confirm: (closingId: string, approvedBy: string | null, viewer: Viewer, requested = bothAreHere) =>
      issue(desk, closingId, 'final', { note: null, approvedBy, ...requested }, viewer),
    provisional: (
      closingId: string,
      note: string,
      approvedBy: string | null,
      viewer: Viewer,
      requested = bothAreHere,
    ) => issue(desk, closingId, 'provisional', { note, approvedBy, ...requested }, viewer),
    reopen: (
      closingId: string,
      reason: string,
      approvedBy: string | null,
      viewer: Viewer,
      decides: Decides | null = null,
    ) => reopen(desk, closingId, { reason, approvedBy, decides }, viewer),

    /** What a request for approval of the act would hold; the errors are those of the act. */
    toApprove: async (closingId: string, kind: ZKind, note: string | null) =>
      db.call('closing.toApprove', await issueOf(desk, closingId, kind, note)),
    carryToApprove: async (closingId: string, opId: string) => {
      const strays = await desk.straysOf(closingId);
      return db.call('closing.carryToApprove', { closingId, opId, nowMs: clock.nowMs(), strays });
    },
    reopenToApprove: (closingId: string) => db.call('closing.reopenToApprove', closingId),

    zs: here(zs),
    z: here(z),
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
