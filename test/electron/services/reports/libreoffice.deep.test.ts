/** What a spreadsheet that we did not write makes of our files. Needs LibreOffice; without it this is skipped, which is said. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { SheetRows } from '#electron/services/reports/sheet-rows.ts';
import { csvOf, xlsxOf } from './table-files.ts';

const office = spawnSync('soffice', ['--version']).status === 0;
const root = mkdtempSync(join(tmpdir(), 'closeout-office-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DANGEROUS = [
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  "=cmd|'/c calc'!A1",
  '{=1}',
  '=HYPERLINK("http://x","y")',
];
const sheet: SheetRows = {
  name: 'العمليات',
  rtl: true,
  timeZone: 'Africa/Cairo',
  columns: [
    { header: 'الرقم المرجعي', kind: 'text' },
    { header: 'المبلغ', kind: 'amount' },
    { header: 'العدد', kind: 'count' },
    { header: 'اليوم', kind: 'date' },
    { header: 'الوقت', kind: 'instant' },
  ],
  rows: [
    ['000123456789', '-12430.50', 3, '2026-11-20', Date.UTC(2026, 10, 21, 12, 5, 9)],
    ['مدينة نصر، "الفرع"', '0.05', 0, '2026-07-01', Date.UTC(2026, 6, 1, 21, 30)],
    ...DANGEROUS.map((text) => [text, '1.00', 1, null, null]),
  ],
};

/** As LibreOffice reads it, in its own XML. `filter`: how it is told to read. */
function opened(name: string, content: Uint8Array, filter: string[] = []): string {
  writeFileSync(join(root, name), content);
  execFileSync(
    'soffice',
    [
      '--headless',
      `-env:UserInstallation=${pathToFileURL(join(root, 'office')).href}`,
      ...filter,
      '--convert-to',
      'fods',
      '--outdir',
      root,
      join(root, name),
    ],
    { stdio: 'ignore', timeout: 120_000 },
  );
  return readFileSync(join(root, name.replace(/\.\w+$/, '.fods')), 'utf8');
}
const valuesOf = (xml: string, type: string) =>
  [...xml.matchAll(new RegExp(`office:value-type="${type}"[^>]*office:(?:date-)?value="([^"]*)"`, 'g'))].map(
    ([, value]) => value,
  );

describe.skipIf(!office)('LibreOffice', () => {
  it('finds no formula in a workbook, and every figure, date and Arabic word as it was', async () => {
    const xml = opened('list.xlsx', await xlsxOf([sheet]));
    expect(xml).not.toContain('table:formula');
    expect(valuesOf(xml, 'float')).toEqual([
      '-12430.5',
      '3',
      '0.05',
      '0',
      ...DANGEROUS.flatMap(() => ['1', '1']),
    ]);
    expect(valuesOf(xml, 'date')).toEqual([
      '2026-11-20',
      '2026-11-21T14:05:09',
      '2026-07-01',
      '2026-07-02T00:30:00',
    ]);
    for (const word of [
      'العمليات',
      'الرقم المرجعي',
      '000123456789',
      'مدينة نصر',
      '&apos;=1+1',
      '&apos;＝1+1',
    ])
      expect(xml).toContain(word);
    expect(xml).toContain('style:writing-mode="rl-tb"');
  });

  it('finds no formula in a CSV file, and every figure and Arabic word as it was', () => {
    // Comma, double quote, UTF-8, from the first line, with formulas looked for, as somebody who opens it by a click.
    const read = ['--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,true'];
    expect(opened('bare.csv', Buffer.from('=1+1\r\n'), read)).toContain('table:formula');
    const xml = opened('lines.csv', Buffer.from(csvOf([sheet], { byteOrderMark: true })), read);
    expect(xml).not.toContain('table:formula');
    expect(valuesOf(xml, 'float')).toEqual(expect.arrayContaining(['-12430.5', '0.05', '3', '0']));
    for (const word of ['الرقم المرجعي', 'مدينة نصر', '=1+1', '＝1+1']) expect(xml).toContain(word);
  });
});
