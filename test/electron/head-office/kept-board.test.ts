/** The board that is kept while entries come is the one that the record says, whatever came and in whatever order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { figuresOf } from '#electron/head-office/board-sum.ts';
import { makeEntries, newIdentity, type Fact } from '#electron/head-office/entry.ts';
import type { ListedPc } from '#electron/head-office/pc.ts';
import { closeFacts, readingFact } from '#electron/head-office/published.ts';
import { openStore, STORE, type Store } from '#electron/head-office/store.ts';
import type { ClosesQuery } from '#electron/head-office/store-shown.ts';
import { closesOfAll } from '#electron/services/head-office/other-closes.ts';
import type { Board, BoardBranch } from '#shared/contract/head-office.ts';
import { zContentSchema } from '#shared/contract/closing-z.ts';
import { BOARD_PAGE, BOARD_WHOLE, boardFilters, type BoardFilter } from '#shared/domain/head-office.ts';
import { ok } from '#shared/errors/result.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { content } from '../../renderer/reports/fixture.ts';
import { plainBoard, toldIn } from './plain-board.ts';
import { place } from './record.ts';
import { all } from './told-board.ts';

const NOON_MS = Date.UTC(2026, 10, 20, 10);
const CAIRO = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
const HOUR_MS = 3_600_000;
const identities = [newIdentity(), newIdentity(), newIdentity(), newIdentity()];
const [self] = identities.map(({ pc }) => pc);
const egp = (minor: bigint) => ({ minor, currency: 'EGP' });

let folder: string;
let store: Store;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'closeout-board-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Few of them, so that they meet. */
const branchKey = fc.integer({ min: 1, max: 4 }).map((at) => `B${at}`);
const dateAt = (nowMs: number, ago: number) => addDays(businessDateOf(nowMs, CAIRO), -ago);
const sealed = canonicalJson(zContentSchema.encode(content));
const agreed = canonicalJson(
  zContentSchema.encode({
    ...content,
    lines: content.lines.map((line) => ({ ...line, difference: egp(0n), counted: line.expected })),
  }),
);

