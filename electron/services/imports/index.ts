/** Importing statements and sales: the file comes in, is looked at, previewed, and counts once it is confirmed. */
import { hostname } from 'node:os';
import { z } from 'zod';
import type { Channel, OutputOf, ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import { importError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { uuidv7 } from '../uuid.ts';
import { readCursor, readPlace, writeCursor } from '../cursor.ts';
import { confirmImport } from './confirm.ts';
import { inspectUpload } from './inspect.ts';
import { previewUpload } from './preview.ts';
import { createUploads, type Upload } from './uploads.ts';
import type { ImportWork } from './work.ts';

type Answer<C extends Channel> = Promise<Result<OutputOf<C>, AppError>>;

const NOT_COMPARED = { kind: 'not-compared' as const };
const cursorSchema = z.object({ atMs: z.number(), importId: z.string() });

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

    async previewPage(input) {
      const after = readPlace(input.cursor);
      if (!after.ok) return after;
      return uploads.use(input.uploadId, async (upload, reader) => {
        if (upload.preview?.previewId !== input.previewId) return err(importError('preview-gone'));
        const page = await reader.page(input.filter, after.value, input.limit);
        if (!page.ok) return page;
        const { rows, next } = page.value;
        return ok({ rows, next: next === null ? null : String(next) });
      });
    },

    async discard({ uploadId }) {
      await uploads.remove(uploadId);
      return ok({});
    },

    ...createStored(context, who),
    stop: () => uploads.stop(),
  } satisfies VerbsOf<'import'>;
}

/** Imports that were confirmed: their list, their lines, and taking one back. */
function createStored({ db, emit }: ProfileContext, who: ImportWork['who']) {
  return {
    async list({ kind, cursor, limit }) {
      const before = readCursor(cursorSchema, cursor);
      if (!before.ok) return before;
      const rows = await db.call('imports.page', { kind, before: before.value, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next = last && rows.length > limit ? { atMs: last.atMs, importId: last.importId } : null;
      return ok({ rows: shown, next: next && writeCursor(next) });
    },

    async sources(): Answer<'import.sources'> {
      return ok({ sources: await db.call('imports.sources', null) });
    },

    async withdraw({ importId, reason }) {
      if (reason === '') return err(inputError('reason-needed'));
      const done = await db.call('imports.withdraw', { ...who(), importId, reason });
      if (done === null) return err(importError('not-found'));
      if (!done) return err(importError('withdrawn-already'));
      emit('import.changed', { importId });
      const view = await db.call('imports.get', importId);
      return view ? ok(view) : err(importError('not-found'));
    },

    async lines({ importId, text, cursor, limit }) {
      const after = readPlace(cursor);
      if (!after.ok) return after;
      const view = await db.call('imports.get', importId);
      if (!view) return err(importError('not-found'));
      if (view.status === 'lines-missing') return err(importError('lines-missing'));
      const { kind } = view;
      const page = await db.call('imports.lines', { importId, after: after.value, limit, text });
      const lines = page.rows.map(({ lineNo, orderId, amount }) => ({ lineNo, orderId, amount }));
      const standings = await db.call('reconciliation.lineStandings', { importId, kind, lines });
      const rows = page.rows.map((line, at) => ({ ...line, standing: standings[at] ?? NOT_COMPARED }));
      return ok({ rows, next: page.next === null ? null : String(page.next) });
    },

    async outcome({ importId }) {
      const view = await db.call('imports.get', importId);
      if (!view) return err(importError('not-found'));
      const { kind, lines, status } = view;
      if (status !== 'whole') return ok({ outcome: null });
      return ok({ outcome: await db.call('reconciliation.importOutcome', { importId, kind, lines }) });
    },
  } satisfies VerbsOf<'import'>;
}
