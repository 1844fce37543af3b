/** A file read with its mapping: what would be stored. Lines that an import of the same source has are recognised. */
import type { ImportPreview } from '#shared/contract/import-file.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { importWarnings } from '#shared/domain/statement.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { SourceRef } from '../../database/repositories/imports/heads.ts';
import type { FilePreview, PreviewInput } from '../../statements/protocol.ts';
import type { Reader } from '../../statements/client.ts';
import { twinsOf, withRows } from './twins.ts';
import type { ImportWork } from './work.ts';
import type { Upload } from './uploads.ts';

type Read = { file: FilePreview; input: PreviewInput; refills: string | null };
type Input = ParsedInputOf<'import.preview'>;

/**
 * A file whose lines went missing is read as it was then: the same rows are left out. If that gives the same lines to the
 * last letter, and no other import brought one of them in since, they go back under their old names.
 */
async function asItWas(
  { context }: ImportWork,
  sourceId: string,
  sha256: string,
  input: PreviewInput,
  reader: Reader,
  isKnown: (keys: string[]) => Promise<boolean[]>,
): Promise<Result<Read | null, AppError>> {
  for (const head of await context.db.call('imports.toRefill', { sha256, sourceId })) {
    const then = { ...input, knownRows: head.not_stored };
    const read = await reader.preview(then, isKnown);
    if (!read.ok) return read;
    const { linesSha256, broughtSince } = read.value;
    if (linesSha256 === head.lines_sha256 && broughtSince === 0)
      return ok({ file: read.value, input: then, refills: head.import_id });
  }
  return ok(null);
}

function viewOf(
  upload: Upload,
  { file, refills }: Read,
  previewId: string,
  input: Input,
  known: { sourceId: string | null; name: string },
  isSame: boolean,
): ImportPreview {
  const {
    sha256: _sha256,
    format: _format,
    headers: _headers,
    linesSha256: _lines,
    broughtSince: _since,
    known: _known,
    ...shown
  } = file;
  const warnings =
    isSame && refills === null
      ? [...shown.warnings, { warning: 'same-file' as const, row: null, text: upload.fileName }]
      : shown.warnings;
  return {
    ...shown,
    warnings: warnings.toSorted(
      (a, b) => importWarnings.indexOf(a.warning) - importWarnings.indexOf(b.warning),
    ),
    uploadId: upload.uploadId,
    previewId,
    kind: input.kind,
    source: known,
    refills,
  };
}

/** A person must look at a guess that nothing proves before confirming it. All sales of a till have one sign. */
function withDoubts(read: Read, { doubts }: Upload, { kind, columnsConfirmed, mapping }: Input): Read {
  const open =
    mapping === null || columnsConfirmed ? [] : doubts.filter((one) => kind === 'bank' || one !== 'sign');
  if (open.length === 0) return read;
  const warning = { warning: 'guess-unproven' as const, row: null, text: '' };
  return { ...read, file: { ...read.file, warnings: [...read.file.warnings, warning] } };
}

/**
 * Lines that another import has in another format: a person says whether they are left out (`join`) or come in as well (`keep`), and
 * nothing can be confirmed before that.
 */
async function withTwins(
  db: ImportWork['context']['db'],
  read: Read,
  { kind, twins }: Input,
  reader: Reader,
  isKnown: (keys: string[]) => Promise<boolean[]>,
): Promise<Result<Read, AppError>> {
  if (kind !== 'bank' || read.refills !== null || twins === 'keep') return ok(read);
  const rows = await twinsOf(db, reader, read.file.format);
  if (!rows.ok) return rows;
  if (rows.value.length === 0) return ok(read);
  if (twins === 'join') {
    const input = { ...read.input, knownRows: withRows(read.file.known, rows.value) };
    const joined = await reader.preview(input, isKnown);
    return joined.ok ? ok({ ...read, file: joined.value, input }) : joined;
  }
  const warning = { warning: 'lines-elsewhere' as const, row: null, text: String(rows.value.length) };
  return ok({ ...read, file: { ...read.file, warnings: [...read.file.warnings, warning] } });
}

export async function previewUpload(
  work: ImportWork,
  input: Input,
): Promise<Result<ImportPreview, AppError>> {
  const { context, uploads, newId, tell } = work;
  const { db } = context;
  return uploads.use(input.uploadId, async (upload, reader) => {
    upload.preview = null;
    const ref: SourceRef = input.source;
    const { source, state } = await db.call('imports.findSource', { kind: input.kind, ref });
    if (!source && !('name' in ref)) return err(importError('source-not-found'));
    const { kind, reading, mapping } = input;
    const asked: PreviewInput = { kind, reading, mapping, knownRows: null };
    const sourceId = source?.sourceId ?? null;

    const isKnown = (keys: string[]): Promise<boolean[]> =>
      sourceId === null
        ? Promise.resolve(keys.map(() => false))
        : db.call('imports.known', { sourceId, keys });
    async function read(): Promise<Result<Read, AppError>> {
      const sha256 = upload.inspected?.sha256;
      if (sourceId !== null && sha256 !== undefined) {
        const before = await asItWas(work, sourceId, sha256, asked, reader, isKnown);
        if (!before.ok) return before;
        if (before.value) return ok(before.value);
      }
      const fresh = await reader.preview(asked, isKnown);
      return fresh.ok ? ok({ file: fresh.value, input: asked, refills: null }) : fresh;
    }
    const found = await read();
    const rows = found.ok ? Object.values(found.value.file.counts).reduce((a, b) => a + b, 0) : 0;
    tell(upload, 'reading', rows, true);
    if (!found.ok) return found;
    const same = await db.call('imports.sameFile', found.value.file.sha256);
    const joined = await withTwins(context.db, found.value, input, reader, isKnown);
    if (!joined.ok) return joined;
    const previewId = newId();
    const shown = withDoubts(joined.value, upload, input);
    upload.preview = { previewId, ...shown, source: { ref, state } };
    const name = source?.name ?? ('name' in ref ? ref.name : '');
    return ok(viewOf(upload, shown, previewId, input, { sourceId, name }, same !== null));
  });
}
