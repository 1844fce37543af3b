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
import { attemptsOf, isUnsent, stateOf, type Attempts } from './states.ts';
import { createSteps, type Makers, type Step } from './steps.ts';

export { readTable } from './table.ts';

type Needs = {
  kept: ReturnType<typeof createKeptService>;
  making: Making;
  makeLink: Makers['makeLink'];
  readSheet: ReadSheet;
};
/** What the gateway looks at together. */
const PART_ROWS = 1_000;

const BUSY = err(importError('busy'));
const BEGUN = ok({});

/** Parts that the gateway has forgotten have to be checked again: it keeps a checked part for an hour. */
async function uncheckForgotten({ db, clock }: ProfileContext, attempts: Attempts): Promise<void> {
  const kind = 'customers' as const;
  const lastMs = clock.nowMs() - CHECKED_SHEET_LIVES_MS;
  for (const { part, checkedAtMs } of await db.call('sheets.parts', kind))
    if (checkedAtMs <= lastMs && isUnsent(attempts.of(part))) await db.call('sheets.uncheck', { kind, part });
}

/** A step for each part or link that was checked and not sent yet. */
async function sendingSteps(context: ProfileContext, kind: SheetKind, sheetId: string): Promise<Step[]> {
  const { db } = context;
  const attempts = await attemptsOf(context, sheetId);
  const isOpen = (place: number) => isUnsent(attempts.of(place));
  if (kind === 'customers') {
    const parts = (await db.call('sheets.parts', kind)).filter(({ part }) => isOpen(part));
    return parts.map(({ part }) => ({ do: 'save', sheetId, part }));
  }
  const rows = await db.call('sheets.checkedRows', { kind, part: null });
  return rows.filter(({ row }) => isOpen(row)).map(({ row }) => ({ do: 'make', sheetId, row }));
}

/** What is done with the sheet of one kind. */
function createDesk(context: ProfileContext, kind: SheetKind, makers: Makers) {
  const { db, emit } = context;
  let doing: Sheet['doing'] = null;
  const queue = createPacedQueue<Step>(context, {
    name: 'sheet-failed',
    right: rightOfSheet[kind],
    send: createSteps(context, kind, makers),
    onLeft: async () => {},
    onChange: () => emit('sheets.changed', {}),
  });
  /** A file is being opened, or a row of it changed: what the window shows is not what will be there. */
  let isChanging = false;
  const isBusy = () => queue.state()?.ended === null;
  function begin(what: 'check' | 'send', steps: readonly Step[]): typeof BUSY | typeof BEGUN {
    if (isChanging) return BUSY;
    if (isBusy() || steps.length === 0) return BEGUN;
    doing = what;
    queue.add(steps);
    return BEGUN;
  }
  return {
    doing: () => ({ doing, work: queue.state() }),
    /** Changes the sheet. It is refused while work is under way, and no work begins meanwhile. */
    async change<T>(act: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
      if (isBusy() || isChanging) return BUSY;
      isChanging = true;
      try {
        return await act();
      } finally {
        isChanging = false;
        emit('sheets.changed', {});
      }
    },
    async check() {
      if (isChanging) return BUSY;
      const head = await db.call('sheets.head', kind);
      if (!head || isBusy()) return BEGUN;
      const { sheetId } = head;
      const attempts = await attemptsOf(context, sheetId);
      if (kind === 'customers') await uncheckForgotten(context, attempts);
      const all = await db.call('sheets.unchecked', kind);
      const rows = kind === 'links' ? all.filter(({ row }) => isUnsent(attempts.of(row))) : all;
      const parts = Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, part) =>
        rows.slice(part * PART_ROWS, (part + 1) * PART_ROWS),
      );
      return begin(
        'check',
        parts.map((some) => ({ do: 'check', sheetId, rows: some })),
      );
    },
    async send() {
      if (isChanging) return BUSY;
      const head = await db.call('sheets.head', kind);
      return head ? begin('send', await sendingSteps(context, kind, head.sheetId)) : BEGUN;
    },
    stop: () => queue.stop(),
  };
}
type Desk = ReturnType<typeof createDesk>;

type Counts = Sheet['counts'];

function createViews(context: ProfileContext) {
  const { db } = context;
  /** How many rows are in each state, and when the gateway forgets the first checked part that was not saved. */
  async function countsOf(kind: SheetKind, sheetId: string): Promise<Pick<Sheet, 'counts' | 'expiresAtMs'>> {
    const attempts = await attemptsOf(context, sheetId);
    const none = { ready: 0, done: 0, refused: 0, 'not-known': 0, 'by-person': 0 };
    if (kind === 'links') {
      const rows = await db.call('sheets.all', kind);
      const doubt = rows.filter(({ value }) => value.doubt !== null).length;
      const counts: Counts = { all: rows.length, doubt, wrong: 0, 'left-out': 0, unchecked: 0, ...none };
      for (const row of rows) counts[stateOf(kind, row, attempts)] += 1;
      return { counts, expiresAtMs: null };
    }
    const { all, wrong, doubt, leftOut, unchecked } = await db.call('sheets.counts', kind);
    const counts: Counts = { all, doubt, wrong, 'left-out': leftOut, unchecked, ...none };
    const parts = await db.call('sheets.parts', kind);
    for (const { part, rows } of parts) counts[attempts.of(part) ?? 'ready'] += rows;
    const waiting = parts.filter(({ part, rows }) => rows > 0 && isUnsent(attempts.of(part)));
    const first = Math.min(...waiting.map(({ checkedAtMs }) => checkedAtMs));
    return { counts, expiresAtMs: Number.isFinite(first) ? first + CHECKED_SHEET_LIVES_MS : null };
  }
  return {
    async sheet(kind: SheetKind, desk: Desk): Promise<Sheet | null> {
      const head = await db.call('sheets.head', kind);
      if (!head) return null;
      const { sheetId, ...rest } = head;
      return { ...rest, ...(await countsOf(kind, sheetId)), ...desk.doing() };
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
  const { db, presence } = context;
  const savePart = making.of(
    customersMaker(context, () => kept.refresh({ name: 'customers', whole: false })),
  );
  const makers = { makeLink, savePart };
  const desks = {
    customers: createDesk(context, 'customers', makers),
    links: createDesk(context, 'links', makers),
  };
  const views = createViews(context);
  /** For a person with the right of its kind. */
  async function by<T>(
    kind: SheetKind,
    act: (desk: Desk) => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>> {
    const right = rightOfSheet[kind];
    return presence.may(right) ? act(desks[kind]) : err(peopleError('not-allowed', { right }));
  }
  const change = <T>(kind: SheetKind, act: () => Promise<Result<T, AppError>>) =>
    by(kind, (desk) => desk.change(act));
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
        // The gateway keeps each checked part of customers as it was, so the part must be checked again. It keeps no links.
        if (kind === 'customers' && stored.part !== null)
          await db.call('sheets.uncheck', { kind, part: stored.part });
        await db.call('sheets.set', { kind, row, value: { ...stored.value, sends } });
        return ok({});
      }),
    check: ({ kind }) => by(kind, (desk) => desk.check()),
    send: ({ kind }) => by(kind, (desk) => desk.send()),
    stop: ({ kind }) => by(kind, async (desk) => ok((await desk.stop(), {}))),
    discard: ({ kind }) => change(kind, async () => ok((await db.call('sheets.drop', kind), {}))),
    end: async () => void (await Promise.all(sheetKinds.map((kind) => desks[kind].stop()))),
  } satisfies VerbsOf<'sheets'> & { end: unknown };
}
