/** Sheets of customers and links: opened, looked at by the gateway, and sent part by part or link by link. */
import type { VerbsOf } from '#shared/contract/index.ts';
import type { Sheet, SheetRowState } from '#shared/contract/sheets.ts';
import { CHECKED_SHEET_LIVES_MS, rightOfSheet, sheetKinds, type SheetKind } from '#shared/domain/sheets.ts';
import { importError, inputError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import type { ProfileContext } from '../context.ts';
import { readPlace } from '../cursor.ts';
import type { createKeptService } from '../kept/index.ts';
import type { Making } from '../making/index.ts';
import { createPacedQueue } from '../paced-queue.ts';
import { customersMaker } from './customers-maker.ts';
import { openSheet } from './open.ts';
import { attemptsOf, isUnsent, stateOf } from './states.ts';
import { createSteps, type Makers, type Step } from './steps.ts';

type Needs = {
  kept: ReturnType<typeof createKeptService>;
  making: Making;
  makeLink: Makers['makeLink'];
  readSheet: ReadSheet;
};
type Counts = Sheet['counts'];

/** Between two. */
const GAP_MS = 1_000;
/** What the gateway looks at together. */
const PART_ROWS = 1_000;

/** What is done with the sheet of one kind. */
function createDesk(context: ProfileContext, kind: SheetKind, makers: Makers) {
  const { db, emit } = context;
  let doing: Sheet['doing'] = null;
  const queue = createPacedQueue<Step>(context, {
    name: 'sheet-failed',
    right: rightOfSheet[kind],
    gapMs: GAP_MS,
    send: createSteps(context, kind, makers),
    onLeft: async () => {},
    onChange: () => emit('sheets.changed', {}),
  });
  const isBusy = () => queue.state()?.ended === null;
  function begin(what: 'check' | 'send', steps: readonly Step[]): void {
    if (isBusy() || steps.length === 0) return;
    doing = what;
    queue.add(steps);
  }
  return {
    isBusy,
    doing: () => ({ doing, work: queue.state() }),
    async check(): Promise<void> {
      const rows = await db.call('sheets.unchecked', kind);
      const parts = Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, part) =>
        rows.slice(part * PART_ROWS, (part + 1) * PART_ROWS),
      );
      begin(
        'check',
        parts.map((some) => ({ do: 'check', rows: some })),
      );
    },
    async send(): Promise<void> {
      const head = await db.call('sheets.head', kind);
      if (!head) return;
      const attempts = await attemptsOf(context, head.sheetId);
      const open = <T>(all: readonly T[], placeOf: (one: T) => number) =>
        all.map(placeOf).filter((place) => isUnsent(attempts.of(place)));
      const steps: Step[] =
        kind === 'customers'
          ? open(await db.call('sheets.parts', kind), ({ part }) => part).map((part) => ({
              do: 'save',
              part,
            }))
          : open(await db.call('sheets.checkedRows', { kind, part: null }), ({ row }) => row).map((row) => ({
              do: 'make',
              row,
            }));
      begin('send', steps);
    },
    stop: () => queue.stop(),
  };
}
type Desk = ReturnType<typeof createDesk>;

