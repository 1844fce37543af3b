/** Reports and lists as files. The host renders paper; everything else is here. */
import { createHash } from 'node:crypto';
import type { Paper, Saved, SaveInput } from '#shared/contract/reports.ts';
import { inputError, storageError, type AppError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { isTimeZone } from '#shared/time/business-date.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { problemOfDocument } from './check-document.ts';
import { csvOf } from './csv.ts';
import { safeFileName } from './file-name.ts';
import { saveFile, tryFolder } from './save-file.ts';
import { xlsxOf } from './xlsx.ts';

/** Renders a document that was checked; never runs or loads anything of it. */
export type PrintToPdf = (html: string, paper: Paper) => Promise<Result<Uint8Array, StorageError>>;

export type ReportNeeds = {
  /** Where nobody chose another. */
  defaultFolder: string;
  folder: { get(): string | null; set(folder: string | null): void };
  byteOrderMark: () => boolean;
  printToPdf: PrintToPdf;
  /** Null where this host has no file window. */
  showInFolder: ((path: string) => void) | null;
};
/** Adds an entry to the open profile's record. */
export type RecordSaved = (entry: NewEntry) => Promise<unknown>;
export type ReportService = ReturnType<typeof createReportService>;

/** What is written, and how many rows it has; null for a document. */
type Content = { bytes: Uint8Array; rows: number | null };

const utf8 = (text: string) => new TextEncoder().encode(text);
const rowsOf = (sheets: readonly { rows: readonly unknown[] }[]) =>
  sheets.reduce((sum, { rows }) => sum + rows.length, 0);

export function createReportService(needs: ReportNeeds) {
  const { defaultFolder, folder, byteOrderMark, printToPdf, showInFolder } = needs;
  /** Paths that were saved since the start: the only ones that are shown. */
  const saved = new Set<string>();
  const folderNow = () => folder.get() ?? defaultFolder;
  const folderView = () => ({ folder: folderNow(), chosen: folder.get() !== null });

  async function contentOf(input: SaveInput): Promise<Result<Content, AppError>> {
    switch (input.format) {
      case 'pdf': {
        const problem = problemOfDocument(input.html);
        if (problem !== null) return err(inputError('invalid', { where: `reports.save html ${problem}` }));
        const pdf = await printToPdf(input.html, input.paper);
        return pdf.ok ? ok({ bytes: pdf.value, rows: null }) : pdf;
      }
      case 'csv':
      case 'xlsx': {
        const { sheets } = input;
        const unknown = sheets.find(({ timeZone }) => !isTimeZone(timeZone));
        if (unknown)
          return err(inputError('invalid', { where: `reports.save timeZone ${unknown.timeZone}` }));
        const bytes =
          input.format === 'csv'
            ? utf8(csvOf(sheets, { byteOrderMark: byteOrderMark() }))
            : await xlsxOf(sheets);
        return ok({ bytes, rows: rowsOf(sheets) });
      }
      case 'json':
        return ok({ bytes: utf8(input.text.toWellFormed()), rows: null });
    }
  }

  return {
    async save(input: SaveInput, record: RecordSaved): Promise<Result<Saved, AppError>> {
      const name = safeFileName(input.fileName);
      const content = await contentOf(input);
      if (!content.ok) return content;
      const { bytes, rows } = content.value;
      const file = await saveFile(folderNow(), name, input.format, bytes);
      if (!file.ok) return file;
      saved.add(file.value);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const params = { format: input.format, rows, bytes: bytes.length, sha256 };
      await record({ action: 'report.saved', target: file.value, params, outcome: 'ok' });
      return ok({ path: file.value, bytes: bytes.length, sha256, canShow: showInFolder !== null });
    },

    async show({ path }: { path: string }): Promise<Result<Record<string, never>, AppError>> {
      if (showInFolder === null || !saved.has(path))
        return err(inputError('invalid', { where: 'reports.show path' }));
      showInFolder(path);
      return ok({});
    },

    folder: async () => ok(folderView()),

    async setFolder({ folder: wanted }: { folder: string | null }) {
      const path = wanted?.trim() ?? null;
      if (path === '') return err(storageError('export-folder-invalid', { folder: '' }));
      const tried = path === null ? ok(null) : await tryFolder(path);
      if (!tried.ok) return tried;
      folder.set(path);
      return ok(folderView());
    },
  };
}
