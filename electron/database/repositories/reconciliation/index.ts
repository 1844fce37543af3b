/** Reconciliation, as the window reads it and people act on it. A run itself is made in a thread of its own (run/). */
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import type { Comparison, OutOfDateCause } from '#shared/domain/reconciliation.ts';
import {
  reads,
  readsResults,
  writesJournal,
  writesJournalBesideResults,
  type FilesWithResults as Files,
  type ReadableDb,
} from '../../db.ts';
import type { BankRule } from '#shared/contract/bank-rules.ts';
import { importsOfKind, standingImports } from '../imports/standing.ts';
import { approveWith, type Decides } from '../approvals.ts';
import type { By } from '../closing/records.ts';
import { changedSince, readBasis } from './basis.ts';
import { currentResult, type Current } from './current.ts';
import { decisionsOf, refusalOf, storeDecisions, type Decision, type DecisionRefusal } from './decisions.ts';
import { exceptionPage, exceptionsOf, exceptionSums, type ExceptionQuery, type Today } from './exceptions.ts';
import { createDayOf } from './items.ts';
import {
  accountsOf,
  addRule,
  bankRules,
  changeRule,
  previewRule,
  sumFitting,
  switchRule,
} from './bank-rules.ts';
import { decideLearnt, learntSources, type LearntDecision } from './learnt.ts';
import { lineStandingProcedures } from './line-standing.ts';
import { makeMatches, manualMatch, manualPage, takeMatchBack, type MatchInput } from './manual.ts';
import { exactPairs, storedMatches, type ExactCursor, type StoredQuery } from './matches.ts';
import {
  candidatesOf,
  expectedPage,
  unmatchedPage,
  type ExpectedQuery,
  type UnmatchedQuery,
} from './open-items.ts';
import { filtersOf, summariesOf } from './overview.ts';
import { countOfProposals, proposalPage, type ProposalQuery } from './proposals.ts';
import { firstClosedOn, readSettings, storeSettings } from './settings.ts';

/** Every question is of a moment: ages are of its day. */
type At<T> = T & { nowMs: number };
type Asked = { readonly current: Current; readonly today: Today; readonly settings: ReconciliationSettings };

function todayOf(settings: ReconciliationSettings, nowMs: number): Today {
  return {
    today: createDayOf(settings.timeZone)(nowMs),
    days: businessDaysOf(settings),
    settlementDays: settings.settlementDays,
  };
}

/** Null while there is no result. */
function ask<T>(
  { results, journal }: Pick<Files, 'results' | 'journal'>,
  nowMs: number,
  use: (results: ReadableDb, asked: Asked) => T,
): T | null {
  const settings = readSettings(journal);
  return results.read((db) => {
    const current = currentResult(db);
    return current && use(db, { current, settings, today: todayOf(settings, nowMs) });
  });
}

/** Empty before the first run, too. */
function causesOf(files: Files, current: Current | null, { today }: Today): OutOfDateCause[] {
  if (!current) return [];
  const importIds = (['bank', 'pos'] as const).flatMap((kind) => standingImports(files, kind)).sort();
  return changedSince(current.basis, readBasis(files, { importIds, today }));
}

const importsSeen = (journal: ReadableDb, importIds: readonly string[]) => ({
  books: importsOfKind(journal, importIds, 'pos'),
  bank: importsOfKind(journal, importIds, 'bank'),
});

function overview(files: Files, { nowMs }: { nowMs: number }) {
  const today = todayOf(readSettings(files.journal), nowMs);
  return files.results.read((db) => {
    const current = currentResult(db);
    return {
      result: current && {
        startedAtMs: current.startedAtMs,
        endedAtMs: current.endedAtMs,
        basis: {
          settledReadAtMs: current.basis.settledReadAtMs,
          windowsReadAtMs: current.basis.windowsReadAtMs,
          requestsReadAtMs: current.basis.requestsReadAtMs,
          lastClosedAtMs: current.basis.lastClosedAtMs,
          imports: importsSeen(files.journal, current.basis.importIds),
          today: current.basis.today,
        },
      },
      outOfDate: causesOf(files, current, today),
      comparisons: summariesOf(db, current, today),
      proposals: current ? countOfProposals(db, current) : 0,
      ...filtersOf(db, current),
    };
  });
}

function detail(files: Files, { key, nowMs }: { key: string; nowMs: number }) {
  return ask(files, nowMs, (db, { current, today }) => {
    const [exception] = exceptionsOf(db, [key], current, today);
    if (!exception) return null;
    return {
      exception,
      decisions: decisionsOf(files.journal, key),
      candidates: candidatesOf(db, exception, current, today),
    };
  });
}

type Decided = { kind: 'decided' | 'request-not-open' } | { kind: 'refused'; refusal: DecisionRefusal };
type DecideInput = At<By & { approvedBy: string | null; decides?: Decides | null; decisions: Decision[] }>;

const empty: ReconcileException[] = [];

