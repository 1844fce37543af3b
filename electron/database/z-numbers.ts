/**
 * Which Zs were given, kept beside the journal: a backup that takes its place may not know the last ones, and a number that was
 * printed is never given a second time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { moveAside } from './quarantine.ts';
import { writeDurably } from './sync-file.ts';

const branchSchema = z.object({
  /** Revision of each number from 1 on; 0 for one that was never given on this PC. */
  given: z.array(z.number().int().nonnegative()),
  /** Written before the commit: whether it was given only the journal can tell. */
  giving: z.object({ number: z.number().int().positive(), revision: z.number().int().positive() }).nullable(),
});
const fileSchema = z.object({
  schema: z.literal(1),
  /** A backup has taken the journal's place since: what was being given counts as given. */
  restored: z.boolean(),
  branches: z.record(z.string(), branchSchema),
});
type ZNumbers = z.output<typeof fileSchema>;
type Given = { branchKey: string; number: number; revision: number };

const zNumbersPath = (folder: string) => join(folder, 'z-numbers.json');
const NAME = 'z-numbers.json';

/** A file that cannot be read is kept aside and counts as empty. */
function read(folder: string): ZNumbers {
  const none: ZNumbers = { schema: 1, restored: false, branches: {} };
  if (!existsSync(zNumbersPath(folder))) return none;
  try {
    return fileSchema.parse(JSON.parse(readFileSync(zNumbersPath(folder), 'utf8')));
  } catch {
    moveAside(folder, NAME);
    return none;
  }
}

const write = (folder: string, numbers: ZNumbers) =>
  writeDurably(zNumbersPath(folder), `${JSON.stringify(numbers)}\n`);

const at = (given: readonly number[], number: number) => given[number - 1] ?? 0;

function put(given: readonly number[], { number, revision }: { number: number; revision: number }): number[] {
  const length = Math.max(given.length, number);
  return Array.from({ length }, (_, index) =>
    index === number - 1 ? Math.max(at(given, number), revision) : (given[index] ?? 0),
  );
}

/** The last revision of every number in the journal. */
const inJournal = (journal: Database): Given[] =>
  journal
    .prepare<[], Given>(
      'SELECT branch_key AS branchKey, number, MAX(revision) AS revision FROM z_document GROUP BY branch_key, number',
    )
    .all();

const isThere = (journal: Database, branchKey: string, { number, revision }: Omit<Given, 'branchKey'>) =>
  journal
    .prepare('SELECT 1 FROM z_document WHERE branch_key = ? AND number = ? AND revision = ?')
    .get(branchKey, number, revision) !== undefined;

/** Writes the number durably, in the transaction that gives it: this file names every Z there is. */
export function keepGiving(folder: string, journal: Database, { branchKey, number, revision }: Given): void {
  const numbers = read(folder);
  const { given, giving: last } = numbers.branches[branchKey] ?? { given: [], giving: null };
  const branch = {
    given: last && isThere(journal, branchKey, last) ? put(given, last) : given,
    giving: { number, revision },
  };
  write(folder, { ...numbers, branches: { ...numbers.branches, [branchKey]: branch } });
}

/** Before the backup takes the damaged file's place. */
export const noteRestored = (folder: string): void => {
  if (existsSync(zNumbersPath(folder))) write(folder, { ...read(folder), restored: true });
};

/**
 * At every opening: what the file names and the journal does not have is lost, and noted in the journal, so that the next Z
 * takes a number above it. Then the file says what the journal says.
 */
export function reconcileZNumbers(folder: string, journal: Database): void {
  const before = read(folder);
  const known = new Map<string, number[]>();
  for (const one of inJournal(journal)) known.set(one.branchKey, put(known.get(one.branchKey) ?? [], one));
  const note = journal.prepare(
    `INSERT INTO z_lost (branch_key, number, revision) VALUES (?, ?, ?)
     ON CONFLICT (branch_key, number) DO UPDATE SET revision = MAX(revision, excluded.revision)`,
  );
  const branches: ZNumbers['branches'] = {};
  journal.transaction(() => {
    for (const branchKey of new Set([...known.keys(), ...Object.keys(before.branches)])) {
      const kept = before.branches[branchKey] ?? { given: [], giving: null };
      const told = before.restored && kept.giving ? put(kept.given, kept.giving) : kept.given;
      const here = known.get(branchKey) ?? [];
      told.forEach((revision, index) => {
        if (revision > at(here, index + 1)) note.run(branchKey, index + 1, revision);
      });
      const given = Array.from({ length: Math.max(told.length, here.length) }, (_, index) =>
        Math.max(told[index] ?? 0, here[index] ?? 0),
      );
      branches[branchKey] = { given, giving: null };
    }
  })();
  const after: ZNumbers = { schema: 1, restored: false, branches };
  const same = JSON.stringify(after) === JSON.stringify(before);
  if (!same && Object.keys(branches).length > 0) write(folder, after);
}
