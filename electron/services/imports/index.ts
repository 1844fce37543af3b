/** Importing statements and sales: the file comes in, is looked at, previewed, and counts once it is confirmed. */
import { hostname } from 'node:os';
import type { Channel, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { ImportView } from '#shared/contract/import-file.ts';
import { importError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import { uuidv7 } from '../uuid.ts';
import { confirmImport } from './confirm.ts';
import { inspectUpload } from './inspect.ts';
import { previewUpload } from './preview.ts';
import { createUploads, type Upload } from './uploads.ts';
import type { ImportWork } from './work.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;

/** A cursor of ours: a place in a list, as two parts of text. */
const placeOf = (cursor: string | null): { atMs: number; importId: string } | null | 'bad' => {
  if (cursor === null) return null;
  const match = /^(\d{1,15}):([\w-]{1,64})$/.exec(cursor);
  return match ? { atMs: Number(match[1]), importId: match[2] ?? '' } : 'bad';
};
const countOf = (cursor: string | null): number | null =>
  cursor === null ? 0 : /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
const badCursor = () => err(inputError('invalid', { where: 'cursor' }));

export function createImportService(context: ProfileContext, folder: string, workerUrl: URL) {
  const { clock, emit } = context;
  const newId = () => uuidv7(context);
  const thisYear = () => new Date(clock.nowMs()).getUTCFullYear();
  const tell = (upload: Upload, phase: 'reading' | 'storing', rows: number, finished: boolean) => {
    const totalRows =
      phase === 'storing'
        ? (upload.preview?.file.counts.good ?? null)
        : (upload.inspected?.table?.rows ?? null);
    emit('import.progress', { uploadId: upload.uploadId, phase, rows, totalRows, finished });
  };
  const uploads = createUploads({
    profileFolder: folder,
    workerUrl,
    newId,
    thisYear,
    onProgress: (upload, rows) => tell(upload, 'reading', rows, false),
  });
  const who = () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() });
  const work: ImportWork = { context, uploads, newId, who, tell };

  return {
    begin: ({ fileName, size }: ParsedInputOf<'import.begin'>) => uploads.begin(fileName, size),
    chunk: ({ uploadId, at, base64 }: ParsedInputOf<'import.chunk'>) => uploads.chunk(uploadId, at, base64),
    inspect: (input: ParsedInputOf<'import.inspect'>) => inspectUpload(work, input),
    preview: (input: ParsedInputOf<'import.preview'>) => previewUpload(work, input),
    confirm: (input: ParsedInputOf<'import.confirm'>) => confirmImport(work, input),

    async previewPage(input: ParsedInputOf<'import.previewPage'>): Answer<'import.previewPage'> {
      const after = countOf(input.cursor);
      if (after === null) return badCursor();
      return uploads.use(input.uploadId, async (upload, reader) => {
        if (upload.preview?.previewId !== input.previewId) return err(importError('preview-gone'));
        const page = await reader.page(input.filter, after, input.limit);
        if (!page.ok) return page;
        const { rows, next } = page.value;
        return ok({ rows, next: next === null ? null : String(next) });
      });
    },

    async discard({ uploadId }: ParsedInputOf<'import.discard'>): Promise<Result<Record<string, never>>> {
      await uploads.remove(uploadId);
      return ok({});
    },

    ...createStored(context, who),
    stop: () => uploads.stop(),
  };
}

/** Imports that were confirmed: their list, their lines, and taking one back. */
function createStored({ db, emit }: ProfileContext, who: ImportWork['who']) {
  return {
    async list({ kind, cursor, limit }: ParsedInputOf<'import.list'>): Answer<'import.list'> {
      const before = placeOf(cursor);
      if (before === 'bad') return badCursor();
      const rows = await db.call('imports.page', { kind, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return ok({ rows: shown, next: rows.length > limit && last ? `${last.atMs}:${last.importId}` : null });
    },

    async sources(): Answer<'import.sources'> {
      return ok({ sources: await db.call('imports.sources', null) });
    },

    async withdraw({
      importId,
      reason,
    }: ParsedInputOf<'import.withdraw'>): Promise<Result<ImportView, AppError>> {
      if (reason === '') return err(inputError('reason-needed'));
      const done = await db.call('imports.withdraw', { ...who(), importId, reason });
      if (done === null) return err(importError('not-found'));
      if (!done) return err(importError('withdrawn-already'));
      emit('import.changed', { importId });
      const view = await db.call('imports.get', importId);
      return view ? ok(view) : err(importError('not-found'));
    },

    async lines({ importId, cursor, limit }: ParsedInputOf<'import.lines'>): Answer<'import.lines'> {
      const after = countOf(cursor);
      if (after === null) return badCursor();
      const view = await db.call('imports.get', importId);
      if (!view) return err(importError('not-found'));
      if (view.status === 'lines-missing') return err(importError('lines-missing'));
      const rows = await db.call('imports.lines', { importId, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      return ok({ rows: shown, next: rows.length > limit ? String(shown.at(-1)?.lineNo ?? 0) : null });
    },
  };
}
