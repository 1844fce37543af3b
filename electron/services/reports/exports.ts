/** Big lists as files: one at a time, in the order asked for, each with its progress and its end told as an event. */
import { createHash, randomUUID } from 'node:crypto';
import { MOST_PDF_ROWS, type ExportInput } from '#shared/contract/exports.ts';
import type { Emit, EventOf } from '#shared/contract/index.ts';
import type { Saved } from '#shared/contract/reports.ts';
import { inputError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { isTimeZone } from '#shared/time/business-date.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { safeFileName } from './file-name.ts';
import type { Origin } from './list-head.ts';
import type { PrintToPdf } from './print-port.ts';
import { runExport, type Exported } from './run-export.ts';
import { saveFile, type Written } from './save-file.ts';

type ExportNeeds = {
  workerUrl: URL | null;
  folder: () => string;
  byteOrderMark: () => boolean;
  printToPdf: PrintToPdf;
  /** The answer to the window about a file that was written. */
  saved: (written: Written) => Saved;
};
/** The parts of the open profile. */
type ExportOrigin = {
  dataFolder: string;
  origin: () => Origin;
  emit: Emit;
  nowMs: () => number;
  record: (entry: NewEntry) => Promise<unknown>;
};
type Ended = NonNullable<EventOf<'reports.exportProgress'>['ended']>;
type Order = { input: ExportInput; from: ExportOrigin; signal: AbortSignal; exportId: string };

/** The request for the record: the list, and how it was narrowed and sorted. */
function askedFor(input: ExportInput): string {
  const { columns, head: _head, styles: _styles, fileName: _fileName, ...query } = input;
  return JSON.stringify({ ...query, columns: columns.map(({ id }) => id) });
}

async function writtenOf(
  { folder, printToPdf }: ExportNeeds,
  exported: Exported,
  name: string,
): Promise<Result<Written | null, AppError>> {
  switch (exported.kind) {
    case 'cancelled':
      return ok(null);
    case 'written':
      return ok(exported.written);
    case 'document': {
      const pdf = await printToPdf(exported.html, 'a4');
      if (!pdf.ok) return pdf;
      const file = await saveFile(folder(), name, 'pdf', pdf.value);
      if (!file.ok) return file;
      const sha256 = createHash('sha256').update(pdf.value).digest('hex');
      return ok({ path: file.value, bytes: pdf.value.length, sha256 });
    }
  }
}

/** Writes one list. A cancelled one leaves no file. */
async function run(needs: ExportNeeds, order: Order, url: URL): Promise<Ended> {
  const { input, from, signal, exportId } = order;
  const { folder, byteOrderMark, saved } = needs;
  if (signal.aborted) return { kind: 'cancelled' };
  const { format } = input;
  const name = safeFileName(input.fileName);
  const file = format === 'pdf' ? null : { folder: folder(), name, format, byteOrderMark: byteOrderMark() };
  const { dataFolder, emit, nowMs } = from;
  const job = {
    kind: 'list' as const,
    file,
    mostOnPaper: MOST_PDF_ROWS,
    dataFolder,
    input,
    origin: from.origin(),
  };
  const onProgress = ({ rows, totalRows }: { rows: number; totalRows: number }) =>
    emit('reports.exportProgress', { exportId, atMs: nowMs(), rows, totalRows, ended: null });
  const exported = await runExport(url, job, { signal, onProgress });
  if (!exported.ok) return { kind: 'failed', error: exported.error };
  const written = await writtenOf(needs, exported.value, name);
  if (!written.ok) return { kind: 'failed', error: written.error };
  if (written.value === null || exported.value.kind === 'cancelled') return { kind: 'cancelled' };
  const { path, bytes, sha256 } = written.value;
  const { rows } = exported.value;
  const params = { format, rows, bytes, sha256, list: askedFor(input) };
  await from.record({ action: 'report.saved', target: path, params, outcome: 'ok' });
  return { kind: 'saved', saved: saved(written.value) };
}

export function createExports(needs: ExportNeeds) {
  const { workerUrl, folder } = needs;
  const running = new Map<string, AbortController>();
  let last: Promise<unknown> = Promise.resolve();

  async function tell(order: Order, url: URL): Promise<void> {
    const { exportId, from } = order;
    const ended = await run(needs, order, url).catch((error: unknown): Ended => {
      const params = { folder: folder(), code: String(error).slice(0, 200) };
      return { kind: 'failed', error: storageError('export-failed', params) };
    });
    running.delete(exportId);
    from.emit('reports.exportProgress', { exportId, atMs: from.nowMs(), rows: 0, totalRows: null, ended });
  }

  return {
    async exportList(
      input: ExportInput,
      from: ExportOrigin,
    ): Promise<Result<{ exportId: string }, AppError>> {
      if (workerUrl === null)
        return err(storageError('export-failed', { folder: folder(), code: 'NO_WORKER' }));
      if (!isTimeZone(input.timeZone))
        return err(inputError('invalid', { where: `reports.exportList timeZone ${input.timeZone}` }));
      const exportId = randomUUID();
      const controller = new AbortController();
      running.set(exportId, controller);
      last = last.then(() => tell({ input, from, signal: controller.signal, exportId }, workerUrl));
      return ok({ exportId });
    },

    async cancelExport({ exportId }: { exportId: string }): Promise<Result<Record<string, never>, AppError>> {
      running.get(exportId)?.abort();
      return ok({});
    },

    /** None of them is under way any more; what was not whole is gone. */
    async stopExports(): Promise<void> {
      for (const controller of running.values()) controller.abort();
      await last;
    },
  };
}
