/** Heads of imports in the journal: what makes lines count, and what is kept of each file. */
import { z } from 'zod';
import {
  mappingSchema,
  readingParts,
  readingSchema,
  type ImportSource,
  type ImportView,
} from '#shared/contract/import-file.ts';
import { importFormats, importKinds, type ImportKind } from '#shared/domain/statement.ts';
import { reads, type ReadableDb, type ReadableFiles } from '../../db.ts';
import { heldImports } from './standing.ts';

const number = z.bigint().transform(Number);
const totalsSchema = z.array(
  z.object({ currency: z.string(), count: z.number(), credit: z.string(), debit: z.string() }),
);
export type StoredTotal = z.output<typeof totalsSchema>[number];
const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)));

/** Keeps the parts that a person chose or looked at. The certain parts are recognised anew. */
const storedReadingSchema = readingSchema.extend({ chosen: z.array(z.enum(readingParts)).default([]) });
export type StoredReading = z.output<typeof storedReadingSchema>;

const headSchema = z.object({
  import_id: z.string(),
  kind: z.enum(importKinds),
  source_id: z.string(),
  source_name: z.string(),
  file_name: z.string(),
  sha256: z.string(),
  format: z.enum(importFormats),
  reading: json(storedReadingSchema).nullable(),
  mapping: json(mappingSchema).nullable(),
  headers: json(z.array(z.string())).nullable(),
  lines: number,
  lines_sha256: z.string(),
  not_stored: z.string(),
  left_out: number,
  skipped: number,
  totals: json(totalsSchema),
  accounts: json(z.array(z.string())),
  first_on: z.string().nullable(),
  last_on: z.string().nullable(),
  by: z.string(),
  at_ms: number,
  reason: z.string().nullable(),
  withdrawn_by: z.string().nullable(),
  withdrawn_at_ms: number.nullable(),
});
export type Head = z.output<typeof headSchema>;

const HEADS = `SELECT f.*, s.name AS source_name, w.reason, w.by AS withdrawn_by, w.at_ms AS withdrawn_at_ms
  FROM import_file AS f JOIN import_source AS s ON s.source_id = f.source_id
  LEFT JOIN import_withdrawn AS w ON w.import_id = f.import_id`;

function headsWhere(journal: ReadableDb, rest: string, ...args: unknown[]): Head[] {
  return journal
    .prepare(`${HEADS} ${rest}`)
    .safeIntegers()
    .all(...args)
    .map((row) => headSchema.parse(row));
}
export const getHead = (journal: ReadableDb, importId: string): Head | null =>
  headsWhere(journal, 'WHERE f.import_id = ?', importId)[0] ?? null;

function viewOf(head: Head, held: ReadonlySet<string>): ImportView {
  const { reason, withdrawn_by, withdrawn_at_ms, first_on, last_on } = head;
  const withdrawn =
    reason === null || withdrawn_by === null || withdrawn_at_ms === null
      ? null
      : { by: withdrawn_by, atMs: withdrawn_at_ms, reason };
  return {
    importId: head.import_id,
    kind: head.kind,
    source: { sourceId: head.source_id, name: head.source_name, kind: head.kind },
    fileName: head.file_name,
    sha256: head.sha256,
    format: head.format,
    lines: head.lines,
    leftOut: head.left_out,
    skipped: head.skipped,
    totals: head.totals.map(({ currency, count, ...sums }) => {
      const [credit, debit] = [BigInt(sums.credit), BigInt(sums.debit)];
      return {
        currency,
        count,
        credit: { minor: credit, currency },
        debit: { minor: debit, currency },
        net: { minor: credit + debit, currency },
      };
    }),
    span: first_on === null || last_on === null ? null : { from: first_on, to: last_on },
    accounts: head.accounts,
    status: withdrawn ? 'withdrawn' : held.has(head.import_id) ? 'whole' : 'lines-missing',
    by: head.by,
    atMs: head.at_ms,
    withdrawn,
  };
}

/** Below this one in the order of the list: newest first. */
type ImportPlace = { readonly atMs: number; readonly importId: string };

/** The SQL of one keyset page; exported so that a test can read its plan. */
function importsBeforeSql(
  kind: ImportKind | null,
  before: ImportPlace | null,
): { rest: string; args: unknown[] } {
  const parts: string[] = [];
  const args: unknown[] = [];
  if (kind !== null) {
    parts.push('f.kind = ?');
    args.push(kind);
  }
  if (before) {
    parts.push('(f.at_ms, f.import_id) < (?, ?)');
    args.push(before.atMs, before.importId);
  }
  const where = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  return { rest: `${where} ORDER BY f.at_ms DESC, f.import_id DESC LIMIT ?`, args };
}
export const importsPageSql = (kind: ImportKind | null, before: ImportPlace | null) => {
  const { rest, args } = importsBeforeSql(kind, before);
  return { sql: `${HEADS} ${rest}`, args };
};

