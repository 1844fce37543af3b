/**
 * What the board of the chain is made of, kept beside the record: of each branch the closes of its last days and the reading that is
 * believed, and in which branch each terminal is now. What has changed in the record is marked, and read again when somebody asks.
 */
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { believedOf, knownOf, leftOf, type KnownDay, type LastReading } from './board-branch.ts';

/** The record. Closes in the order of their dates and times, readings in that of their PCs, PCs in that of their names. */
export type BoardSource = {
  /** Branches with a close since a date, or a reading. */
  readonly branches: (from: string) => readonly string[];
  readonly days: (branchKey: string, from: string) => readonly KnownDay[];
  readonly readings: (branchKey: string) => readonly LastReading[];
  /** A Z of this date stands on some PC, however old it is. */
  readonly isClosed: (branchKey: string, date: string) => boolean;
  readonly pcs: () => readonly HeadOfficePc[];
  readonly pc: (id: string) => HeadOfficePc | null;
};
/** Says what has changed in the record. Marked once too often changes nothing. */
export type BoardMarks = {
  readonly closes: (branchKey: string) => void;
  readonly reading: (branchKey: string) => void;
  readonly pc: (id: string) => void;
  readonly all: () => void;
};

type Known = {
  readonly days: readonly KnownDay[];
  readonly readings: readonly LastReading[];
  /** The one that is believed. */
  readonly believed: LastReading | null;
};
const nothing: Known = { days: [], readings: [], believed: null };

type Teller = { readonly key: string; readonly atMs: number };
/** A terminal that two branches have told of is in the one that told last: it was moved, or its branch has another name now. */
const laterOf = (a: Teller, b: Teller): Teller => {
  if (a.atMs === b.atMs) return a.key < b.key ? a : b;
  return a.atMs > b.atMs ? a : b;
};

/** In which branch each terminal is. */
function createTerminals() {
  const terminals = new Map<string, { readonly tellers: Map<string, Teller>; last: Teller | null }>();
  const placesOf = (ids: readonly string[]): string[] =>
    ids.flatMap((id) => terminals.get(id)?.last?.key ?? []);
  function remove(key: string, id: string): void {
    const terminal = terminals.get(id);
    if (!terminal) return;
    terminal.tellers.delete(key);
    if (terminal.last?.key !== key) return;
    terminal.last = [...terminal.tellers.values()].reduce<Teller | null>(
      (last, one) => (last ? laterOf(one, last) : one),
      null,
    );
    if (terminal.last === null) terminals.delete(id);
  }
  function add(teller: Teller, id: string): void {
    const terminal = terminals.get(id) ?? { tellers: new Map<string, Teller>(), last: null };
    terminal.tellers.set(teller.key, teller);
    terminal.last = terminal.last ? laterOf(teller, terminal.last) : teller;
    terminals.set(id, terminal);
  }
  const idsOf = (last: LastReading | null): string[] =>
    last ? knownOf(last).terminals.map(({ terminalId }) => terminalId) : [];
  return {
    /** A branch has told something else. The branches in which its terminals were and are. */
    follow(key: string, before: LastReading | null, now: LastReading | null): string[] {
      const ids = [...idsOf(before), ...idsOf(now)];
      const places = placesOf(ids);
      for (const id of idsOf(before)) remove(key, id);
      for (const id of idsOf(now)) add({ key, atMs: now?.atMs ?? 0 }, id);
      return [...places, ...placesOf(ids)];
    },
    isElsewhere: (key: string, terminalId: string): boolean => terminals.get(terminalId)?.last?.key !== key,
  };
}

/** What a row of the board depends on. When a PC was heard of last is looked up for a page. */
const shapeOf = (pc: HeadOfficePc | null | undefined): string =>
  JSON.stringify(pc ? [pc.id, pc.name, pc.branch, pc.isHome, pc.withdrawnAtMs, pc.broken] : null);

