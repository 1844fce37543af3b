/** Messages between the statement reader and its worker. */
import type {
  ImportInspection,
  ImportMapping,
  ImportPreview,
  ImportPreviewRow,
  ImportReading,
} from '#shared/contract/import-file.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ImportFormat, ImportKind } from '#shared/domain/statement.ts';
import type { StageFilter } from './stage.ts';

/** The facts of the file alone. The service adds its source, and if that source is known. */
export type FileInspection = Pick<ImportInspection, 'sha256' | 'size' | 'format' | 'table' | 'statements'> & {
  /** Names of the columns; null in a bank format. */
  readonly headers: string[] | null;
};

export type PreviewInput = {
  readonly kind: ImportKind;
  readonly reading: ImportReading | null;
  readonly mapping: ImportMapping | null;
  /** Not null: rows with these numbers were left out then, and are again (a file whose lines went missing). */
  readonly knownRows: string | null;
};
export type FilePreview = Pick<
  ImportPreview,
  | 'counts'
  | 'totals'
  | 'span'
  | 'dateOrder'
  | 'decimals'
  | 'balances'
  | 'ownTotalAgrees'
  | 'warnings'
  | 'problems'
  | 'skippedBy'
  | 'accounts'
> & {
  readonly format: ImportFormat;
  readonly sha256: string;
  readonly headers: string[] | null;
  /** One hash over all good lines, in order. */
  readonly linesSha256: string;
  /** Rows that were imported before, as ranges: '3 7-9'. */
  readonly known: string;
  /** With `knownRows`: good lines that another import brought in since. */
  readonly broughtSince: number;
};

export type ReaderRequest =
  | { id: number; kind: 'inspect'; reading: ImportReading }
  | { id: number; kind: 'preview'; input: PreviewInput }
  | { id: number; kind: 'page'; filter: StageFilter; after: number; limit: number }
  /** Good lines for storing: JSON texts, one a line. */
  | { id: number; kind: 'lines'; after: number; limit: number }
  /** The answer to `keys`: which of them are known. */
  | { id: number; kind: 'known'; known: boolean[] };

export type PreviewPage = { rows: ImportPreviewRow[]; next: number | null };
export type LinesPage = { text: string; count: number; next: number | null };
export type ReaderAnswer = FileInspection | FilePreview | PreviewPage | LinesPage;

export type ReaderMessage =
  | { kind: 'answer'; id: number; value: ReaderAnswer }
  | { kind: 'failure'; id: number; error: AppError | null; message: string }
  | { kind: 'progress'; rows: number }
  /** Which of these line keys were imported before? */
  | { kind: 'keys'; id: number; keys: string[] };

export type ReaderData = { readonly path: string; readonly stagePath: string; readonly thisYear: number };
