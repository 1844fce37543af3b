import { describe, expect, it } from 'vitest';
import type { ImportInspection, ImportReading } from '#shared/contract/import-file.ts';
import { must } from '../operations/harness.ts';
import { confirmed, inspected, mappingOf, unread, upload, withImports, type ImportBench } from './bench.ts';

const HEADER = 'Date;Text;Amount EGP';
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;
/** One byte a letter: "é" is 0xe9 there, and another letter in each of Windows' sets. */
const western = (text: string) => Buffer.from(text, 'latin1');

/** Imported as a person has it read, beside what is recognised. */
async function imported(
  bench: ImportBench,
  bytes: Uint8Array,
  chosen: Partial<ImportReading>,
  change: Partial<NonNullable<ImportInspection['table']>['guess']['rest']> = {},
): Promise<void> {
  const uploadId = await upload(bench, 'before.csv', bytes);
  const { imports } = bench.session();
  const inspection = must(await imports.inspect({ uploadId, reading: { ...unread, ...chosen } }));
  const mapping = mappingOf(inspection);
  if (!mapping) throw new Error('no table');
  const preview = await imports.preview({
    uploadId,
    kind: 'bank',
    source: { name: 'CIB' },
    reading: inspection.table?.reading ?? null,
    mapping: { ...mapping, ...change },
    columnsConfirmed: true,
    twins: null,
  });
  must(await confirmed(bench, must(preview)));
}
const next = async (bench: ImportBench, bytes: Uint8Array, fileName = 'next.csv') => {
  const { table, knownSource } = await inspected(bench, await upload(bench, fileName, bytes));
  return { reading: table?.reading, remembered: table?.remembered, known: knownSource?.name, table };
};

describe('what a person chose for a source', () => {
  it('is taken for the next file where it fits, and is remembered on', () =>
    withImports(async (bench) => {
      const file = (day: string) => western(lines(HEADER, `${day}/03/2026;Café é;10.00`));
      await imported(bench, file('14'), { encoding: 'windows-1252' });
      for (const day of ['15', '16']) {
        const found = await next(bench, file(day));
        expect(found).toMatchObject({
          reading: { encoding: 'windows-1252', delimiter: ';', headerRow: 1 },
          remembered: { source: 'CIB', parts: ['encoding'], unfit: [] },
          known: 'CIB',
        });
        expect(found.table?.unsure).not.toContain('encoding');
        expect(found.table?.columns[1]?.samples).toEqual(['Café é']);
        const uploadId = await upload(bench, 'next.csv', file(day));
        const inspection = await inspected(bench, uploadId);
        const { imports } = bench.session();
        const reading = inspection.table?.reading ?? null;
        const mapping = mappingOf(inspection);
        const source = { name: 'CIB' };
        must(
          await confirmed(
            bench,
            must(
              await imports.preview({
                uploadId,
                kind: 'bank',
                source,
                reading,
                mapping,
                columnsConfirmed: true,
                twins: null,
              }),
            ),
          ),
        );
      }
    }));

  it('is also what was not certain, and was looked at and imported as it was recognised', () =>
    withImports(async (bench) => {
      const file = (day: string) => western(lines(HEADER, `${day}/03/2026;Café é;10.00`));
      await imported(bench, file('14'), {});
      const found = await next(bench, file('15'));
      expect(found).toMatchObject({ reading: { encoding: 'windows-1252' }, known: 'CIB' });
      expect(found.remembered?.parts).toContain('encoding');
      expect(found.table?.unsure).not.toContain('encoding');
    }));

  it('is said not to fit where the bytes themselves say their encoding, and the file is recognised', () =>
    withImports(async (bench) => {
      await imported(bench, western(lines(HEADER, '14/03/2026;Café é;10.00')), { encoding: 'windows-1252' });
      const found = await next(bench, Buffer.from(lines(HEADER, '15/03/2026;Café é;10.00'), 'utf8'));
      expect(found).toMatchObject({
        reading: { encoding: 'utf-8' },
        remembered: { source: 'CIB', parts: [], unfit: ['encoding'] },
        known: 'CIB',
      });
      expect(found.table?.columns[1]?.samples).toEqual(['Café é']);
    }));

  it('is said not to fit where the names of the columns are in another row', () =>
    withImports(async (bench) => {
      const day = '14/03/2026;Shop;10.00';
      const words = 'Date;Reference;Balance';
      // Two rows could be the one with the names: a person takes the second.
      await imported(bench, western(lines(words, HEADER, day)), { headerRow: 2 });
      const same = await next(bench, western(lines(words, HEADER, '15/03/2026;Shop;11.00')));
      expect(same).toMatchObject({
        reading: { headerRow: 2 },
        remembered: { parts: ['headerRow'], unfit: [] },
        known: 'CIB',
      });
      const moved = await next(bench, western(lines(HEADER, '16/03/2026;Shop;12.00')));
      expect(moved).toMatchObject({
        reading: { headerRow: 1 },
        remembered: { source: 'CIB', parts: [], unfit: ['headerRow'] },
        known: 'CIB',
      });
    }));

  it('says nothing of a file of another source, or where only Closeout chose', () =>
    withImports(async (bench) => {
      await imported(bench, western(lines(HEADER, '14/03/2026;Shop;10.00')), {});
      const same = await next(bench, western(lines(HEADER, '15/03/2026;Shop;11.00')));
      expect(same).toMatchObject({ remembered: null, known: 'CIB' });
      await imported(bench, western(lines(HEADER, '16/03/2026;Café é;10.00')), { encoding: 'windows-1252' });
      const other = await next(bench, western(lines('Day;Who;Debit;Credit EGP', '17/03/2026;Café é;1.00;')));
      expect(other.remembered).toBeNull();
      expect(other.known).toBeUndefined();
      expect(other.table?.unsure).toContain('encoding');
    }));

  it('holds for the order of dates, until a file is certain of another one', () =>
    withImports(async (bench) => {
      const file = (date: string) => western(lines(HEADER, `${date}/2026;Shop;10.00`));
      await imported(bench, file('04/03'), {}, { dateOrder: 'dmy' });
      const open = await next(bench, file('05/03'));
      expect(open.table?.guess.rest.dateOrder).toBe('dmy');
      expect(open.remembered).toBeNull();
      const certain = await next(bench, file('03/25'));
      expect(certain.table?.guess.rest.dateOrder).toBe('mdy');
      expect(certain.remembered).toEqual({ source: 'CIB', parts: [], unfit: ['dateOrder'] });
    }));

  it('is not looked for where a person says how this file is to be read', () =>
    withImports(async (bench) => {
      const file = (day: string) => western(lines(HEADER, `${day}/03/2026;Café é;10.00`));
      await imported(bench, file('14'), { encoding: 'windows-1252' });
      const uploadId = await upload(bench, 'next.csv', file('15'));
      const reading = { ...unread, encoding: 'windows-1256' as const };
      const { table } = must(await bench.session().imports.inspect({ uploadId, reading }));
      expect(table?.reading.encoding).toBe('windows-1256');
      expect(table?.remembered).toBeNull();
    }));
});
