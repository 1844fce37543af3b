import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import type { PaperReport } from '#renderer/features/reports/report.ts';
import { sheetsOf } from '#renderer/features/reports/tables.ts';
import { sheetSchema } from '#shared/contract/reports.ts';
import { content, unreadRow, xReport, zDocument, zReport } from './fixture.ts';
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

  it('has a sheet of the rows that were acknowledged without being read, where there are any', async () => {
    await useTexts('en');
    const z = { ...zReport, z: { ...zDocument, content: { ...content, unread: [unreadRow] } } };
    const sheet = sheetsOf(z, i18next.t, 'en').find(({ name }) => name === 'Not read');
    expect(sheet?.rows.map((row) => row.slice(1, 5))).toEqual([
      ['31000001', '{"amount":1234.5678}', 'The portal shows EGP 1,234.57', 'Mona'],
    ]);
  });

  it('names the merchant where this PC has a name, before the id that the document holds', async () => {
    await useTexts('en');
    const merchantOf = (report: PaperReport) =>
      sheetsOf(report, i18next.t, 'en')[0]?.rows.find(([name]) => name === 'Merchant')?.[1];
    expect(merchantOf(zReport)).toBe('MID-1234-567');
    expect(merchantOf({ ...zReport, merchantName: 'Nile Market' })).toBe('Nile Market · MID-1234-567');
  });

  it('names the numbers that are missing before a Z', async () => {
    await useTexts('en');
    const z = { ...zReport, z: { ...zDocument, content: { ...content, skipped: { from: 122, to: 122 } } } };
    const missing = sheetsOf(z, i18next.t, 'en')[0]?.rows.find(([name]) => name === 'Missing before it');
    expect(missing?.[1]).toContain('Z number 000122 is not on this PC');
    const [facts] = sheetsOf(zReport, i18next.t, 'en');
    expect(facts?.rows.map(([name]) => name)).not.toContain('Missing before it');
  });

  it('shows what gives money back with a minus: by type, and counted, where differences then add up', async () => {
    await useTexts('en');
    const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
    const refund = {
      currency: 'EGP',
      paymentType: 'REFUND',
      entryMode: 'CHIP',
      kind: 'refund' as const,
      count: 1,
      amount: egp(235n),
      adds: egp(-235n),
    };
    const line = {
      currency: 'EGP',
      paymentType: null,
      terminalId: '31000001',
      side: 'returns' as const,
      kind: null,
      count: 1,
      slips: null,
      expected: egp(235n),
      counted: egp(200n),
      difference: egp(-35n),
      explanation: null,
    };
    const z = { ...zReport, z: { ...zDocument, content: { ...content, totals: [refund], lines: [line] } } };
    const sheets = sheetsOf(z, i18next.t, 'en');
    expect(sheets.find(({ name }) => name === 'Totals by type and entry mode')?.rows[0]?.[3]).toBe('-2.35');
    expect(sheets.find(({ name }) => name === 'Counted and expected')?.rows[0]?.slice(4, 7)).toEqual([
      '-2.35',
      '-2.00',
      '0.35',
    ]);
  });

  it('has sales, returns by kind and the net, which add up; a Z of before kinds were known as it was sealed', async () => {
    await useTexts('en');
    const total = (count: number, minor: bigint) => [{ count, amount: { minor, currency: 'EGP' } }];
    const sums = {
      net: total(6, 9_765n),
      sales: total(3, 15_839n),
      returns: total(3, -6_074n),
      undone: total(2, 5_839n),
      notSummed: [],
      refunds: total(1, -235n),
      voids: total(1, -3_000n),
      reversals: total(1, -2_839n),
    };
    const z = { ...zReport, z: { ...zDocument, content: { ...content, sums } } };
    const rowsOf = (report: typeof zReport) =>
      (sheetsOf(report, i18next.t, 'en')[0]?.rows ?? [])
        .filter((row) => row[5] === 'EGP')
        .map((row) => [row[0], row[3], row[4]]);
    const earlier = ['Of these, first seen on an earlier day', 4, '800.00'];
    expect(rowsOf(z)).toEqual([
      ['Sales', 3, '158.39'],
      ['Refunds', 1, '-2.35'],
      ['Voids', 1, '-30.00'],
      ['Reversals', 1, '-28.39'],
      ['Net', 6, '97.65'],
      earlier,
    ]);
    expect(rowsOf(zReport)).toEqual([['Sales', 1_245, '9888973.71'], ['Reversals', 2, '241.00'], earlier]);
  });

  it('has amounts and counts by type, each with its currency, and references as texts', async () => {
    await useTexts('en');
    const [facts, totals, lines, , , changes] = sheetsOf(zReport, i18next.t, 'en');
    expect(facts?.rows).toContainEqual(['Z report', '000123', null, null, null, null]);
    expect(facts?.rows).toContainEqual(['Sales', null, null, 1_245, '9888973.71', 'EGP']);
    expect(facts?.rows).toContainEqual(['Business day', '2026-11-20', null, null, null, null]);
    expect(facts?.rows).toContainEqual(['Environment', 'PRACTICE', null, null, null, null]);
    expect(totals?.rows).toContainEqual(['No type given', 'No entry mode given', 1, '-15.00', 'EGP']);
    // The close was counted at once by type: no terminal, and no slips.
    expect(lines?.rows[0]).toEqual([
      null,
      'Sale',
      1_245,
      null,
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
