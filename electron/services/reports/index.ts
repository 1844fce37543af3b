/** Reports and lists as files. The host renders paper; everything else is here. */
import type { Saved, SaveInput } from '#shared/contract/reports.ts';
import { inputError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { isTimeZone } from '#shared/time/business-date.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { problemOfDocument } from './check-document.ts';
import { createExports } from './exports.ts';
import { safeFileName } from './file-name.ts';
import type { PrintToPdf } from './print-port.ts';
import { runExport } from './run-export.ts';
import { tryFolder, writeFileWhole, type Written } from './save-file.ts';

export { restore } from './neutralise.ts';
export { writeXlsx } from './xlsx.ts';
export type { PrintToPdf } from './print-port.ts';

export type ReportNeeds = {
  /** The folder, unless somebody chose another. */
  defaultFolder: string;
  folder: {
    get(): string | null;
    set(folder: string | null): void;
    /** The organisation has set it. */
    refusal?(): AppError | null;
  };
  byteOrderMark: () => boolean;
  printToPdf: PrintToPdf;
  /** Tables are written by a worker; null: this host writes none. */
  exportWorkerUrl: URL | null;
  /** Null on a host that has no file window. */
  showInFolder: ((path: string) => void) | null;
};
type TablesInput = Extract<SaveInput, { format: 'csv' | 'xlsx' }>;
/** Adds an entry to the open profile's record. */
type RecordSaved = (entry: NewEntry) => Promise<unknown>;
export type ReportService = ReturnType<typeof createReportService>;

/** The file, and how many rows it has; null for a document. */
type Filed = Written & { rows: number | null };

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Writes one report into the folder that holds now. */
function createSaving(needs: ReportNeeds, folderNow: () => string) {
  const { byteOrderMark, printToPdf, exportWorkerUrl } = needs;

  async function saveBytes(
    name: string,
    ending: string,
    bytes: Uint8Array,
  ): Promise<Result<Filed, AppError>> {
    const file = await writeFileWhole({ folder: folderNow(), name, ending }, (write) => write(bytes));
    return file.ok ? ok({ ...file.value, rows: null }) : file;
  }

  async function saveTables({ format, ...input }: TablesInput): Promise<Result<Filed, AppError>> {
    const { sheets } = input;
    const unknown = sheets.find(({ timeZone }) => !isTimeZone(timeZone));
    if (unknown) return err(inputError('invalid', { where: `reports.save timeZone ${unknown.timeZone}` }));
    const name = safeFileName(input.fileName);
    const file = { folder: folderNow(), name, format, byteOrderMark: byteOrderMark() };
    if (exportWorkerUrl === null)
      return err(storageError('export-failed', { folder: file.folder, code: 'NO_WORKER' }));
    const exported = await runExport(exportWorkerUrl, { kind: 'sheets', file, sheets });
    if (!exported.ok) return exported;
    if (exported.value.kind !== 'written') throw new Error('tables are written, and nobody stops them');
    return ok({ ...exported.value.written, rows: exported.value.rows });
  }

  async function saveInput(input: SaveInput): Promise<Result<Filed, AppError>> {
    switch (input.format) {
      case 'pdf': {
        const problem = problemOfDocument(input.html);
        if (problem !== null) return err(inputError('invalid', { where: `reports.save html ${problem}` }));
        const pdf = await printToPdf(input.html, input.paper);
        return pdf.ok ? saveBytes(safeFileName(input.fileName), 'pdf', pdf.value) : pdf;
      }
      case 'csv':
      case 'xlsx':
        return saveTables(input);
      case 'json':
        return saveBytes(safeFileName(input.fileName), 'json', utf8(input.text.toWellFormed()));
    }
  }
  return { saveInput, saveBytes };
}

/** Written down in the open profile's record, with what it holds. */
const recordedBy =
  (savedOf: (written: Written) => Saved) =>
  async (
    file: Result<Filed, AppError>,
    format: SaveInput['format'],
    record: RecordSaved,
  ): Promise<Result<Saved, AppError>> => {
    if (!file.ok) return file;
    const { path, rows, bytes, sha256 } = file.value;
    const params = { format, rows, bytes, sha256 };
    await record({ action: 'report.saved', target: path, params, outcome: 'ok' });
    return ok(savedOf(file.value));
  };

export function createReportService(needs: ReportNeeds) {
  const { defaultFolder, folder, byteOrderMark, printToPdf, exportWorkerUrl, showInFolder } = needs;
  /** Paths that were saved since the start. No other path is shown. */
  const saved = new Set<string>();
  const folderNow = () => folder.get() ?? defaultFolder;
  const { saveInput, saveBytes } = createSaving(needs, folderNow);
  const folderView = () => ({ folder: folderNow(), chosen: folder.get() !== null });

  /** Remembers the file, so that its folder may be opened. */
  function savedOf({ path, bytes, sha256 }: Written): Saved {
    saved.add(path);
    return { path, bytes, sha256, canShow: showInFolder !== null };
  }
  const recorded = recordedBy(savedOf);
  const exports = createExports({
    workerUrl: exportWorkerUrl,
    folder: folderNow,
    byteOrderMark,
    printToPdf,
    saved: savedOf,
  });

  return {
    ...exports,

    save: async (input: SaveInput, record: RecordSaved) =>
      recorded(await saveInput(input), input.format, record),

    /** A CSV file of another maker, as it came: nothing in it is changed. */
    saveAsItCame: async (fileName: readonly string[], csv: string, record: RecordSaved) =>
      recorded(await saveBytes(safeFileName(fileName), 'csv', utf8(csv)), 'csv', record),

    /** A plain text, also if no merchant is open. */
    async saveText(name: string, text: string): Promise<Result<Saved, AppError>> {
      const file = await writeFileWhole({ folder: folderNow(), name, ending: 'txt' }, (write) =>
        write(utf8(text)),
      );
      return file.ok ? ok(savedOf(file.value)) : file;
    },

    async show({ path }: { path: string }): Promise<Result<Record<string, never>, AppError>> {
      if (showInFolder === null || !saved.has(path))
        return err(inputError('invalid', { where: 'reports.show path' }));
      showInFolder(path);
      return ok({});
    },

    folder: async () => ok(folderView()),

    async setFolder({ folder: wanted }: { folder: string | null }) {
      const refusal = folder.refusal?.() ?? null;
      if (refusal) return err(refusal);
      const path = wanted?.trim() ?? null;
      if (path === '') return err(storageError('export-folder-invalid', { folder: '' }));
      const tried = path === null ? ok(null) : await tryFolder(path);
      if (!tried.ok) return tried;
      folder.set(path);
      return ok(folderView());
    },
  };
}