const closeTold = fc.record({
  branchKey,
  branchName: fc.constantFrom('Maadi', 'مدينة نصر', null),
  ago: fc.integer({ min: -1, max: 16 }),
  closing: fc.nat(1),
  state: fc.constantFrom('closed', 'provisional', 'reopened'),
  differs: fc.boolean(),
  atMs: fc.nat(3),
});
const readingTold = fc.record({
  branchKey,
  branchName: fc.constantFrom('Maadi', 'Zamalek', null),
  ago: fc.integer({ min: -1, max: 3 }),
  zone: fc.constantFrom(
    CAIRO,
    { timeZone: 'Pacific/Kiritimati', cutOff: '00:00' },
    { timeZone: 'America/New_York', cutOff: '06:00' },
  ),
  terminals: fc.uniqueArray(fc.constantFrom('T1', 'T2', 'T3', 'T4'), { maxLength: 3 }),
  open: fc.subarray([0, 1, 2, 13, 15]),
  oldestHours: fc.constantFrom(null, 1, 20, 30),
  unknownCount: fc.nat(1),
  atMs: fc.nat(4),
});
/** How a newer Closeout may tell how a branch stands: what becomes of names in it. */
const NEWER_FORMS = {
  counts: { '"unknownCount":': '"unknownResults":' },
  terminals: { '"unknownCount":': '"unknownResults":', '"terminalId":': '"id":' },
  place: { '"branchName":': '"branch":', '"businessDate":': '"day":', '"timeZone":': '"zone":' },
  branch: { '"branchKey":': '"key":' },
};
const toldNewer = ({ body, ...fact }: Fact, form: keyof typeof NEWER_FORMS): Fact => ({
  ...fact,
  body: Object.entries(NEWER_FORMS[form]).reduce((now, [from, to]) => now.replaceAll(from, to), body),
});
const pc = fc.nat(identities.length - 1);
const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ arbitrary, weight: 5 });
const step = fc.oneof(
  often(fc.record({ do: fc.constant('close'), pc, told: closeTold })),
  often(fc.record({ do: fc.constant('reading'), pc, told: readingTold })),
  fc.record({ do: fc.constant('newer close'), pc, told: closeTold }),
  fc.record({
    do: fc.constant('newer reading'),
    pc,
    told: readingTold,
    form: fc.constantFrom(...(Object.keys(NEWER_FORMS) as (keyof typeof NEWER_FORMS)[])),
  }),
  fc.record({ do: fc.constant('undone'), pc, told: readingTold }),
  fc.record({
    do: fc.constant('listed'),
    pc,
    name: fc.constantFrom('Till 1', 'Till 2'),
    branch: fc.constantFrom('', 'Maadi', 'B1'),
    lastEntryAtMs: fc.option(fc.nat(5)),
    withdrawnAtMs: fc.option(fc.nat(1), { freq: 3 }),
    isHome: fc.boolean(),
  }),
  fc.record({ do: fc.constant('broken'), pc, is: fc.boolean() }),
  fc.record({ do: fc.constant('gone'), there: fc.subarray([0, 1, 2, 3]) }),
  fc.record({ do: fc.constant('another record') }),
  fc.record({ do: fc.constant('restart') }),
  fc.record({ do: fc.constant('time'), hours: fc.constantFrom(1, 7, 24, -24, 24 * 20) }),
  fc.record({ do: fc.constant('kept up'), most: fc.nat(3) }),
  often(fc.record({ do: fc.constant('asked') })),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Of<Name> = Extract<Step, { do: Name }>;

/** Each entry of a PC has an id of its own close; a later entry of it may say another branch. */
function closeFact({ told }: Pick<Of<'close'>, 'told'>, nowMs: number, seq: number): Fact[] {
  const { state, differs, ago, closing, ...of } = told as Of<'close'>['told'] & {
    state: 'closed' | 'provisional' | 'reopened';
  };
  const z = state === 'reopened' ? null : differs ? sealed : agreed;
  return closeFacts({
    ...of,
    ...{
      origin: { seq, hash: 'ab'.repeat(32) },
      closingId: `closing-${closing}`,
      state,
      number: closing + 1,
    },
    ...{ businessDate: dateAt(nowMs, ago), revision: 1, by: 'Mona', approvedBy: null, reason: null },
    ...{ reopenedBefore: null, z, sha256: null, leftForNext: 0, rows: [] },
  });
}
function readingOf({ told }: Pick<Of<'reading'>, 'told'>, nowMs: number): Fact {
  const { zone, ago, terminals, open, oldestHours, atMs, ...of } = told;
  const oldestAtMs = oldestHours === null ? null : nowMs - oldestHours * HOUR_MS;
  const outstanding = terminals.map(() => ({ count: 1, amount: egp(500n) })).slice(0, 1);
  return readingFact(
    {
      ...{ ...of, ...zone, businessDate: dateAt(nowMs, ago), terminalCount: terminals.length },
      ...{ notRead: terminals.length, outstandingCount: terminals.length, notSummed: [], oldestAtMs },
      outstanding:
        terminals.length === 0
          ? []
          : [{ count: terminals.length, amount: egp(500n * BigInt(terminals.length)) }],
      terminals: terminals.map((terminalId) => ({
        ...{ terminalId, label: terminalId, outstandingCount: 1, outstanding, notSummed: [] },
        ...{ oldestAtMs, readAtMs: null },
      })),
      unknown: [],
      openDays: open.map((back) => ({ businessDate: dateAt(nowMs, back), why: 'rows', count: 1 })),
    },
    atMs,
  );
}

/** With these a chain is not shown whole. */
const others = Array.from({ length: 23 }, (_, at) => ({
  branchKey: `C${at}`,
  ...{
    branchName: null,
    ago: 0,
    zone: CAIRO,
    terminals: [],
    open: [0],
    oldestHours: at % 2 === 0 ? (20 as const) : null,
    atMs: 1,
  },
  unknownCount: at % 2,
}));

function play(steps: readonly Step[], isLarge: boolean): void {
  let nowMs = NOON_MS;
  let epoch = 0;
  const tell = (at: number, facts: readonly Fact[]) => {
    const identity = identities[at]!;
    store.add(makeEntries(identity, place('Maadi'), store.headOf(identity.pc), facts));
  };
  if (isLarge)
    tell(
      1,
      others.map((told) => readingOf({ told }, nowMs)),
    );
  for (const one of steps) {
    const seq = 'pc' in one ? store.headOf(identities[one.pc]!.pc).seq + 1 : 0;
    if (one.do === 'close') tell(one.pc, closeFact(one, nowMs, seq));
    if (one.do === 'reading') tell(one.pc, [readingOf(one, nowMs)]);
    if (one.do === 'newer close')
      tell(
        one.pc,
        closeFact(one, nowMs, seq).map((fact) => ({ ...fact, body: fact.body.replace('"Mona"', '7') })),
      );
    if (one.do === 'newer reading') tell(one.pc, [toldNewer(readingOf(one, nowMs), one.form)]);
    if (one.do === 'undone')
      expect(() =>
        store.together(() => {
          tell(one.pc, [readingOf(one, nowMs)]);
          throw new Error('the disk is full');
        }),
      ).toThrow('the disk is full');
    if (one.do === 'listed') store.keepPcs([{ ...one, id: identities[one.pc]!.pc } as unknown as ListedPc]);
    if (one.do === 'broken') {
      const { pc: id } = identities[one.pc]!;
      store.mark([[id, one.is ? { ok: false, pc: id, seq: 1, problem: 'changed' } : null]]);
    }
    if (one.do === 'gone') store.markGone(one.there.map((at) => identities[at]!.pc));
    if (one.do === 'another record') store.follow(`epoch ${(epoch += 1)}`);
    if (one.do === 'restart') {
      store.close();
      store = openStore(folder, self!);
    }
    if (one.do === 'time') nowMs += one.hours * HOUR_MS;
    if (one.do === 'kept up') store.keepBoardUp(nowMs, one.most);
    if (one.do === 'asked') isAsTheRecordSays(nowMs);
  }
  isAsTheRecordSays(nowMs);
}

function isAsTheRecordSays(nowMs: number): void {
  const board = plainBoard({ ...toldIn(folder, nowMs), pcs: store.pcs() });
  const { branches: whole, late, attention, branchNow, ...plain } = board;
  const most = whole.length > BOARD_WHOLE ? BOARD_PAGE : BOARD_WHOLE;
  for (const only of boardFilters) {
    const branches = { all: whole, late, attention }[only];
    expect(
      shownOf(only, nowMs, { ...plain, only, filtered: figuresOf(branches), found: branches.length }, most),
    ).toEqual(branches);
  }
  for (const key of ['B1', 'B2', ...whole.map((branch) => branch.branchKey)])
    expect(store.branchNow(key, nowMs)).toEqual(branchNow(key));
}

/** Every page of what a filter leaves. */
function shownOf(
  only: BoardFilter,
  nowMs: number,
  plain: Partial<Board> & { found: number },
  most: number,
): BoardBranch[] {
  const shown: BoardBranch[] = [];
  do {
    const page = store.board({ ...all, only, from: shown.length }, nowMs);
    expect(page).toMatchObject({ ...plain, from: shown.length });
    expect(page.branches).toHaveLength(Math.min(most, plain.found - shown.length));
    shown.push(...page.branches);
  } while (shown.length < plain.found);
  return shown;
}

it('over closes, readings, revisions, PCs that change and go, days that turn, restarts and another record', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), (steps, isLarge) => {
      rmSync(folder, { recursive: true, force: true });
      folder = mkdtempSync(join(tmpdir(), 'closeout-board-'));
      store = openStore(folder, self!);
      try {
        play(steps, isLarge);
      } finally {
        store.close();
      }
    }),
    { numRuns: 60 },
  );
});

