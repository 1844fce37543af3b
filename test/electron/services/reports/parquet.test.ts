/** Lists as Parquet files, read back by another reader. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { writeParquet, type ParquetTable } from '#electron/services/reports/parquet.ts';

const table: ParquetTable = {
  name: 'The list',
  rtl: false,
  timeZone: 'Africa/Cairo',
  columns: [
    { header: 'Order', kind: 'text' },
    { header: 'Amount', kind: 'amount' },
    { header: 'At', kind: 'instant' },
    { header: 'Day', kind: 'date' },
    { header: 'Tries', kind: 'count' },
  ],
  rows: [
    ['NM-1', '120.50', Date.UTC(2026, 10, 1, 2), '2026-11-01', 3],
    ['=cmd|1', '-0.125', null, '', null],
    ['أمر', 'KWD 1.000', 'yesterday', 'soon', 1.5],
    ['NM-4', '999999999999999.999', Date.UTC(1969, 0, 1), '1969-12-31', 0],
    ['NM-5', '1000000000000000', null, null, null],
  ],
  facts: [{ key: 'Filter', value: 'Branch: Zamalek' }],
  otherValues: 'Other values',
};

async function fileOf(from: ParquetTable, groupSize?: number): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  await writeParquet(from, async (bytes) => void pieces.push(bytes), groupSize);
  return Uint8Array.from(Buffer.concat(pieces)).buffer;
}

it.each([1, 2, 5_000])('values come back by type, in groups of %i', async (groupSize) => {
  const rows = await parquetReadObjects({ file: await fileOf(table, groupSize) });
  expect(rows).toEqual([
    {
      Order: 'NM-1',
      Amount: 120.5,
      At: new Date('2026-11-01T02:00:00Z'),
      Day: new Date('2026-11-01'),
      Tries: 3n,
      'Other values': null,
    },
    { Order: '=cmd|1', Amount: -0.125, At: null, Day: null, Tries: null, 'Other values': null },
    {
      Order: 'أمر',
      Amount: null,
      At: null,
      Day: null,
      Tries: null,
      // Nothing is lost, and nothing is in a column of another type.
      'Other values': '{"Amount":"KWD 1.000","At":"yesterday","Day":"soon","Tries":"1.5"}',
    },
    {
      Order: 'NM-4',
      // The reader makes numbers of decimals; the file has all digits, as the next test shows.
      Amount: 1e15,
      At: new Date('1969-01-01'),
      Day: new Date('1969-12-31'),
      Tries: 0n,
      'Other values': null,
    },
    {
      Order: 'NM-5',
      Amount: null,
      At: null,
      Day: null,
      Tries: null,
      'Other values': '{"Amount":"1000000000000000"}',
    },
  ]);
});

it('amounts are decimals of three places, with every digit', async () => {
  const { row_groups: groups, schema } = parquetMetadata(await fileOf(table));
  expect(schema.find(({ name }) => name === 'Amount')).toMatchObject({
    converted_type: 'DECIMAL',
    scale: 3,
    precision: 18,
  });
  const statistics = groups[0]?.columns[1]?.meta_data?.statistics;
  expect(statistics).toMatchObject({ null_count: 2n });
});

it('the head is metadata, and columns of one name are told apart', async () => {
  const column = { header: 'Amount', kind: 'text' } as const;
  const file = await fileOf({ ...table, columns: [column, column], rows: [['a', 'b']] });
  expect(parquetMetadata(file).key_value_metadata).toEqual(table.facts);
  expect(await parquetReadObjects({ file })).toEqual([
    { Amount: 'a', 'Amount 2': 'b', 'Other values': null },
  ]);
});

it('a list without rows is a table without rows', async () => {
  const file = await fileOf({ ...table, rows: [] });
  expect(await parquetReadObjects({ file })).toEqual([]);
  expect(parquetMetadata(file).schema.map(({ name }) => name)).toContain('Order');
});