const sourceSchema = z
  .object({ source_id: z.string(), name: z.string(), kind: z.enum(importKinds) })
  .transform((row): ImportSource => ({ sourceId: row.source_id, name: row.name, kind: row.kind }));

const sourcesWhere = (journal: ReadableDb, rest: string, ...args: unknown[]): ImportSource[] =>
  journal
    .prepare(`SELECT source_id, name, kind FROM import_source ${rest}`)
    .all(...args)
    .map((row) => sourceSchema.parse(row));

export type SourceRef = { sourceId: string } | { name: string };
export const findSource = (journal: ReadableDb, kind: ImportKind, ref: SourceRef): ImportSource | null =>
  ('sourceId' in ref
    ? sourcesWhere(journal, 'WHERE source_id = ? AND kind = ?', ref.sourceId, kind)[0]
    : sourcesWhere(journal, 'WHERE kind = ? AND name = ?', kind, ref.name)[0]) ?? null;

/** Changes with every import of the source and every withdrawal: a preview that was made before is not true any more. */
export function stateOfSource(journal: ReadableDb, sourceId: string | null): string {
  const row = journal
    .prepare<{ state: string }>(
      `SELECT COUNT(*) || '-' || COUNT(w.import_id) AS state FROM import_file AS f
       LEFT JOIN import_withdrawn AS w ON w.import_id = f.import_id WHERE f.source_id = ?`,
    )
    .get(sourceId ?? '');
  return row?.state ?? '';
}

/** The newest import of each source that was not withdrawn: it remembers what the columns are. */
const newestOfSources = (journal: ReadableDb): Head[] =>
  headsWhere(
    journal,
    `WHERE w.import_id IS NULL AND NOT EXISTS (SELECT 1 FROM import_file AS later WHERE later.source_id = f.source_id
       AND (later.at_ms, later.import_id) > (f.at_ms, f.import_id)
       AND NOT EXISTS (SELECT 1 FROM import_withdrawn AS x WHERE x.import_id = later.import_id))
     ORDER BY f.at_ms DESC, f.import_id DESC`,
  );

/** Heads of this very file that count, newest first. */
const withSha256 = (journal: ReadableDb, sha256: string): Head[] =>
  headsWhere(
    journal,
    'WHERE f.sha256 = ? AND w.import_id IS NULL ORDER BY f.at_ms DESC, f.import_id DESC',
    sha256,
  );

function get({ journal, imports }: ReadableFiles, importId: string): ImportView | null {
  const head = getHead(journal, importId);
  return head && viewOf(head, heldImports(imports));
}

export const headProcedures = {
  'imports.get': reads(get),
  'imports.page': reads(
    (
      { journal, imports },
      { kind, before, limit }: { kind: ImportKind | null; before: ImportPlace | null; limit: number },
    ): ImportView[] => {
      const held = heldImports(imports);
      const { rest, args } = importsBeforeSql(kind, before);
      return headsWhere(journal, rest, ...args, limit).map((head) => viewOf(head, held));
    },
  ),
  'imports.sources': reads(({ journal }, _args: null) => sourcesWhere(journal, 'ORDER BY kind, name')),
  'imports.findSource': reads(({ journal }, { kind, ref }: { kind: ImportKind; ref: SourceRef }) => {
    const source = findSource(journal, kind, ref);
    return { source, state: stateOfSource(journal, source?.sourceId ?? null) };
  }),
  'imports.newestOfSources': reads(({ journal }, _args: null) => newestOfSources(journal)),
  'imports.sameFile': reads(({ journal, imports }, sha256: string): ImportView | null => {
    const [head] = withSha256(journal, sha256);
    return head ? viewOf(head, heldImports(imports)) : null;
  }),
  /** Imports of this very file by this source whose lines are not here any more. */
  'imports.toRefill': reads(
    ({ journal, imports }, { sha256, sourceId }: { sha256: string; sourceId: string }): Head[] => {
      const held = heldImports(imports);
      return withSha256(journal, sha256).filter(
        (head) => head.source_id === sourceId && !held.has(head.import_id),
      );
    },
  ),
};
