/** What a file is, with what is remembered of files like it. */
import type { ImportInspection, ImportMapping, ImportSource } from '#shared/contract/import.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { Head } from '../../database/repositories/imports/heads.ts';
import { moveMapping } from '../../statements/guess-table.ts';
import type { FileInspection } from '../../statements/protocol.ts';
import type { ImportWork } from './work.ts';

type Known = { readonly source: ImportSource; readonly mapping: ImportMapping | null };
const sourceOf = (head: Head): ImportSource => ({
  sourceId: head.source_id,
  name: head.source_name,
  kind: head.kind,
});

/** Sources whose newest file had the same headers, or has an account with this one in common; newest first. */
const knownOf = (file: FileInspection, heads: readonly Head[]): Known[] =>
  heads.flatMap((head): Known[] => {
    const source = sourceOf(head);
    if (file.table) {
      if (!file.headers || !head.mapping || !head.headers) return [];
      const mapping = moveMapping(head.mapping, head.headers, file.headers);
      return mapping ? [{ source, mapping }] : [];
    }
    const isOurs = file.statements.some(({ account }) => account !== '' && head.accounts.includes(account));
    return isOurs && head.format === file.format ? [{ source, mapping: null }] : [];
  });

function guessFrom(table: NonNullable<FileInspection['table']>, mapping: ImportMapping) {
  const { bookedOn, amount, currency, ...rest } = mapping;
  return { ...table, guess: { bookedOn, amount, currency, rest } };
}

export async function inspectUpload(
  { context, uploads, tell }: ImportWork,
  { uploadId, reading }: ParsedInputOf<'import.inspect'>,
): Promise<Result<ImportInspection, AppError>> {
  const { db } = context;
  return uploads.use(uploadId, async (upload, reader) => {
    const read = await reader.inspect(reading);
    tell(upload, 'reading', read.ok ? (read.value.table?.rows ?? 0) : 0, true);
    if (!read.ok) return read;
    const file = read.value;
    upload.inspected = file;
    const [heads, sameFile] = await Promise.all([
      db.call('imports.newestOfSources', null),
      db.call('imports.sameFile', file.sha256),
    ]);
    const [known, ...others] = knownOf(file, heads);
    const { headers: _headers, table, ...rest } = file;
    return ok({
      ...rest,
      uploadId,
      fileName: upload.fileName,
      table: table && known?.mapping ? guessFrom(table, known.mapping) : table,
      // Two accounts of one bank look alike: a person says which of them it is.
      knownSource: others.length === 0 ? (known?.source ?? null) : null,
      sameFile,
    });
  });
}
