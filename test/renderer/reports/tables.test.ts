import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { sheetsOf } from '#renderer/features/reports/tables.ts';
import { sheetSchema } from '#shared/contract/reports.ts';
import { content, xReport, zDocument, zReport } from './fixture.ts';
import { useTexts } from './texts.ts';

describe('a report as sheets', () => {
  it.each([
    ['en', xReport, 3],
    ['en', zReport, 6],
    ['ar', zReport, 6],
  ] as const)('in %s is what the core takes: facts first', async (language, report, count) => {
    await useTexts(language);
    const sheets = sheetsOf(report, i18next.t, language);
    expect(sheets).toHaveLength(count);
    for (const sheet of sheets) {
      expect(sheetSchema.safeParse(sheet).success).toBe(true);
      expect(sheet.rtl).toBe(language === 'ar');
      expect(sheet.timeZone).toBe('Africa/Cairo');
    }
    expect(sheets[0]?.name).toBe(language === 'ar' ? 'التقرير' : 'Report');
  });

  it('names the numbers that are missing before a Z', async () => {
    await useTexts('en');
    const z = { ...zReport, z: { ...zDocument, content: { ...content, skipped: { from: 122, to: 122 } } } };
    const missing = sheetsOf(z, i18next.t, 'en')[0]?.rows.find(([name]) => name === 'Missing before it');
    expect(missing?.[1]).toContain('Z number 000122 is not on this PC');
    const [facts] = sheetsOf(zReport, i18next.t, 'en');
    expect(facts?.rows.map(([name]) => name)).not.toContain('Missing before it');
  });

  it('has amounts and counts by type, each with its currency, and references as texts', async () => {
    await useTexts('en');
    const [facts, totals, lines, , , changes] = sheetsOf(zReport, i18next.t, 'en');
    expect(facts?.rows).toContainEqual(['Z report', '000123', null, null, null, null]);
    expect(facts?.rows).toContainEqual(['Sales', null, null, 1_245, '9888973.71', 'EGP']);
    expect(facts?.rows).toContainEqual(['Business day', '2026-11-20', null, null, null, null]);
    expect(facts?.rows).toContainEqual(['Environment', 'PRACTICE', null, null, null, null]);
    expect(totals?.rows).toContainEqual(['No type given', 'No entry mode given', 1, '-15.00', 'EGP']);
    expect(lines?.rows[0]).toEqual([
      'Sale',
      1_245,
      '9888973.71',
      '9888853.71',
      '-120.00',
      'EGP',
      'A slip is missing',
      'الإيصال رقم 17 مفقود',
      'Mona',
    ]);
    expect(changes?.rows).toHaveLength(42);
    expect(changes?.rows[0]).toEqual(['Added', 'Sale', '31000001', '512300000000', null, '120.50', 'EGP']);
  });
});