function createViews(context: ProfileContext) {
  const { db } = context;
  /** Of each state how many rows, and when the first of what is ready is forgotten. */
  async function sentOf(kind: SheetKind, sheetId: string) {
    const attempts = await attemptsOf(context, sheetId);
    const parts = await db.call('sheets.parts', kind);
    const counts: Record<'ready' | 'done' | 'refused' | 'not-known' | 'by-person', number> = {
      ready: 0,
      done: 0,
      refused: 0,
      'not-known': 0,
      'by-person': 0,
    };
    if (kind === 'links')
      for (const { row } of await db.call('sheets.checkedRows', { kind, part: null }))
        counts[attempts.of(row) ?? 'ready'] += 1;
    else for (const { part, rows } of parts) counts[attempts.of(part) ?? 'ready'] += rows;
    const waiting = parts.filter(({ part, rows }) => rows > 0 && isUnsent(attempts.of(part)));
    const first = Math.min(...waiting.map(({ checkedAtMs }) => checkedAtMs));
    const isForgotten = kind === 'customers' && Number.isFinite(first);
    return { counts, expiresAtMs: isForgotten ? first + CHECKED_SHEET_LIVES_MS : null };
  }
  return {
    async sheet(kind: SheetKind, desk: Desk): Promise<Sheet | null> {
      const head = await db.call('sheets.head', kind);
      if (!head) return null;
      const { sheetId, ...rest } = head;
      const { all, wrong, leftOut, unchecked } = await db.call('sheets.counts', kind);
      const sent = await sentOf(kind, sheetId);
      const counts: Counts = { all, wrong, 'left-out': leftOut, unchecked, ...sent.counts };
      return { ...rest, counts, expiresAtMs: sent.expiresAtMs, ...desk.doing() };
    },
    async stateOf(kind: SheetKind, row: number): Promise<SheetRowState | null> {
      const [head, stored] = await Promise.all([
        db.call('sheets.head', kind),
        db.call('sheets.row', { kind, row }),
      ]);
      return head && stored && stateOf(kind, stored, await attemptsOf(context, head.sheetId));
    },
    async rows(kind: SheetKind, filter: 'all' | 'wrong' | 'doubt', after: number, limit: number) {
      const head = await db.call('sheets.head', kind);
      if (!head) return { rows: [], next: null };
      const found = await db.call('sheets.page', { kind, filter, after, limit: limit + 1 });
      const attempts = await attemptsOf(context, head.sheetId);
      const shown = found.slice(0, limit);
      const rows = shown.map((one) => ({ row: one.row, ...one.value, state: stateOf(kind, one, attempts) }));
      return { rows, next: found.length > limit ? String(shown.at(-1)?.row ?? 0) : null };
    },
  };
}

export function createSheetService(context: ProfileContext, { kept, making, makeLink, readSheet }: Needs) {
  const { db, emit, presence } = context;
  const savePart = making.of(
    customersMaker(context, () => kept.refresh({ name: 'customers', whole: false })),
  );
  const makers = { makeLink, savePart };
  const desks = {
    customers: createDesk(context, 'customers', makers),
    links: createDesk(context, 'links', makers),
  };
  const views = createViews(context);
  const BUSY = err(importError('busy'));
  /** For a person with the right of its kind. */
  async function by<T>(
    kind: SheetKind,
    act: (desk: Desk) => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>> {
    const right = rightOfSheet[kind];
    return presence.may(right) ? act(desks[kind]) : err(peopleError('not-allowed', { right }));
  }
  /** What changes the sheet waits until nothing is done with it. */
  const change = <T>(kind: SheetKind, act: () => Promise<Result<T, AppError>>) =>
    by(kind, async (desk) => {
      if (desk.isBusy()) return BUSY;
      const done = await act();
      emit('sheets.changed', {});
      return done;
    });
  return {
    open: (input) => change(input.kind, () => openSheet(context, readSheet, input)),
    get: ({ kind }) => by(kind, async (desk) => ok({ sheet: await views.sheet(kind, desk) })),
    rows: ({ kind, filter, cursor, limit }) =>
      by(kind, async () => {
        const after = readPlace(cursor);
        return after.ok ? ok(await views.rows(kind, filter, after.value, limit)) : after;
      }),
    choose: ({ kind, row, sends }) =>
      change(kind, async () => {
        const [state, stored] = [await views.stateOf(kind, row), await db.call('sheets.row', { kind, row })];
        const isOpen = state === 'left-out' || state === 'unchecked' || state === 'ready';
        if (!stored || !isOpen) return err(inputError('invalid', { where: 'row' }));
        // What the gateway keeps of its part has this row in it, or lacks it.
        if (stored.part !== null) await db.call('sheets.uncheck', { kind, part: stored.part });
        await db.call('sheets.set', { kind, row, value: { ...stored.value, sends } });
        return ok({});
      }),
    check: ({ kind }) => by(kind, async (desk) => ok((await desk.check(), {}))),
    send: ({ kind }) => by(kind, async (desk) => ok((await desk.send(), {}))),
    stop: ({ kind }) => by(kind, async (desk) => ok((await desk.stop(), {}))),
    discard: ({ kind }) => change(kind, async () => ok((await db.call('sheets.drop', kind), {}))),
    end: async () => void (await Promise.all(sheetKinds.map((kind) => desks[kind].stop()))),
  } satisfies VerbsOf<'sheets'> & { end: unknown };
}