it('a later entry of a close counts in the branch in which it was first told, whatever branch it says', () => {
  store = openStore(folder, self!);
  const told = { branchName: null, ago: 0, closing: 0, differs: false, atMs: 1 };
  const tell = (branchKey: string, state: string) => {
    const { pc: id } = identities[1]!;
    const facts = closeFact({ told: { ...told, branchKey, state } as never }, NOON_MS, 1);
    store.add(makeEntries(identities[1]!, place('Maadi'), store.headOf(id), facts));
    const [first, ...others] = store.board(all, NOON_MS).branches;
    expect(others).toEqual([]);
    return [first?.branchKey, first?.days.at(-1)?.state];
  };
  expect(tell('B1', 'provisional')).toEqual(['B1', 'provisional']);
  expect(tell('B2', 'closed')).toEqual(['B1', 'closed']);
  store.close();
});

it('a day that a newer Closeout told of in its own form is not what it was, until it is told in a form that is known', async () => {
  store = openStore(folder, self!);
  const told = { branchKey: 'B1', branchName: null, ago: 1, closing: 0, differs: true, atMs: 1 };
  const tell = (state: string, isNewer: boolean) => {
    const { pc: id } = identities[1]!;
    const facts = closeFact({ told: { ...told, state } as never }, NOON_MS, 1).map((fact) =>
      isNewer ? { ...fact, body: fact.body.replace('"Mona"', '7') } : fact,
    );
    store.add(makeEntries(identities[1]!, place('Maadi'), store.headOf(id), facts));
    const { branches, sum } = store.board(all, NOON_MS);
    const { state: shown, differing } = branches[0]!.days.at(-2)!;
    return [shown, differing, sum.newer];
  };
  const others = async (query: ClosesQuery) => store.closes(query);
  const own = async () => ok({ rows: [], next: null });
  const listed = async () => {
    const found = await closesOfAll({ branchKey: null, pc: null, cursor: null, limit: 5 }, { own, others });
    return found.ok ? found.value.rows[0] : found;
  };
  const entries = () => store.closeEntries(identities[1]!.pc, 'closing-0');
  const [, closed] = [tell('provisional', false), tell('closed', false)];
  expect(closed).toMatchObject(['closed', expect.any(Number), 0]);
  expect(tell('reopened', true)).toEqual(['newer', 0, 1]);
  store.close();
  store = openStore(folder, self!);
  expect(store.board(all, NOON_MS).sum.newer).toBe(1);
  expect(await listed()).toMatchObject({ state: 'newer', sums: null, difference: null });
  expect(entries()).toMatchObject({ isNewer: true, entries: [{}, {}] });
  expect(tell('closed', false)).toEqual(closed);
  expect(await listed()).toMatchObject({ state: 'closed', difference: [expect.anything()] });
  expect(entries()).toMatchObject({ isNewer: false, entries: [{}, {}, {}] });
  store.close();
});

