/** The facts that the three comparisons of a run share. */
import { type Database } from 'better-sqlite3';
import type { ReadableDb } from '../../../db.ts';
import { undoneIds } from '../../kinds/undone.ts';
import { reversedHere } from '../../journal/index.ts';
import { createDayOf } from '../items.ts';
import { parseSettings } from '../settings.ts';
import { closingsToCompare, keepClosings, sumsOfClosed } from './closed.ts';
import { usualFees } from './fees.ts';
import { standingImports, type Standing } from './lines.ts';

const noLines: Standing = { importIds: [], covered: [] };

export type RunFacts = ReturnType<typeof gatherFacts>;

/** Everything that the three comparisons share, read once. */
export function gatherFacts(source: Database, hasImports: boolean, startedAtMs: number) {
  const readable = source as unknown as ReadableDb;
  const settings = parseSettings(
    source.prepare('SELECT value FROM journal.reconciliation_settings').pluck().get() as string | undefined,
  );
  const dayOf = createDayOf(settings.timeZone);
  const closings = closingsToCompare(source);
  const reversed = reversedHere(readable);
  keepClosings(source, closings);
  const { sums, held } = sumsOfClosed(source);
  const undone = undoneIds(readable);
  return {
    source,
    readable,
    settings,
    dayOf,
    today: dayOf(startedAtMs),
    lines: {
      bank: hasImports ? standingImports(source, 'bank') : noLines,
      books: hasImports ? standingImports(source, 'pos') : noLines,
    },
    closings,
    closed: sums,
    held,
    fees: usualFees(source, settings.feeTolerance),
    isReversedHere: (rowId: string) => reversed.has(rowId) || undone.has(rowId),
  };
}