function lookUp(pcs: readonly HeadOfficePc[]) {
  const living = pcs.filter(({ withdrawnAtMs }) => withdrawnAtMs === null);
  const byId = new Map(pcs.map((pc) => [pc.id, pc]));
  return {
    byId,
    isHome: (id: string) => byId.get(id)?.isHome === true,
    isGone: (id: string) => typeof byId.get(id)?.withdrawnAtMs === 'number',
    order: new Map(living.map(({ id }, at) => [id, at])),
    living: Map.groupBy(living, ({ branch }) => branch),
  };
}

function createMarks() {
  const stale = { all: true, pcs: new Set<string>(), closes: new Set<string>(), readings: new Set<string>() };
  const marks: BoardMarks = {
    closes: (branchKey) => void (stale.all || stale.closes.add(branchKey)),
    reading: (branchKey) => void (stale.all || stale.readings.add(branchKey)),
    pc: (id) => void (stale.all || stale.pcs.add(id)),
    all: () => void (stale.all = true),
  };
  return { stale, marks };
}

export function createKeptFacts(source: BoardSource) {
  const { stale, marks } = createMarks();
  const known = new Map<string, Known>();
  const terminals = createTerminals();
  /** Branches whose rows are to be made again. */
  const touched = new Set<string>();
  let pcs = lookUp([]);

  function keep(key: string, { days, readings }: Pick<Known, 'days' | 'readings'>): void {
    const before = known.get(key)?.believed ?? null;
    const believed = believedOf(readings, pcs);
    for (const one of [key, ...terminals.follow(key, before, believed)]) touched.add(one);
    if (days.length + readings.length > 0) known.set(key, { days, readings, believed });
    else known.delete(key);
  }
  function readPcs(): void {
    pcs = lookUp(source.pcs());
    // Others may be believed now.
    for (const [key, one] of known) keep(key, one);
  }
  /** Most have told something and are what they were. */
  function readSomePcs(): void {
    const some = [...stale.pcs].map((id) => [id, source.pc(id)] as const);
    if (some.some(([id, pc]) => shapeOf(pc) !== shapeOf(pcs.byId.get(id)))) readPcs();
    else for (const [id, pc] of some) if (pc) pcs.byId.set(id, pc);
    stale.pcs.clear();
  }
  function readBranch(key: string, from: string): void {
    const before = known.get(key) ?? nothing;
    keep(key, {
      days: stale.closes.has(key) ? source.days(key, from) : before.days,
      readings: stale.readings.has(key) ? source.readings(key) : before.readings,
    });
    stale.closes.delete(key);
    stale.readings.delete(key);
  }
  return {
    marks,
    touched,
    /** Reads what is marked, of so many branches at most. True: there is more. */
    read(from: string, most: number): boolean {
      if (stale.all) {
        readPcs();
        for (const key of [...known.keys(), ...source.branches(from)]) {
          stale.closes.add(key);
          stale.readings.add(key);
        }
        stale.all = false;
        stale.pcs.clear();
      }
      if (stale.pcs.size > 0) readSomePcs();
      const some = new Set([...stale.closes, ...stale.readings]);
      for (const key of [...some].slice(0, most)) readBranch(key, from);
      return some.size > most;
    },
    keys: () => known.keys(),
    daysOf: (key: string): readonly KnownDay[] => known.get(key)?.days ?? [],
    isClosed: source.isClosed,
    /** As it is believed, without terminals that are elsewhere now. */
    readingOf(key: string): LastReading | null {
      const believed = known.get(key)?.believed;
      return believed ? leftOf(believed, (terminalId) => terminals.isElsewhere(key, terminalId)) : null;
    },
    /** A PC tells of it, whether or not terminals are left of it. */
    isBelieved: (key: string): boolean => (known.get(key)?.believed ?? null) !== null,
    pcs: () => pcs,
  };
}
export type KeptFacts = ReturnType<typeof createKeptFacts>;
