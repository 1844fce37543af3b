/** Messages between the core and a worker that writes one file. */
import type { ExportInput } from '#shared/contract/exports.ts';
import type { Sheet } from '#shared/contract/reports.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Origin } from './list-head.ts';
import type { Written } from './save-file.ts';
import type { TableFile, TableFormat } from './tables.ts';

/** A list may become a Parquet file, too: one table without a head. */
export type ListFile = Omit<TableFile, 'format'> & { readonly format: TableFormat | 'parquet' };

export type ExportJob =
  | { readonly kind: 'sheets'; readonly file: TableFile; readonly sheets: readonly Sheet[] }
  | {
      readonly kind: 'list';
      /** Null: a document for paper, which only the host can make. */
      readonly file: ListFile | null;
      readonly mostOnPaper: number;
      /** The folder of the profile. */
      readonly dataFolder: string;
      readonly input: ExportInput;
      readonly origin: Origin;
    };
export type ExportMessage =
  | { kind: 'progress'; rows: number; totalRows: number }
  | { kind: 'written'; rows: number; written: Written }
  | { kind: 'document'; rows: number; html: string }
  | { kind: 'failed'; error: AppError }
  | { kind: 'cancelled' };
/** The one message to a worker. */
export const STOP = 'stop';
