/** What people do with imports; each act with its entry of the audit record, in one transaction. */
import type { ImportMapping } from '#shared/contract/import-file.ts';
import type { ImportFormat, ImportKind } from '#shared/domain/statement.ts';
import { writesJournal, type WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';
import {
  findSource,
  getHead,
  stateOfSource,
  type SourceRef,
  type StoredReading,
  type StoredTotal,
} from './heads.ts';

type NewHead = By & {
  readonly importId: string;
  readonly kind: ImportKind;
  /** As it was when the preview was made: `state` says whether anything came in between. */
  readonly source: { readonly ref: SourceRef; readonly newId: string; readonly state: string };
  readonly fileName: string;
  readonly sha256: string;
  readonly format: ImportFormat;
  readonly reading: StoredReading | null;
  readonly mapping: ImportMapping | null;
  readonly headers: string[] | null;
  readonly lines: number;
  readonly linesSha256: string;
  readonly notStored: string;
  readonly leftOut: number;
  readonly skipped: number;
  readonly totals: readonly StoredTotal[];
  readonly accounts: string[];
  readonly span: { readonly from: string; readonly to: string } | null;
};

function sourceFor(journal: WritableDb, { kind, source, by, atMs }: NewHead): string | null {
  const found = findSource(journal, kind, source.ref);
  if (stateOfSource(journal, found?.sourceId ?? null) !== source.state) return null;
  if (found) return found.sourceId;
  if (!('name' in source.ref)) return null;
  journal
    .prepare('INSERT INTO import_source (source_id, kind, name, by, at_ms) VALUES (?, ?, ?, ?, ?)')
    .run(source.newId, kind, source.ref.name, by, atMs);
  return source.newId;
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** False if another import of the source, or a withdrawal, came since the preview. */
function store(journal: WritableDb, head: NewHead): boolean {
  const sourceId = sourceFor(journal, head);
  if (sourceId === null) return false;
  journal
    .prepare(
      `INSERT INTO import_file (import_id, kind, source_id, file_name, sha256, format, reading, mapping, headers, lines,
         lines_sha256, not_stored, left_out, skipped, totals, accounts, first_on, last_on, by, at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      head.importId,
      head.kind,
      sourceId,
      head.fileName,
      head.sha256,
      head.format,
      json(head.reading),
      json(head.mapping),
      json(head.headers),
      head.lines,
      head.linesSha256,
      head.notStored,
      head.leftOut,
      head.skipped,
      JSON.stringify(head.totals),
      JSON.stringify(head.accounts),
      head.span?.from ?? null,
      head.span?.to ?? null,
      head.by,
      head.atMs,
    );
  const { kind, fileName, sha256, format, lines, linesSha256, leftOut, skipped } = head;
  const params = {
    kind,
    sourceId,
    fileName,
    sha256,
    format,
    lines,
    linesSha256,
    leftOut,
    skipped,
    refilled: false,
  };
  recordAct(journal, head, 'import.confirmed', head.importId, params);
  return true;
}

type Refilled = By & { importId: string; sha256: string; lines: number; state: string };

function refilled(journal: WritableDb, input: Refilled): boolean {
  const { importId, sha256, lines, state } = input;
  const head = getHead(journal, importId);
  if (!head || head.reason !== null || stateOfSource(journal, head.source_id) !== state) return false;
  recordAct(journal, input, 'import.confirmed', importId, { sha256, lines, refilled: true });
  return true;
}

/** False if the import is withdrawn already; null if there is none. */
function withdraw(journal: WritableDb, input: By & { importId: string; reason: string }): boolean | null {
  const { importId, reason, by, atMs } = input;
  const head = getHead(journal, importId);
  if (!head) return null;
  if (head.reason !== null) return false;
  journal
    .prepare('INSERT INTO import_withdrawn (import_id, reason, by, at_ms) VALUES (?, ?, ?, ?)')
    .run(importId, reason, by, atMs);
  recordAct(journal, input, 'import.withdrawn', importId, { reason, lines: head.lines });
  return true;
}

export const importActProcedures = {
  'imports.storeHead': writesJournal(({ journal }, head: NewHead) => store(journal, head)),
  /** Brings back the lines of an earlier import, whose head was never gone. Answers false as for a new import. */
  'imports.refilled': writesJournal(({ journal }, input: Refilled) => refilled(journal, input)),
  'imports.withdraw': writesJournal(({ journal }, input: By & { importId: string; reason: string }) =>
    withdraw(journal, input),
  ),
};