it('what a newer Closeout tells of a branch in its own form takes the place of what was told, until it is told in a form that is known', () => {
  store = openStore(folder, self!);
  const told = {
    ...{ branchKey: 'B1', branchName: 'Maadi', ago: 0, zone: CAIRO, terminals: ['T1'], open: [2] },
    ...{ oldestHours: 30, unknownCount: 1 },
  };
  const tell = (at: number, atMs: number, form: keyof typeof NEWER_FORMS | null) => {
    const fact = readingOf({ told: { ...told, atMs } as never }, NOON_MS);
    const { pc: id } = identities[at]!;
    const facts = [form ? toldNewer(fact, form) : fact];
    store.add(makeEntries(identities[at]!, place('Maadi'), store.headOf(id), facts));
    return shown();
  };
  const shown = () => {
    const { branches, sum } = store.board(all, NOON_MS);
    const [{ branchName, now, newer, days, isGone }] = branches as [BoardBranch];
    const { late, attention, unheard, outstandingCount, outstanding, notIncluded } = sum;
    expect(store.branchNow('B1', NOON_MS).terminals).toHaveLength(now ? 1 : 0);
    return {
      ...{ branchName, isGone, now, newer, states: [...new Set(days.map(({ state }) => state))] },
      ...{ late, attention, unheard, newerBranches: sum.newer, outstandingCount, outstanding, notIncluded },
    };
  };
  const stands = tell(1, 1, null);
  expect(stands).toMatchObject({
    ...{ branchName: 'Maadi', newer: null, states: ['none', 'late'], late: 1, newerBranches: 0 },
    ...{ now: { toldAtMs: 1 }, outstandingCount: 1, notIncluded: 0 },
  });
  const isNewer = (toldAtMs: number) => ({
    ...{ isGone: false, now: null, newer: { pcName: identities[1]!.pc, toldAtMs }, states: ['newer'] },
    ...{ late: 0, attention: 1, unheard: 0, newerBranches: 1 },
    ...{ outstandingCount: 0, outstanding: [], notIncluded: 1 },
  });
  expect(tell(1, 2, 'counts')).toEqual({ branchName: 'Maadi', ...isNewer(2) });
  expect(tell(1, 3, 'place')).toEqual({ branchName: null, ...isNewer(3) });
  store.close();
  store = openStore(folder, self!);
  expect(shown()).toEqual({ branchName: null, ...isNewer(3) });
  expect(store.readings()).toEqual([]);
  // Nobody knows here whether that is of this branch.
  expect(tell(1, 4, 'branch')).toMatchObject({ newer: { toldAtMs: 3 } });
  // Another PC of the branch, which told before it.
  expect(tell(2, 2, null)).toEqual({ branchName: null, ...isNewer(3) });
  expect(tell(1, 5, null)).toMatchObject({ ...stands, now: { toldAtMs: 5 } });
  store.close();
});