export const reconciliationProcedures = {
  'reconciliation.overview': readsResults(overview),
  'reconciliation.outOfDate': readsResults((files, { nowMs }: { nowMs: number }) => {
    if (!files.results.isThere()) return [];
    const current = files.results.read((db) => currentResult(db));
    return current ? causesOf(files, current, todayOf(readSettings(files.journal), nowMs)) : [];
  }),
  'reconciliation.exceptions': readsResults(
    (files, { nowMs, ...query }: At<ExceptionQuery & { limit: number }>) =>
      ask(files, nowMs, (db, { current, today }) => exceptionPage(db, query, current, today)),
  ),
  'reconciliation.exceptionSums': readsResults(
    (files, { nowMs, ...query }: At<Pick<ExceptionQuery, 'comparison' | 'filter'>>) =>
      ask(files, nowMs, (db, { current, today }) => exceptionSums(db, query, current, today)),
  ),
  'reconciliation.exception': readsResults(detail),
  'reconciliation.exceptionsOf': readsResults(
    (files, { nowMs, keys }: At<{ keys: string[] }>) =>
      ask(files, nowMs, (db, { current, today }) => exceptionsOf(db, keys, current, today)) ?? empty,
  ),
  'reconciliation.expected': readsResults(
    (files, { nowMs, ...query }: At<ExpectedQuery & { limit: number }>) =>
      ask(files, nowMs, (db, { current }) => expectedPage(db, query, current)),
  ),
  'reconciliation.unmatched': readsResults(
    (files, { nowMs, ...query }: At<UnmatchedQuery & { limit: number }>) =>
      ask(files, nowMs, (db, { current }) => unmatchedPage(db, query, current)),
  ),
  'reconciliation.storedMatches': readsResults(
    (files, { nowMs, ...query }: At<StoredQuery & { limit: number }>) =>
      ask(files, nowMs, (db, { current }) => storedMatches(db, query, current)),
  ),
  'reconciliation.exactPairs': readsResults(
    (
      files,
      {
        nowMs,
        ...input
      }: At<{ comparison: Comparison; text: string; after: ExactCursor | null; limit: number }>,
    ) =>
      ask(files, nowMs, (db, { current, settings }) =>
        exactPairs(files, db, { ...input, timeZone: settings.timeZone }, current),
      ),
  ),
  /** Of imported lines, in their order. */
  'reconciliation.lineStandings': readsResults(lineStandingProcedures.standings),
  'reconciliation.importOutcome': readsResults(lineStandingProcedures.outcome),
  'reconciliation.manualMatches': reads(
    (
      files,
      input: { comparison: Comparison; after: { atMs: number; matchId: string } | null; limit: number },
    ) => manualPage(files, { ...input, timeZone: readSettings(files.journal).timeZone }),
  ),
  'reconciliation.settings': reads(({ journal }, _: null) => readSettings(journal)),
  'reconciliation.firstClosedOn': reads((files, _: null) => firstClosedOn(files)),
  'reconciliation.storeSettings': writesJournal(
    ({ journal }, input: By & { settings: ReconciliationSettings }) => storeSettings(journal, input),
  ),
  'reconciliation.match': writesJournal((files, input: Omit<MatchInput, 'timeZone'>) => {
    const { timeZone } = readSettings(files.journal);
    const refused = makeMatches(files, [{ ...input, timeZone }]);
    if (refused) return { kind: 'refused' as const, refused };
    return { kind: 'matched' as const, match: manualMatch(files, input.matchId, timeZone) };
  }),
  'reconciliation.accept': writesJournal((files, inputs: Omit<MatchInput, 'timeZone'>[]) => {
    const { timeZone } = readSettings(files.journal);
    return makeMatches(
      files,
      inputs.map((input) => ({ ...input, timeZone })),
    );
  }),
  'reconciliation.proposals': readsResults((files, { nowMs, ...query }: At<ProposalQuery>) =>
    ask(files, nowMs, (db, { current }) => proposalPage(db, query, current)),
  ),
  'reconciliation.learnt': readsResults((files, _: null) =>
    files.results.read((db) => learntSources(db, files.journal, currentResult(db))),
  ),
  'reconciliation.setLearnt': writesJournal(({ journal }, input: By & LearntDecision) =>
    decideLearnt(journal, input),
  ),
  'reconciliation.rules': readsResults((files, _: null) => ({
    rules: bankRules(files.journal),
    ...accountsOf(files),
  })),
  'reconciliation.fitting': readsResults((files, _: null) => sumFitting(files)),
  'reconciliation.previewRule': readsResults((files, rule: BankRule) => previewRule(files, rule)),
  'reconciliation.addRule': writesJournal(({ journal }, input: By & { ruleId: string; rule: BankRule }) =>
    addRule(journal, input),
  ),
  'reconciliation.changeRule': writesJournal(({ journal }, input: By & { ruleId: string; rule: BankRule }) =>
    changeRule(journal, input),
  ),
  'reconciliation.switchRule': writesJournal(({ journal }, input: By & { ruleId: string; isOn: boolean }) =>
    switchRule(journal, input),
  ),
  'reconciliation.unmatch': writesJournal(({ journal }, input: By & { matchId: string; reason: string }) =>
    takeMatchBack(journal, input),
  ),
  /** All of them or none: each is looked at again in the transaction that stores it. */
  'reconciliation.decide': writesJournalBesideResults(
    (files, { nowMs, decisions, decides, ...who }: DecideInput): Decided => {
      const keys = decisions.map(({ key }) => key);
      const found =
        ask(files, nowMs, (db, { current, today }) => exceptionsOf(db, keys, current, today)) ?? empty;
      const byKey = new Map(found.map((one) => [one.key, one]));
      for (const decision of decisions) {
        const refusal = refusalOf(decision, byKey.get(decision.key));
        if (refusal) return { kind: 'refused', refusal };
      }
      if (!approveWith(files.journal, decides, { atMs: who.atMs, opId: null }))
        return { kind: 'request-not-open' };
      storeDecisions(files.journal, who, decisions);
      return { kind: 'decided' };
    },
  ),
};
