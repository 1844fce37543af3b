/** Inspects a file, and adds what a person chose for earlier files like it. */
import type { ImportInspection, ImportMapping, ImportSource } from '#shared/contract/import-file.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Head } from '../../database/repositories/imports/heads.ts';
import type { FileInspection } from '../../statements/protocol.ts';
import { chosenIn, mappingFor, readAsRemembered } from './remembered.ts';
import type { ImportWork } from './work.ts';

type Table = NonNullable<ImportInspection['table']>;
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
      const mapping = mappingFor(file, head);
      return mapping ? [{ source, mapping }] : [];
    }
    const isOurs = file.statements.some(({ account }) => account !== '' && head.accounts.includes(account));
    return isOurs && head.format === file.format ? [{ source, mapping: null }] : [];
  });

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Its columns are those of the source; of another order of dates, or of decimals, the whole file is a better witness. */
function guessFrom(
  table: Table,
  { source, mapping }: { source: ImportSource; mapping: ImportMapping },
): Table {
  const { bookedOn, amount, currency, ...rest } = mapping;
  const { guess } = table;
  const differs = (part: 'dateOrder' | 'decimals') =>
    rest[part] !== null && guess.rest[part] !== null && rest[part] !== guess.rest[part];
  const unfit: NonNullable<Table['remembered']>['unfit'] = [
    ...(guess.bookedOn === bookedOn && differs('dateOrder') ? (['dateOrder'] as const) : []),
    ...(isSame(guess.amount, amount) && differs('decimals') ? (['decimals'] as const) : []),
  ];
  const { dateOrder, decimals } = guess.rest;
  const found = {
    ...rest,
    ...(unfit.includes('dateOrder') && { dateOrder }),
    ...(unfit.includes('decimals') && { decimals }),
  };
  const remembered = table.remembered ?? { source: source.name, parts: [], unfit: [] };
  return {
    ...table,
    guess: { bookedOn, amount, currency, doubts: [], rest: found },
    ...(unfit.length > 0 && { remembered: { ...remembered, unfit: [...remembered.unfit, ...unfit] } }),
  };
}

/** A file that names no currency is in the merchant's, if there is only one; a person sees it and may choose another. */
function inOnlyCurrency(table: Table, code: string | null): Table {
  if (code === null || table.guess.currency !== null || currencyScale(code) === null) return table;
  const currency = { kind: 'fixed' as const, code };
  return { ...table, onlyCurrency: code, guess: { ...table.guess, currency } };
}

export async function inspectUpload(
  { context, uploads, tell }: ImportWork,
  { uploadId, reading }: ParsedInputOf<'import.inspect'>,
): Promise<Result<ImportInspection, AppError>> {
  const { db } = context;
  return uploads.use(uploadId, async (upload, reader) => {
    const read = await reader.inspect(reading);
    const rows = read.ok ? (read.value.table?.rows ?? 0) : 0;
    if (!read.ok) {
      tell(upload, 'reading', rows, true);
      return read;
    }
    const [heads, sameFile, only] = await Promise.all([
      db.call('imports.newestOfSources', null),
      db.call('imports.sameFile', read.value.sha256),
      db.call('currencies.only', null),
    ]);
    // A choice for this file comes before a choice for an earlier one.
    const asked = chosenIn(reading);
    const before = asked.length === 0 ? await readAsRemembered(read.value, heads, reader) : null;
    tell(upload, 'reading', rows, true);
    const file = before?.file ?? read.value;
    upload.inspected = file;
    // A person looks at letters that are not certain before they are imported; names of columns prove the rest by themselves.
    const lookedAt = (file.table?.unsure ?? []).filter((part) => part === 'encoding');
    upload.chosen = [...(before?.remembered.parts ?? asked), ...lookedAt];
    const [known, ...others] = knownOf(file, heads);
    const { headers: _headers, table: own, ...rest } = file;
    const table = own && { ...own, remembered: before?.remembered ?? null };
    upload.doubts = known?.mapping ? [] : (own?.guess.doubts ?? []);
    return ok({
      ...rest,
      uploadId,
      fileName: upload.fileName,
      table:
        table && known?.mapping
          ? guessFrom(table, { source: known.source, mapping: known.mapping })
          : table && inOnlyCurrency(table, only),
      // Two accounts of one bank look alike: a person says which of them it is.
      knownSource: others.length === 0 ? (known?.source ?? null) : null,
      sameFile,
    });
  });
}