it('a terminal that came from another branch stays away from it when a newer Closeout tells of its own', () => {
  store = openStore(folder, self!);
  const tell = (at: number, branchKey: string, terminals: string[], form?: keyof typeof NEWER_FORMS) => {
    const of = { branchKey, branchName: null, ago: 0, zone: CAIRO, terminals, open: [], oldestHours: null };
    const fact = readingOf({ told: { ...of, unknownCount: 0, atMs: at } as never }, NOON_MS);
    const { pc: id } = identities[at]!;
    const facts = [form ? toldNewer(fact, form) : fact];
    store.add(makeEntries(identities[at]!, place('Maadi'), store.headOf(id), facts));
    return store.board(all, NOON_MS).sum.outstandingCount;
  };
  expect(tell(1, 'B1', ['T1', 'T2'])).toBe(2);
  expect(tell(2, 'B2', ['T2', 'T3'])).toBe(3);
  expect(tell(2, 'B2', ['T2', 'T3'], 'counts')).toBe(1);
  store.close();
});

it('days that a newer Closeout has not told of are not heard of', () => {
  store = openStore(folder, self!);
  const told = { branchKey: 'B1', branchName: null, ago: 2, zone: CAIRO, terminals: [], open: [0] };
  const fact = readingOf({ told: { ...told, oldestHours: null, unknownCount: 0, atMs: 1 } }, NOON_MS);
  const facts = [toldNewer(fact, 'counts')];
  store.add(makeEntries(identities[1]!, place('Maadi'), store.headOf(identities[1]!.pc), facts));
  const { branches } = store.board(all, NOON_MS);
  expect(branches[0]?.days.slice(-4).map(({ state }) => state)).toEqual([
    'newer',
    'unheard',
    'unheard',
    'unheard',
  ]);
  store.close();
});

