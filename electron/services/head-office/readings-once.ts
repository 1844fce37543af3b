/** Readings of branches, each branch and each terminal once, whatever PCs told of them. Pure. */
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import type { PublishedReading } from '../../head-office/published.ts';
import type { KnownReading } from '../../head-office/store-shown.ts';

type Told = { readonly readings: readonly KnownReading[]; readonly pcs: readonly HeadOfficePc[] };

const isEmpty = ({ terminalCount, outstandingCount, unknownCount, openDays }: PublishedReading): boolean =>
  terminalCount === 0 && outstandingCount === 0 && unknownCount === 0 && openDays.length === 0;

/** Of each branch its home PC's, else the one that was told last. A withdrawn PC tells nothing any more, nor does an empty reading. */
function oneABranch({ readings, pcs }: Told): KnownReading[] {
  const home = new Set(pcs.flatMap(({ id, isHome }) => (isHome ? [id] : [])));
  const gone = new Set(pcs.flatMap(({ id, withdrawnAtMs }) => (withdrawnAtMs === null ? [] : [id])));
  const ofBranch = Map.groupBy(
    readings.filter(({ pc, reading }) => !gone.has(pc) && !isEmpty(reading)),
    ({ reading }) => reading.branchKey,
  );
  return [...ofBranch.values()].flatMap((some) =>
    some.sort((a, b) => Number(home.has(b.pc)) - Number(home.has(a.pc)) || b.atMs - a.atMs).slice(0, 1),
  );
}

const negated = (totals: readonly Total[]): Total[] =>
  totals.map(({ count, amount }) => ({ count: -count, amount: { ...amount, minor: -amount.minor } }));
/** The list of terminals has an end; the sums are of all, so what is not of this branch is taken off them. */
function without(reading: PublishedReading, isElsewhere: (terminalId: string) => boolean): PublishedReading {
  const moved = reading.terminals.filter(({ terminalId }) => isElsewhere(terminalId));
  if (moved.length === 0) return reading;
  const terminals = reading.terminals.filter(({ terminalId }) => !isElsewhere(terminalId));
  const unknown = reading.unknown.filter(({ terminalId }) => terminalId === null || !isElsewhere(terminalId));
  const beganAtMs = startOfBusinessDate(reading.businessDate, reading);
  const left = (name: 'outstanding' | 'notSummed'): Total[] =>
    addTotals([reading[name], ...moved.map((terminal) => negated(terminal[name]))]).filter(
      ({ count, amount }) => count !== 0 || amount.minor !== 0n,
    );
  const oldest = terminals.flatMap(({ oldestAtMs }) => oldestAtMs ?? []);
  return {
    ...reading,
    terminals,
    unknown,
    terminalCount: reading.terminalCount - moved.length,
    notRead: reading.notRead - moved.filter(({ readAtMs }) => (readAtMs ?? -1) < beganAtMs).length,
    outstandingCount: moved.reduce((count, one) => count - one.outstandingCount, reading.outstandingCount),
    outstanding: left('outstanding'),
    notSummed: left('notSummed'),
    oldestAtMs: oldest.length > 0 ? Math.min(...oldest) : null,
    unknownCount: reading.unknownCount - (reading.unknown.length - unknown.length),
  };
}

/** A terminal that two branches have told of is in the one that told last: it was moved, or its branch has another name now. */
export function onceEach(told: Told): KnownReading[] {
  const readings = oneABranch(told).sort((a, b) => b.atMs - a.atMs);
  const taken = new Set<string>();
  return readings.flatMap((known) => {
    const reading = without(known.reading, (terminalId) => taken.has(terminalId));
    // Its days are of its sales: they went with its last terminal.
    const isLeft = reading !== known.reading && reading.terminalCount === 0;
    for (const { terminalId } of reading.terminals) taken.add(terminalId);
    return isLeft ? [] : [{ ...known, reading }];
  });
}
