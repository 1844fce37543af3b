/** What is done when SQLite says, in the middle of the work, that a file is damaged. */
import type { Database } from 'better-sqlite3';
import { textOf } from '#shared/errors/text-of.ts';
import type { MoneyGate } from './money-gate.ts';
import { codeOf } from './open-error.ts';
import type { OpenedFiles } from './open-profile-files.ts';
import type { Notice } from './protocol.ts';
import { assertIntegrity } from './verify-journal.ts';

function problemOf(db: Database): string | null {
  try {
    assertIntegrity(db);
    return null;
  } catch (error) {
    return textOf(error);
  }
}

/**
 * The journal is only read here and never mended: damaged, it stops money until the next opening restores it. Imports are
 * replaced when they are bad; the cache is rebuilt when it is bad, or when the others are proven good, so that it can only have
 * been the cache.
 */
export function handleDamage(opened: OpenedFiles, gate: MoneyGate, tell: (notice: Notice) => void): void {
  const journalProblem = problemOf(opened.files.journal);
  if (journalProblem !== null) {
    gate.damaged = true;
    tell({ event: 'journal-damaged', message: journalProblem });
  }
  const importsProblem = problemOf(opened.files.imports);
  if (importsProblem !== null) {
    try {
      tell({ event: 'imports-rebuilt', quarantinedTo: opened.rebuildImports() });
    } catch (error) {
      tell({ event: 'imports-not-rebuilt', code: codeOf(error), message: textOf(error) });
    }
  }
  if ((journalProblem ?? importsProblem) !== null && problemOf(opened.files.cache) === null) return;
  try {
    tell({ event: 'cache-rebuilt', quarantinedTo: opened.rebuildCache() });
  } catch (error) {
    tell({ event: 'cache-not-rebuilt', code: codeOf(error), message: textOf(error) });
  }
}