it('a close whose first entry only a newer Closeout can read has its day on the board and in Day history', async () => {
  store = openStore(folder, self!);
  const { pc: id } = identities[1]!;
  const told = { branchKey: 'B1', branchName: 'Maadi', ago: 1, closing: 4, differs: true, atMs: 1 };
  const facts = closeFact({ told: { ...told, state: 'closed' } as never }, NOON_MS, 1);
  const tell = (from: string, to: string) =>
    store.add(
      makeEntries(
        identities[1]!,
        place('Maadi'),
        store.headOf(id),
        facts.map((fact) => ({ ...fact, body: fact.body.replace(from, to) })),
      ),
    );
  const shown = async () => {
    const { branches, sum } = store.board(all, NOON_MS);
    const others = async (query: ClosesQuery) => store.closes(query);
    const own = async () => ok({ rows: [], next: null });
    const page = await closesOfAll({ branchKey: null, pc: null, cursor: null, limit: 5 }, { own, others });
    const rows = page.ok ? page.value.rows : [];
    return [
      branches.map(({ branchName, days }) => [branchName, days.at(-2)?.state]),
      rows.map(({ state, branchName, businessDate, number, revision, difference }) => [
        ...[state, branchName, businessDate, number, revision, difference === null],
      ]),
      ...[sum.newer, store.closeEntries(id, 'closing-4').isNewer, store.closesChanged(null).closes.length],
    ];
  };
  // It does not say of which day it is.
  tell('"businessDate":', '"day":');
  expect(await shown()).toEqual([[], [], 0, true, 0]);
  const isNewer = [
    [['Maadi', 'newer']],
    [['newer', 'Maadi', dateAt(NOON_MS, 1), 5, 1, true]],
    ...[1, true, 0],
  ];
  tell('"state":"closed"', '"state":"sealed"');
  expect(await shown()).toEqual(isNewer);
  tell('"Mona"', '7');
  expect(await shown()).toEqual(isNewer);
  const file = new Sqlite(join(folder, STORE));
  // An older Closeout kept nothing of it, and one that knew the form knew more.
  for (const before of ['DELETE FROM close', `UPDATE close SET state = 'sealed'`]) {
    store.close();
    file.exec(`${before}; UPDATE shown SET version = version - 1`);
    store = openStore(folder, self!);
    expect(await shown()).toEqual(isNewer);
  }
  file.close();
  tell('none', 'none');
  expect(await shown()).toEqual([
    [['Maadi', 'closed']],
    [['closed', 'Maadi', dateAt(NOON_MS, 1), 5, 1, false]],
    ...[0, false, 1],
  ]);
  store.close();
});

it('a PC that says a zone or a cut-off that nobody knows is shown with days that turn as they do by default', () => {
  store = openStore(folder, self!);
  const told = {
    branchKey: 'B1',
    branchName: null,
    ago: 0,
    terminals: ['T1'],
    oldestHours: null,
    open: [],
    unknownCount: 0,
    atMs: 1,
  };
  const tell = (timeZone: string, cutOff: string) => {
    const { pc: id } = identities[1]!;
    const fact = readingOf({ told: { ...told, zone: { timeZone, cutOff } } as never }, NOON_MS);
    store.add(makeEntries(identities[1]!, place('Maadi'), store.headOf(id), [fact]));
    return store.board(all, NOON_MS).branches.map(({ today }) => today);
  };
  expect(tell('Nowhere/At all', '04:00')).toEqual(['2026-11-20']);
  expect(tell('Africa/Cairo', 'noon')).toEqual(['2026-11-20']);
  expect(store.branchNow('B1', NOON_MS).terminals).toHaveLength(1);
  store.close();
});
