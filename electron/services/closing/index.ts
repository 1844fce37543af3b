/** The use cases of closing the day. All state is in the journal: a crash or a lock at any step loses nothing. */
import { hostname } from 'node:os';
import { closingError, inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { BranchSettings, ClosingDetail } from '#shared/contract/closing-day.ts';
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { Money } from '#shared/money/money.ts';
import { isTimeZone } from '#shared/time/business-date.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Act, Decides, SeenRow } from '../../database/repositories/closing/index.ts';
import type { TerminalService } from '../terminals/index.ts';
import { uuidv7 } from '../uuid.ts';
import { hideExpected, type Viewer } from './blind.ts';
import { strayRows } from './stray-rows.ts';
import { claimOf, judgeZFile, zFileName, zFileText } from './z-file.ts';

export type { Viewer } from './blind.ts';
export type ClosingService = ReturnType<typeof createClosingService>;
type Needs = { terminals: TerminalService };
type Detail = Promise<Result<ClosingDetail, AppError>>;
type Issued = Promise<Result<OutputOf<'closing.confirm'>, AppError>>;
/** What was approved apart from the act: these figures, by a request that is decided with it. */
type Requested = { readonly figures: string | null; readonly decides: Decides | null };
const bothAreHere: Requested = { figures: null, decides: null };

/** Facts about us, not about one terminal: asking the others would get the same answer. */
const STOPS_ALL = ['address-not-allowed', 'key-refused', 'cancelled'];

const twice = (limits: readonly Money[]): boolean =>
  new Set(limits.map(({ currency }) => currency)).size < limits.length;

function settingsProblem(settings: ParsedInputOf<'closing.settings.set'>['settings']): AppError | null {
  const { timeZone, tolerance = [], largeDifference = [] } = settings;
  if (timeZone !== undefined && !isTimeZone(timeZone)) return closingError('time-zone-unknown', { timeZone });
  for (const [where, limits] of Object.entries({ tolerance, largeDifference }))
    if (twice(limits) || limits.some(({ minor }) => minor < 0n)) return inputError('invalid', { where });
  return null;
}

export function createClosingService(context: ProfileContext, { terminals }: Needs) {
  const { db, clock, emit, profileId, environment, merchantId, version: appVersion } = context;
  /** Reads of a close that are under way: `<close>/<terminal>`. */
  const reading = new Set<string>();
  let stopped = false;
  const who = () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() });
  const changed = (closingId: string | null) => emit('closing.changed', { closingId });
  const unsubscribe = terminals.onRead(() => changed(null));

  const straysOfAll = (): Promise<SeenRow[]> => strayRows(db, null);
  const zNotFound = (number: number) => err(closingError('z-not-found', { number }));

  async function straysOf(closingId: string): Promise<SeenRow[]> {
    const detail = await db.call('closing.detail', { closingId, nowMs: clock.nowMs(), strays: [] });
    return strayRows(db, detail?.terminals.map(({ terminalId }) => terminalId) ?? []);
  }

  async function mayNotSee(branchKey: string, viewer: Viewer): Promise<boolean> {
    return !viewer.seesExpected((await db.call('closing.settings', branchKey)).blindRoles);
  }

  async function detail(closingId: string, viewer: Viewer): Detail {
    const strays = await straysOf(closingId);
    const found = await db.call('closing.detail', { closingId, nowMs: clock.nowMs(), strays });
    if (!found) return err(closingError('not-found'));
    const shown: ClosingDetail = {
      ...found,
      blind: found.blind && (await mayNotSee(found.branchKey, viewer)),
      terminals: found.terminals.map((terminal) =>
        reading.has(`${closingId}/${terminal.terminalId}`) ? { ...terminal, state: 'reading' } : terminal,
      ),
    };
    return ok(shown.blind ? hideExpected(shown) : shown);
  }

  /** One act, then the page as it is; also where the act was refused, others see what was kept. */
  async function act(closingId: string, what: Act, viewer: Viewer): Detail {
    const strays = await straysOf(closingId);
    const acted = await db.call('closing.act', { ...who(), closingId, act: what, strays });
    changed(closingId);
    return acted.ok ? detail(closingId, viewer) : acted;
  }

  const issueOf = async (closingId: string, kind: 'provisional' | 'final', note: string | null) => ({
    ...who(),
    closingId,
    kind,
    note,
    ...bothAreHere,
    approvedBy: null,
    appVersion,
    environment,
    merchantId,
    strays: await straysOf(closingId),
  });

  async function issue(
    closingId: string,
    kind: 'provisional' | 'final',
    { note, approvedBy, ...requested }: Requested & { note: string | null; approvedBy: string | null },
    viewer: Viewer,
  ): Issued {
    if (stopped) return err(movementError('journal-blocked'));
    if (kind === 'final') await readWhatIsOld(closingId);
    const asked = { ...(await issueOf(closingId, kind, note)), approvedBy, ...requested };
    const issued = await db.call('closing.issue', asked);
    changed(closingId);
    if (!issued.ok) return issued;
    const closing = await detail(closingId, viewer);
    if (!closing.ok) return closing;
    const z = (await db.call('closing.zs', closingId)).at(-1);
    return z ? ok({ closing: closing.value, z }) : err(closingError('not-found'));
  }

  async function readOne(closingId: string, terminalId: string): Promise<AppError | null> {
    const key = `${closingId}/${terminalId}`;
    reading.add(key);
    changed(closingId);
    try {
      const read = await terminals.readTerminal(terminalId);
      const error = read.ok ? null : read.error;
      // Whole or not, it is told in the terminal's line.
      await db.call('closing.act', {
        ...who(),
        closingId,
        act: { do: 'read', terminalId, error },
        strays: [],
      });
      return error;
    } finally {
      reading.delete(key);
      changed(closingId);
    }
  }

  async function readAll(closingId: string, terminalIds: readonly string[]): Promise<void> {
    for (const terminalId of terminalIds) {
      const error = await readOne(closingId, terminalId);
      if (error && STOPS_ALL.includes(error.code)) break;
    }
  }

  /** While people counted, sales may have come: where nothing else is in the way, they are found now and are late arrivals. */
  const readWhatIsOld = async (closingId: string): Promise<void> =>
    readAll(closingId, await db.call('closing.toReadAgain', await issueOf(closingId, 'final', null)));

  return {
    /** Rows of all terminals that only the journal still has. */
    strayRows: straysOfAll,

    async branches(): Promise<Result<OutputOf<'closing.branches'>>> {
      const strays = await straysOfAll();
      return ok({ branches: await db.call('closing.branches', { nowMs: clock.nowMs(), strays }) });
    },

    async setSettings({
      branchKey,
      settings,
    }: ParsedInputOf<'closing.settings.set'>): Promise<Result<BranchSettings, AppError>> {
      const problem = settingsProblem(settings);
      if (problem) return err(problem);
      const given = Object.fromEntries(
        Object.entries(settings).filter(([, value]) => value !== undefined),
      ) as Partial<BranchSettings>;
      const after = await db.call('closing.setSettings', { ...who(), branchKey, settings: given });
      if (after.ok) changed(null);
      return after;
    },

    async begin(
      { branchKey, businessDate }: ParsedInputOf<'closing.begin'>,
      viewer: Viewer,
    ): Promise<Result<OutputOf<'closing.begin'>, AppError>> {
      const closingId = uuidv7(context);
      const begun = await db.call('closing.begin', { ...who(), closingId, branchKey, businessDate });
      if (!begun.ok) return begun;
      changed(begun.value.closingId);
      const closing = await detail(begun.value.closingId, viewer);
      return closing.ok ? ok({ kind: begun.value.kind, closing: closing.value }) : closing;
    },

    detail: ({ closingId }: InputOf<'closing.detail'>, viewer: Viewer): Detail => detail(closingId, viewer),

    cancel: ({ closingId, reason }: InputOf<'closing.cancel'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'cancel', reason }, viewer),

    async read({ closingId, terminalIds }: ParsedInputOf<'closing.read'>, viewer: Viewer): Detail {
      const before = await detail(closingId, viewer);
      if (!before.ok) return before;
      const { state, terminals: known } = before.value;
      if (state !== 'open' && state !== 'provisional')
        return err(closingError('not-allowed-in-state', { state }));
      const stranger = terminalIds?.find((id) => !known.some(({ terminalId }) => terminalId === id));
      if (stranger !== undefined) return err(closingError('terminal-not-in-close', { terminalId: stranger }));
      const wanted =
        terminalIds ??
        known.filter((one) => one.state === 'to-read' || one.state === 'failed').map((one) => one.terminalId);
      await readAll(closingId, wanted);
      return detail(closingId, viewer);
    },

    leaveOut: ({ closingId, ...rest }: ParsedInputOf<'closing.leaveOut'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'leave-out', ...rest }, viewer),
    leaveOutstanding: (
      { closingId, ...rest }: ParsedInputOf<'closing.leaveOutstanding'>,
      viewer: Viewer,
    ): Detail => act(closingId, { do: 'leave-outstanding', ...rest }, viewer),
    carry: (
      { closingId, opId, note }: Pick<InputOf<'closing.carry'>, 'closingId' | 'opId' | 'note'>,
      approvedBy: string | null,
      viewer: Viewer,
      decides: Decides | null = null,
    ): Detail => act(closingId, { do: 'carry', opId, note, approvedBy, decides }, viewer),
    freeze: ({ closingId, provisional }: ParsedInputOf<'closing.freeze'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'freeze', provisional }, viewer),
    count: ({ closingId, lines }: ParsedInputOf<'closing.count'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'count', lines }, viewer),
    lateArrivals: ({ closingId, decision }: InputOf<'closing.lateArrivals'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'late-arrivals', decision }, viewer),
    explain: ({ closingId, ...rest }: ParsedInputOf<'closing.explain'>, viewer: Viewer): Detail =>
      act(closingId, { do: 'explain', ...rest }, viewer),

    async x(
      { branchKey }: InputOf<'closing.x'>,
      viewer: Viewer,
    ): Promise<Result<OutputOf<'closing.x'>, AppError>> {
      const { by, atMs } = who();
      const strays = await straysOfAll();
      const found = await db.call('closing.x', { branchKey, nowMs: atMs, strays, appVersion });
      if (!found) return err(closingError('branch-not-found', { branchKey }));
      const begun = found.begun === null ? null : await db.call('closing.record', found.begun);
      if (begun?.counted !== 1 && (await mayNotSee(branchKey, viewer)))
        return err(closingError('blind-count'));
      return ok({ ...found.report, atMs, by, begun: found.begun });
    },

    async preview({
      closingId,
    }: InputOf<'closing.preview'>): Promise<Result<OutputOf<'closing.preview'>, AppError>> {
      return db.call('closing.preview', await issueOf(closingId, 'final', null));
    },

    confirm: (
      closingId: string,
      approvedBy: string | null,
      viewer: Viewer,
      requested: Requested = bothAreHere,
    ): Issued => issue(closingId, 'final', { note: null, approvedBy, ...requested }, viewer),
    provisional: (
      closingId: string,
      note: string,
      approvedBy: string | null,
      viewer: Viewer,
      requested: Requested = bothAreHere,
    ): Issued => issue(closingId, 'provisional', { note, approvedBy, ...requested }, viewer),

    /** What a request for approval would hold; errors as the act itself. */
    toApprove: async (closingId: string, kind: 'provisional' | 'final', note: string | null) =>
      db.call('closing.toApprove', await issueOf(closingId, kind, note)),
    carryToApprove: async (closingId: string, opId: string) =>
      db.call('closing.carryToApprove', {
        closingId,
        opId,
        nowMs: clock.nowMs(),
        strays: await straysOf(closingId),
      }),
    reopenToApprove: (closingId: string) => db.call('closing.reopenToApprove', closingId),

    /** No number is given and no day is opened again while the journal is not certain; counting goes on. */
    stopNumbers: (stop: boolean) => void (stopped = stop),

    async reopen(
      closingId: string,
      reason: string,
      approvedBy: string | null,
      viewer: Viewer,
      decides: Decides | null = null,
    ): Detail {
      if (stopped) return err(movementError('journal-blocked'));
      const asked = { ...who(), closingId, reason, approvedBy, decides };
      const reopened = await db.call('closing.reopen', asked);
      changed(closingId);
      return reopened.ok ? detail(closingId, viewer) : reopened;
    },

    async zs({ closingId }: InputOf<'closing.zs'>): Promise<Result<OutputOf<'closing.zs'>>> {
      return ok({ zs: await db.call('closing.zs', closingId) });
    },
    async z(id: ParsedInputOf<'closing.z'>): Promise<Result<OutputOf<'closing.z'>, AppError>> {
      const found = await db.call('closing.z', id);
      return found ? ok(found) : zNotFound(id.number);
    },
    async print(id: ParsedInputOf<'closing.print'>): Promise<Result<OutputOf<'closing.print'>, AppError>> {
      const printed = await db.call('closing.print', { ...who(), id });
      if (!printed.ok) return printed;
      changed(printed.value.document.closingId);
      return ok({ z: printed.value.document, copy: printed.value.copy });
    },
    async zFile(id: ParsedInputOf<'closing.zFile'>): Promise<Result<OutputOf<'closing.zFile'>, AppError>> {
      const sealed = await db.call('closing.sealedZ', id);
      if (!sealed) return zNotFound(id.number);
      return ok({ fileName: zFileName(sealed), text: zFileText(profileId, sealed) });
    },
    async verifyZ({ text }: InputOf<'closing.verifyZ'>): Promise<Result<OutputOf<'closing.verifyZ'>>> {
      const claim = claimOf(text);
      if (!claim) return ok({ kind: 'not-a-z' });
      const { branchKey, number, revision } = claim.content;
      const kept = await db.call('closing.sealedZ', { branchKey, number, revision });
      return ok(judgeZFile(profileId, text, claim, kept));
    },

    async history({
      branchKey,
      cursor,
      limit,
    }: ParsedInputOf<'closing.history'>): Promise<Result<OutputOf<'closing.history'>, AppError>> {
      const [, date = '', seq = ''] = /^(\d{4}-\d{2}-\d{2}):(\d{1,12})$/.exec(cursor ?? '') ?? [];
      if (cursor !== null && date === '') return err(inputError('invalid', { where: 'cursor' }));
      const after = cursor === null ? null : { date, seq: Number(seq) };
      const page = await db.call('closing.history', { branchKey, after, limit, nowMs: clock.nowMs() });
      return ok({ rows: page.rows, next: page.next && `${page.next.date}:${page.next.seq}` });
    },

    async calendar(
      { branchKey, month }: InputOf<'closing.calendar'>,
      viewer: Viewer,
    ): Promise<Result<OutputOf<'closing.calendar'>>> {
      const strays = await straysOfAll();
      const days = await db.call('closing.calendar', { branchKey, month, nowMs: clock.nowMs(), strays });
      if (!(await mayNotSee(branchKey, viewer))) return ok({ days });
      // What is not closed yet is what is about to be counted.
      return ok({
        days: days.map((day) =>
          day.state === 'open' || day.state === 'late' ? { ...day, sales: [], reversals: [] } : day,
        ),
      });
    },

    stop: unsubscribe,
  };
}
