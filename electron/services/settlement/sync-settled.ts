/**
 * Settled transactions as the gateway has them: nothing missing, nothing twice, also while rows come in. The gateway has
 * pages and a count, and no cursor, so a page read is a set of rows that were listed at that moment. A run keeps the rows it
 * has met; as rows only come in, what it has met is part of the list, and when the list has as many, it is the list. That
 * is looked for with one request at a time: first on the newest pages, then by going through all of it again.
 */
import { sameMoney } from '#shared/money/money.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { SyncEnding } from '#shared/domain/settlement.ts';
import type { ProfileContext } from '../context.ts';
import type { SyncRun } from '../../database/repositories/settled-sync.ts';
import type { SettledSummary } from '../../gateway/gateway.ts';
import { createPageReader, type PageReader, type ReadPage, type Stop } from './page-reader.ts';
import { MOST_PAGES, readPass, saysTheSame } from './read-pass.ts';

/** A row can change without any count showing it (a fee, a batch): after a week everything is read again. */
const ANEW_AFTER_MS = 7 * 86_400_000;
/** The most passes over the list in one call, if rows keep coming faster than they are read. */
const MOST_PASSES = 6;
/** How often one call starts again from the first page at most, if rows vanish while they are read. */
const MOST_BEGINNINGS = 3;

export type Phase = 'reading' | 'checking';
export type SyncOrder = { branchIds: string[]; anew: boolean };
type SyncHooks = {
  signal: AbortSignal;
  onProgress: (progress: { phase: Phase; rows: number; totalRows: number | null }) => void;
};
type Context = Pick<ProfileContext, 'db' | 'gateway' | 'clock'>;
type Finding = { kind: 'whole'; sumsAgree: boolean | null } | { kind: 'outdated' } | null;
type Sums = Pick<ReadPage, 'sums' | 'summary'>;

/** One total over several currencies is no amount. Our own recount has one for each. */
const summaryOf = ({ sums, summary }: Sums): SettledSummary | null =>
  summary && sums.length > 1 ? { ...summary, total: null } : summary;

/** True if the gateway's total is the sum of the rows that were met; null if the two cannot be compared. */
function agreementOf({ sums, summary }: Sums): boolean | null {
  const total = summary?.total ?? null;
  const [ours, ...others] = sums;
  return total === null || !ours || others.length > 0 ? null : sameMoney(ours, total);
}

type Known = {
  /** Rows of the last pass that could not be read. */
  unreadable: number;
  /** It brought nothing new. */
  quiet: boolean;
  /** A page of the one pass that made this run, where the list stood still meanwhile: what was met is what it gave then. */
  stood: ReadPage | null;
  sumsAgree: boolean | null;
};

/** The conclusion that a page allows about all rows met so far; null if there is none yet. */
function findingOf(page: ReadPage, known: Known): Finding {
  const { total, alone, met, fresh } = page;
  if (!alone) return null;
  // A gateway that does not count: nothing new here, after nothing new anywhere.
  if (total === null) return known.quiet && fresh === 0 ? { kind: 'whole', sumsAgree: null } : null;
  const unreadable = Math.max(known.unreadable, page.unreadable);
  if (met + unreadable > total) return { kind: 'outdated' };
  if (met + unreadable < total) return null;
  const sumsAgree = unreadable > 0 ? null : agreementOf(page);
  // As many rows and another total: rows went while others came, or an amount was changed. Or a total of something else.
  if (sumsAgree === false && known.sumsAgree !== false && !(known.stood && saysTheSame(known.stood, page)))
    return { kind: 'outdated' };
  return { kind: 'whole', sumsAgree };
}

/** The newest pages, one after another, up to one without anything new; and the first once more. */
async function checkNewest(
  read: PageReader,
  look: (page: ReadPage) => Finding,
): Promise<Result<Finding, Stop>> {
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await read(number);
    if (!page.ok) return page;
    const finding = look(page.value);
    if (finding) return ok(finding);
    if (page.value.fresh > 0) continue;
    if (number === 1) return ok(null);
    const again = await read(1);
    return again.ok ? ok(look(again.value)) : again;
  }
  return ok(null);
}

