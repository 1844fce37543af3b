/**
 * Makes a previewed file count. Its lines are stored first and count for nothing; the head in the journal makes them count.
 * Killed in between, they are cleared at the next opening.
 */
import type { ImportMapping, ImportView } from '#shared/contract/import-file.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { blockingWarnings } from '#shared/domain/statement.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Reader } from '../../statements/client.ts';
import type { FilePreview } from '../../statements/protocol.ts';
import type { ImportWork } from './work.ts';
import type { StandingPreview, Upload } from './uploads.ts';

/** Lines of one message: about half a megabyte of text, a few milliseconds of SQL. */
const LINES_AT_ONCE = 1_000;

function whyNot({ file }: StandingPreview, leaveOutBad: number): AppError | null {
  if (file.counts.good === 0) return importError('nothing-to-import');
  const blocked = file.warnings.find(({ warning }) => blockingWarnings.includes(warning));
  if (blocked) return importError('blocked', { warning: blocked.warning });
  if (file.counts.bad !== leaveOutBad) return importError('bad-lines', { count: file.counts.bad });
  return null;
}

async function storeLines(
  { context: { db }, tell }: ImportWork,
  upload: Upload,
  reader: Reader,
  importId: string,
  { input: { kind }, file }: StandingPreview,
): Promise<Result<null, AppError>> {
  await db.call('imports.begin', importId);
  let after: number | null = 0;
  let stored = 0;
  while (after !== null) {
    const page = await reader.lines(after, LINES_AT_ONCE);
    if (!page.ok) return page;
    const { text, count, next } = page.value;
    if (count > 0) await db.call('imports.addLines', { importId, kind, text });
    stored += count;
    tell(upload, 'storing', stored, false);
    after = next;
  }
  await db.call('imports.whole', { importId, lines: file.counts.good });
  return ok(null);
}

/** With what the file was certain of: the next one may not be. Dates that say their order themselves settle nothing. */
const remembered = (mapping: ImportMapping, { dateOrder, decimals }: FilePreview): ImportMapping => ({
  ...mapping,
  dateOrder: mapping.dateOrder ?? (dateOrder === 'ymd' ? null : dateOrder),
  decimals,
});

async function storeHead(
  { context: { db }, newId, who }: ImportWork,
  upload: Upload,
  importId: string,
  { input, file, source, refills }: StandingPreview,
): Promise<boolean> {
  const { state } = source;
  if (refills !== null) {
    const {
      sha256,
      counts: { good: lines },
    } = file;
    return db.call('imports.refilled', { ...who(), importId, sha256, lines, state });
  }
  const { counts, totals } = file;
  return db.call('imports.storeHead', {
    ...who(),
    importId,
    kind: input.kind,
    source: { ...source, newId: newId() },
    fileName: upload.fileName,
    sha256: file.sha256,
    format: file.format,
    reading: input.reading && { ...input.reading, chosen: [...upload.chosen] },
    mapping: input.mapping && remembered(input.mapping, file),
    headers: file.headers,
    lines: counts.good,
    linesSha256: file.linesSha256,
    notStored: file.known,
    leftOut: counts.bad,
    skipped: counts.skipped,
    totals: totals.map(({ currency, count, credit, debit }) => ({
      currency,
      count,
      credit: credit.minor.toString(),
      debit: debit.minor.toString(),
    })),
    accounts: file.accounts,
    span: file.span,
  });
}

export async function confirmImport(
  work: ImportWork,
  { uploadId, previewId, leaveOutBad }: ParsedInputOf<'import.confirm'>,
): Promise<Result<ImportView, AppError>> {
  const { context, uploads, newId, tell } = work;
  const { db, emit, log } = context;
  const done = await uploads.use(uploadId, async (upload, reader): Promise<Result<ImportView, AppError>> => {
    const { preview } = upload;
    if (preview?.previewId !== previewId) return err(importError('preview-gone'));
    const refused = whyNot(preview, leaveOutBad);
    if (refused) return err(refused);
    const importId = preview.refills ?? newId();
    let counts = false;
    try {
      const stored = await storeLines(work, upload, reader, importId, preview);
      if (!stored.ok) return stored;
      counts = await storeHead(work, upload, importId, preview);
      if (!counts) return err(importError('imported-meanwhile'));
      await db.call('imports.keep', importId);
    } finally {
      tell(upload, 'storing', preview.file.counts.good, true);
      if (!counts)
        await db.call('imports.drop', importId).catch((error: unknown) => {
          // The next opening clears them.
          log.warn('import-not-dropped', { importId, error: String(error) });
        });
    }
    emit('import.changed', { importId });
    const view = await db.call('imports.get', importId);
    return view ? ok(view) : err(importError('not-found'));
  });
  if (done.ok) await uploads.remove(uploadId);
  return done;
}
