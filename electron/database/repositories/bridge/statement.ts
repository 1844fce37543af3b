/**
 * Lines of imported statements that pay settlement windows and early payouts: what reconciliation matched last, and what people
 * match by hand.
 */
import { z } from 'zod';
import { statementGrounds, type StatementDeposit } from '#shared/contract/bridge.ts';
import type { FilesWithResults, ReadableDb, ReadableFiles } from '../../db.ts';
import { readImportedLine, standingImports } from '../imports/index.ts';
import { placeOfLine } from '../reconciliation/items.ts';
import { findItems } from '../reconciliation/lookup.ts';
import { manualMatches } from '../reconciliation/run/manual.ts';
import { readSettings } from '../reconciliation/settings.ts';

type Match = {
  readonly ground: StatementDeposit['ground'];
  readonly pays: readonly string[];
  readonly lineIds: readonly string[];
};

/**
 * In one statement, since a run may end between two. What has a window's bank reference and another amount is no match, and its
 * deposit all the same. Exported so that a test can read its plan.
 */
export const FOUND_AT_THE_BANK = `SELECT CASE WHEN rule IN ('reference', 'amount-date') THEN rule ELSE 'rule' END AS ground, ours, theirs FROM found_match INDEXED BY found_match_by_rule
    WHERE run = (SELECT run FROM current) AND comparison = 'bank'
  UNION ALL SELECT 'other-amount', '[' || ours || ']', theirs FROM exception INDEXED BY exception_by_date
    WHERE run = (SELECT run FROM current) AND comparison = 'bank' AND ours IS NOT NULL
      AND type IN ('amount-over', 'amount-under', 'deposit-returned', 'chargeback')`;
const idsSchema = z
  .string()
  .transform((text) => z.array(z.object({ itemId: z.string() })).parse(JSON.parse(text)))
  .transform((items) => items.map(({ itemId }) => itemId));
const foundSchema = z
  .object({ ground: z.enum(statementGrounds), ours: idsSchema, theirs: idsSchema })
  .transform(({ ground, ours, theirs }): Match => ({ ground, pays: ours, lineIds: theirs }));

const found = ({ results }: FilesWithResults): Match[] =>
  results.isThere()
    ? results.read((db) =>
        db
          .prepare(FOUND_AT_THE_BANK)
          .all()
          .map((row) => foundSchema.parse(row)),
      )
    : [];

/** As in a run: one holds while all its members are there with the amounts they had. */
function byHand(files: ReadableFiles): Match[] {
  const matches = manualMatches(files.journal, 'bank');
  if (matches.length === 0) return [];
  const { timeZone } = readSettings(files.journal);
  const idsOf = (side: 'ours' | 'theirs', of = matches) =>
    of.flatMap(({ members }) => members.filter((one) => one.side === side).map(({ itemId }) => itemId));
  const known = {
    ours: findItems(files, 'bank', 'ours', idsOf('ours'), timeZone),
    theirs: findItems(files, 'bank', 'theirs', idsOf('theirs'), timeZone),
  };
  return matches
    .filter(({ members }) =>
      members.every(({ side, itemId, minor }) => known[side].get(itemId)?.amount.minor === minor),
    )
    .map((match) => ({
      ground: 'by-hand',
      pays: idsOf('ours', [match]),
      lineIds: idsOf('theirs', [match]),
    }));
}

const fileSchema = z.object({ import_id: z.string(), file_name: z.string(), source_name: z.string() });
const importedFiles = (journal: ReadableDb) =>
  new Map(
    journal
      .prepare(
        `SELECT f.import_id, f.file_name, s.name AS source_name
         FROM import_file AS f JOIN import_source AS s USING (source_id) WHERE f.kind = 'bank'`,
      )
      .all()
      .map((row) => fileSchema.parse(row))
      .map((file) => [file.import_id, file] as const),
  );

/** Oldest first. A line is of one match; what is of an import that was withdrawn, or is not whole here, is not among them. */
export function statementDeposits(files: FilesWithResults): StatementDeposit[] {
  const manual = byHand(files);
  // What people matched since the run is not where the run left it.
  const paid = new Set(manual.flatMap(({ pays }) => pays));
  const lines = new Set(manual.flatMap(({ lineIds }) => lineIds));
  const left = found(files).filter(
    (match) => !match.pays.some((id) => paid.has(id)) && !match.lineIds.some((id) => lines.has(id)),
  );
  const matches = [...manual, ...left].filter(({ pays }) => pays.length > 0);
  if (matches.length === 0) return [];
  const standing = new Set(standingImports(files, 'bank'));
  const imported = importedFiles(files.journal);
  const get = files.imports
    .prepare('SELECT * FROM imported_line WHERE import_id = ? AND line_no = ?')
    .safeIntegers();
  return matches
    .flatMap(({ ground, pays, lineIds }) =>
      lineIds.flatMap((lineId): StatementDeposit[] => {
        const { importId, lineNo } = placeOfLine(lineId);
        const row = standing.has(importId) ? get.get(importId, lineNo) : undefined;
        const file = imported.get(importId);
        if (row === undefined || !file) return [];
        const { kind: _kind, ...line } = readImportedLine(row);
        const { file_name: fileName, source_name: sourceName } = file;
        return [{ ...line, lineId, ground, pays: [...pays], fileName, sourceName }];
      }),
    )
    .sort((a, b) =>
      a.bookedOn < b.bookedOn ? -1 : a.bookedOn > b.bookedOn ? 1 : a.lineId < b.lineId ? -1 : 1,
    );
}
