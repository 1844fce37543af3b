/**
 * How a person had files of a source read: taken for the next one where it fits. The names of the columns prove delimiter, sheet
 * and header row; an encoding that the bytes themselves say is not overruled.
 */
import {
  readingParts,
  type ImportInspection,
  type ImportMapping,
  type ImportReading,
  type ReadingPart,
} from '#shared/contract/import-file.ts';
import type { Head } from '../../database/repositories/imports/heads.ts';
import { moveMapping } from '../../statements/guess-table.ts';
import type { Reader } from '../../statements/client.ts';
import type { FileInspection } from '../../statements/protocol.ts';

type Remembered = NonNullable<NonNullable<ImportInspection['table']>['remembered']>;
type AsRemembered = { readonly file: FileInspection; readonly remembered: Remembered };

/** Every one goes through the whole file. */
const MOST_SOURCES = 3;
const nothing: ImportReading = { encoding: null, delimiter: null, sheet: null, headerRow: null };
const only = (reading: ImportReading, parts: readonly ReadingPart[]): ImportReading => ({
  ...nothing,
  ...Object.fromEntries(parts.map((part) => [part, reading[part]])),
});
export const chosenIn = (reading: ImportReading): ReadingPart[] =>
  readingParts.filter((part) => reading[part] !== null);

/** The columns of the source's newest file, where this one has the same. */
export const mappingFor = ({ headers }: FileInspection, head: Head): ImportMapping | null =>
  headers && head.mapping && head.headers ? moveMapping(head.mapping, head.headers, headers) : null;

/** From all of it to less: where the sheet or the header row moved, the rest may still fit. */
const triesOf = (parts: readonly ReadingPart[]): ReadingPart[][] => {
  const without = (...others: ReadingPart[]) => parts.filter((part) => !others.includes(part));
  const tries = [without(), without('headerRow'), without('headerRow', 'sheet', 'delimiter')];
  return tries.filter((one, at) => one.length !== tries[at - 1]?.length);
};

/** `recognised`: how the file is read if nobody says anything. Null: no source remembers anything that fits. */
export async function readAsRemembered(
  recognised: FileInspection,
  heads: readonly Head[],
  reader: Reader,
): Promise<AsRemembered | null> {
  const { table, format } = recognised;
  if (!table) return null;
  const read = async (
    asked: ImportReading,
    parts: readonly ReadingPart[],
  ): Promise<FileInspection | null> => {
    const isSame = parts.every((part) => table.reading[part] === asked[part]);
    if (isSame) {
      const unsure = table.unsure.filter((part) => !parts.includes(part));
      return { ...recognised, table: { ...table, unsure } };
    }
    const found = await reader.inspect(asked);
    // A sheet that is not there, for instance: then it does not fit.
    return found.ok ? found.value : null;
  };
  let tried = 0;
  for (const head of heads) {
    if (head.format !== format || !head.reading) continue;
    const { chosen } = head.reading;
    if (chosen.length === 0) {
      // Recognised as it was the last time.
      if (mappingFor(recognised, head)) return null;
      continue;
    }
    if ((tried += 1) > MOST_SOURCES) return null;
    const overruled =
      chosen.includes('encoding') &&
      !table.unsure.includes('encoding') &&
      table.reading.encoding !== head.reading.encoding;
    const wanted = overruled ? chosen.filter((part) => part !== 'encoding') : chosen;
    for (const parts of triesOf(wanted)) {
      const file = await read(only(head.reading, parts), parts);
      if (!file || !mappingFor(file, head)) continue;
      const unfit = chosen.filter((part) => !parts.includes(part));
      return { file, remembered: { source: head.source_name, parts, unfit } };
    }
  }
  return null;
}
