import type { Paper } from '#shared/contract/reports.ts';
import type { StorageError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';

/** Renders a document that was checked; never runs or loads anything of it. */
export type PrintToPdf = (html: string, paper: Paper) => Promise<Result<Uint8Array, StorageError>>;