type Followed = { finding: Finding; last: ReadPage | null };

/** Follows one run until it is whole, outdated, or has gone through everything too often. */
async function follow(
  { db }: Context,
  run: SyncRun,
  reader: PageReader,
  phase: (phase: Phase) => void,
): Promise<Result<Followed, Stop>> {
  let { unreadable, passed } = run;
  let quiet = passed;
  let stood: ReadPage | null = null;
  let last: ReadPage | null = null;
  const look = (page: ReadPage): Finding => {
    last = page;
    return findingOf(page, { unreadable, quiet, stood, sumsAgree: run.sumsAgree });
  };
  const found = (finding: Finding) => ok<Followed>({ finding, last });

  for (let passes = 0; ; passes += 1) {
    if (passed) {
      phase('checking');
      const checked = await checkNewest(reader, look);
      if (!checked.ok) return checked;
      if (checked.value) return found(checked.value);
    }
    if (passes === MOST_PASSES) return found(null);
    phase('reading');
    const from = passed ? 1 : run.pagesDone + 1;
    const isFirst = !passed && from === 1;
    const pass = await readPass(reader, from, (page) => {
      stood = isFirst && page.fresh === page.met ? page : null;
      return from === 1 && look(page) !== null;
    });
    if (!pass.ok) return pass;
    unreadable = pass.value.unreadable;
    quiet = pass.value.fresh === 0;
    passed = true;
    stood = isFirst && pass.value.stoodStill ? pass.value.last : null;
    await db.call('settlement.passed', { run: run.run, unreadable });
    // The pages before a kill may be old: what came since is on the first ones.
    const finding = from === 1 ? look(pass.value.last) : null;
    if (finding) return found(finding);
    // A list that stands still and gave all it has: it counts rows that it does not give, or gives one twice.
    if (from === 1 && quiet && pass.value.stoodStill) return found(null);
  }
}

/** Brings the rows of these branches (none named: of all) up to the gateway's; errors are the gateway's. */
export async function syncSettled(
  context: Context,
  { branchIds, anew }: SyncOrder,
  { signal, onProgress }: SyncHooks,
): Promise<Result<SyncEnding, GatewayError>> {
  const { db, clock } = context;
  for (let beginnings = 1; ; beginnings += 1) {
    const run = await db.call('settlement.beginSync', {
      branchIds,
      anew: anew || beginnings > 1,
      atMs: clock.nowMs(),
      anewAfterMs: ANEW_AFTER_MS,
    });
    let phase: Phase = 'reading';
    const onPage = ({ met: rows, total: totalRows }: ReadPage) => onProgress({ phase, rows, totalRows });
    onProgress({ phase: run.passed ? 'checking' : 'reading', rows: run.met, totalRows: null });
    const reader = createPageReader(context, { ...run, branchIds, signal, onPage });
    const followed = await follow(context, run, reader, (now) => (phase = now));
    const end = (ending: SyncEnding, sumsAgree: boolean | null = null, last: ReadPage | null = null) =>
      db.call('settlement.endSync', {
        run: run.run,
        branchIds,
        ending,
        summary: last && summaryOf(last),
        sumsAgree,
        readAtMs: clock.nowMs(),
      });
    if (!followed.ok && followed.error.kind === 'error') {
      const { error } = followed.error;
      // The end of the session is not a person's decision: it goes on where it was.
      if (error.code !== 'cancelled') await end('failed');
      else if (signal.reason !== 'closing') await end('cancelled');
      return error.code === 'cancelled' ? ok('cancelled') : err(error);
    }
    const { finding, last } = followed.ok
      ? followed.value
      : { finding: { kind: 'outdated' as const }, last: null };
    const outdated = finding?.kind === 'outdated';
    if (outdated && beginnings < MOST_BEGINNINGS) continue;
    const ending = finding?.kind === 'whole' ? 'whole' : 'moving';
    await end(ending, finding?.kind === 'whole' ? finding.sumsAgree : null, last);
    return ok(ending);
  }
}
