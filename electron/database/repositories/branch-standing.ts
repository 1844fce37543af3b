/** How each branch stands, for the other PCs of a chain: what is outstanding, what is not known, which days are open. */
import { addTotals } from '#shared/domain/kinds/index.ts';
import { unknownStates } from '#shared/domain/operation.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import type { ReadableFiles } from '../db.ts';
import { branchesOf, branchView, type BranchTerminals } from './closing/branches.ts';
import { openOperations } from './closing/facts.ts';
import type { SeenRow } from './closing/rows.ts';
import type { StoredTerminal } from './terminals.ts';

type StandingInput = { nowMs: number; strays: readonly SeenRow[] };
type BranchStanding = ReturnType<typeof standingOf>;

const isNotKnown = (state: string) => (unknownStates as readonly string[]).includes(state);
const isForeign = ({ lastError }: StoredTerminal) => lastError?.error.code === 'foreign-terminal';

/** Whatever changes as time goes by is left out: the same facts at another moment are the same. */
function standingOf(files: ReadableFiles, branch: BranchTerminals, { nowMs, strays }: StandingInput) {
  const view = branchView(files, branch, nowMs, strays);
  const { branchKey, branchName, businessDate, settings, openDays } = view;
  const { timeZone, cutOff } = settings;
  const beganAtMs = startOfBusinessDate(businessDate, settings);
  const terminals = branch.terminals.filter((terminal) => !isForeign(terminal));
  const oldest = terminals.flatMap(({ oldestFirstSeenAtMs }) => oldestFirstSeenAtMs ?? []);
  const unknown = terminals
    .flatMap(({ terminalId }) => openOperations(files.journal, terminalId))
    .filter(({ state }) => isNotKnown(state));
  return {
    branchKey,
    branchName,
    businessDate,
    timeZone,
    cutOff,
    terminalCount: terminals.length,
    notRead: terminals.filter(({ lastReadAtMs }) => (lastReadAtMs ?? -1) < beganAtMs).length,
    outstandingCount: terminals.reduce((sum, { outstandingCount }) => sum + outstandingCount, 0),
    outstanding: addTotals(terminals.map(({ outstanding }) => outstanding)),
    notSummed: addTotals(terminals.map(({ notSummed }) => notSummed)),
    oldestAtMs: oldest.length > 0 ? Math.min(...oldest) : null,
    unknownCount: unknown.length,
    terminals: terminals.map((terminal) => ({
      terminalId: terminal.terminalId,
      label: terminal.label,
      outstandingCount: terminal.outstandingCount,
      outstanding: terminal.outstanding,
      notSummed: terminal.notSummed,
      oldestAtMs: terminal.oldestFirstSeenAtMs,
      readAtMs: terminal.lastReadAtMs,
    })),
    unknown: unknown.map(({ opId, kind, terminalId, createdAtMs }) => ({
      opId,
      kind,
      terminalId,
      atMs: createdAtMs,
    })),
    openDays: openDays.map(({ businessDate: date, why, count }) => ({ businessDate: date, why, count })),
  };
}

export const standingsOf = (files: ReadableFiles, input: StandingInput): BranchStanding[] =>
  branchesOf(files).map((branch) => standingOf(files, branch, input));
