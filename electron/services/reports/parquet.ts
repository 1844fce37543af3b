/**
 * A list as a Parquet file, in groups of rows as they come: amounts as decimals, moments and days by type, texts as texts. The head
 * of the list is in the file's metadata, so that the table is rows only.
 */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnKind } from '#shared/contract/reports.ts';
import { inPieces, kindOf, type Cell, type SheetRows } from './sheet-rows.ts';

/** Few, so that a list of any length needs little memory. */
const GROUP = 5_000;
/** As many decimals as the currency with the most; with them, amounts of up to 15 digits before the point. */
const SCALE = 3;
const PRECISION = 18;
const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/;

type ElementType = Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type' | 'scale' | 'precision'>;
const TYPES: { readonly [Kind in ColumnKind]: ElementType } = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  count: { type: 'INT64' },
  amount: {
    type: 'INT64',
    converted_type: 'DECIMAL',
    scale: SCALE,
    precision: PRECISION,
    logical_type: { type: 'DECIMAL', precision: PRECISION, scale: SCALE },
  },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** The amount in thousandths; null if the type cannot hold it. */
function thousandths(decimal: string): bigint | null {
  const parts = DECIMAL.exec(decimal);
  if (!parts) return null;
  const [, sign = '', whole = '', part = ''] = parts;
  return BigInt(`${sign}${whole}${part.padEnd(SCALE, '0')}`);
}

/** As the file holds it; null if its column cannot. */
function typed(cell: NonNullable<Cell>, kind: ColumnKind): string | bigint | Date | null {
  if (kindOf(cell, kind) !== kind) return null;
  switch (kind) {
    case 'text':
      return String(cell).toWellFormed();
    case 'count':
      return Number.isSafeInteger(cell) ? BigInt(cell) : null;
    case 'amount':
      return thousandths(String(cell));
    case 'date':
      return new Date(`${cell}T00:00:00Z`);
    case 'instant':
      return new Date(Number(cell));
  }
}

/** No two columns of a file have one name. */
function uniqueNames(headers: readonly string[]): string[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const plain = header.toWellFormed() || '-';
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} ${number}`;
    taken.add(name);
    return name;
  });
}

export type ParquetTable = SheetRows & {
  /** Names and values for the metadata. */
  readonly facts: readonly { readonly key: string; readonly value: string }[];
  /** The name of the last column: JSON of what the type of its own column cannot hold, by the name of that column. */
  readonly otherValues: string;
};

type Columns = { readonly names: readonly string[]; readonly kinds: readonly ColumnKind[] };

function valuesOf(rows: Iterable<readonly Cell[]>, { names, kinds }: Columns): unknown[][] {
  const columns: unknown[][] = [...kinds, 'others'].map(() => []);
  for (const row of rows) {
    const others: Record<string, string> = {};
    kinds.forEach((kind, at) => {
      const cell = row[at] ?? null;
      const value = cell === null || cell === '' ? null : typed(cell, kind);
      columns[at]?.push(value);
      if (value === null && cell !== null && cell !== '')
        others[names[at] ?? ''] = String(cell).toWellFormed();
    });
    columns.at(-1)?.push(Object.keys(others).length > 0 ? JSON.stringify(others) : null);
  }
  return columns;
}

export async function writeParquet(
  table: ParquetTable,
  write: (bytes: Uint8Array) => Promise<void>,
  groupSize = GROUP,
): Promise<void> {
  const kinds = table.columns.map(({ kind }) => kind);
  const names = uniqueNames([...table.columns.map(({ header }) => header), table.otherValues]);
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'list', num_children: names.length },
      ...names.map((name, at) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...TYPES[kinds[at] ?? 'text'],
      })),
    ],
    kvMetadata: [...table.facts],
    createdBy: 'Closeout',
  });
  const hand = async () => {
    // The writer goes on in the same memory.
    await write(writer.getBytes().slice());
    writer.index = 0;
  };
  for (const rows of inPieces(table.rows, groupSize)) {
    const columns = valuesOf(rows, { names, kinds });
    if (columns[0]?.length === 0) continue;
    const columnData = names.map((name, at) => ({ name, data: columns[at] ?? [] }));
    await parquet.write({ columnData, rowGroupSize: groupSize });
    await hand();
  }
  await parquet.finish();
  await hand();
}
