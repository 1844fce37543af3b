import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { problemOfDocument } from '#electron/services/reports/check-document.ts';
import { money } from '#shared/money/money.ts';
import { paperOf } from '#renderer/features/reports/paper.tsx';
import { fileNameOf, type PaperReport } from '#renderer/features/reports/report.ts';
import { ReportSheet } from '#renderer/features/reports/sheet.tsx';
import type { Locale } from '#renderer/i18n/format.ts';
import { content, unreadRow, xReport, zDocument, zReport } from './fixture.ts';
import { useTexts } from './texts.ts';

const english: Locale = { language: 'en', digits: 'latin' };
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '|')
    .replace(/\s*\|[\s|]*/g, '|')
    .replace(/&#x27;/g, "'")
    .replaceAll('&quot;', '"');
async function textOf(report: PaperReport, locale = english, paper: 'screen' | 'receipt' = 'screen') {
  await useTexts(locale.language);
  const html = renderToStaticMarkup(<ReportSheet report={report} locale={locale} paper={paper} />);
  // Decimals in Arabic digits have a slot of their own; the number is one word.
  return plain(html.replaceAll(/<span class="money-fraction">([^<]*)<\/span>/g, '$1'));
}
const zWith = (
  change: Partial<typeof content>,
  more: Partial<typeof zDocument> = {},
  copy = 0,
): PaperReport => ({
  kind: 'z',
  z: { ...zDocument, ...more, content: { ...content, ...change } },
  copy,
});
const reopened = { atMs: Date.UTC(2026, 10, 22, 7), by: 'Mona', approvedBy: 'Karim', reason: 'Wrong count' };

describe('the marks of a report', () => {
  it('are there where they apply, and only there', async () => {
    const final = await textOf(zWith({ environment: 'live' }));
    for (const mark of ['PROVISIONAL', 'REOPENED', 'COPY', 'PREVIEW', 'PRACTICE', 'TEST', 'LIVE'])
      expect(final).not.toContain(mark);
    expect(await textOf(zWith({ kind: 'provisional' }))).toContain('|PROVISIONAL|');
    expect(await textOf(zWith({}, {}, 3))).toContain('|COPY 3|');
    expect(await textOf({ kind: 'preview', content })).toContain('|PREVIEW, NOT CLOSED|');
    const again = await textOf(zWith({}, { reopened }));
    expect(again).toContain('|REOPENED|');
    expect(again).toContain('Reopened 22 Nov 2026, 09:00 by Mona, approved by Karim:|Wrong count|');
  });

  it('say in words which world it is, at the head, at the foot and on every page', async () => {
    const text = await textOf(zWith({ environment: 'test' }));
    expect(text.match(/TEST · no real money/g)).toHaveLength(2);
    expect(paperOf(zWith({ environment: 'test', kind: 'provisional' }), 'a4', english)).toContain(
      '@top-center{content:"TEST · PROVISIONAL"',
    );
    expect(paperOf(zWith({ environment: 'live' }), 'a4', english)).toContain('@top-center{content:""');
  });
});

describe('a Z', () => {
  it('says what a terminal that was left out holds, with what is in no sum', async () => {
    const terminals = content.terminals.map((terminal) =>
      terminal.leftOut
        ? { ...terminal, leftNotSummed: [{ count: 1, amount: money(7_700n, 'EGP') }] }
        : terminal,
    );
    const said = (await textOf(zWith({ terminals }))).replaceAll('|', '');
    expect(said).toContain('last known:EGP450.50');
    expect(said).toContain('in no sum, their kind is not known:EGP77.00');
  });

  it('says what it is, of whom, when, and how it can be checked', async () => {
    const text = await textOf(zReport);
    for (const said of [
      'This closes the business day in Closeout. It does not settle cards.',
      '|000123|',
      'Issue 2',
      'Friday, 20\u00a0November 2026',
      '21 Nov 2026, 04:00',
      'Egypt Time',
      '20 Nov 2026, 23:30',
      'Totals differ',
      '09:05 to 23:41',
      '15h 5m before this report',
      'Closeout 0.1.0',
      '|412|',
      '3fa2 09bc 6d1e 4f77 80aa 5511 c3d9 e2b4 806f 1d2c 9b7a 6e5d 4c3b 2a19 08f7 e6d5',
      'Approved by: name, signature, date',
    ])
      expect(text).toContain(said);
  });

  it('says beside its verdict what the day came to and by how much it differs', async () => {
    await useTexts('en');
    const total = (count: number, minor: bigint) => [{ count, amount: { minor, currency: 'EGP' } }];
    const sums = {
      ...{ net: total(1, 9_765n), sales: total(1, 9_765n), returns: [], undone: [], notSummed: [] },
      ...{ refunds: [], voids: [], reversals: [] },
    };
    const lines = content.lines.slice(0, 1).map((line) => ({
      ...line,
      paymentType: 'SALE',
      difference: { minor: -35n, currency: 'EGP' },
    }));
    const said = (verdict: 'differ' | 'agree') => textOf(zWith({ verdict, sums, lines }));
    expect((await said('differ')).replaceAll('|', '')).toMatch(
      /Totals differ\s*Expected\s*EGP\s*97\.65\s*Difference\s*EGP\s*−0\.35\s*Counted\s*EGP\s*97\.30/,
    );
    const paper = paperOf(zWith({ verdict: 'differ', sums, lines }), 'a4', english);
    expect(problemOfDocument(paper)).toBeNull();
    expect(await said('agree')).not.toMatch(/97\.65[|\s]*·[|\s]*Difference/);
  });

  it('says which numbers are missing before it, and nothing where none is', async () => {
    expect(await textOf(zReport)).not.toContain('not on this PC');
    expect(await textOf(zWith({ skipped: { from: 122, to: 122 } }), english, 'receipt')).toContain(
      '|Z number 000122 is not on this PC. A lost journal may have used it, so it is not used again.|',
    );
    expect(await textOf(zWith({ skipped: { from: 120, to: 122 } }))).toContain(
      '|Z numbers 000120 to 000122 are not on this PC',
    );
    const arabic = await textOf(zWith({ skipped: { from: 120, to: 122 } }), {
      language: 'ar',
      digits: 'arabic',
    });
    expect(arabic).toContain('أرقام Z من 000120 إلى 000122 غير موجودة على هذا الكمبيوتر');
  });

  it('keeps currencies apart, and shows a difference with its sign, reason and person', async () => {
    const text = await textOf(zReport);
    expect(text).toContain('Totals by type and entry mode · EGP');
    expect(text).toContain('Totals by type and entry mode · USD');
    expect(text).toMatch(/Sale\|9,888,973\.71\|9,888,853\.71\|−120\.00\|A slip is missing/);
  });

  it('lists what changed since the provisional issue, and what was carried or left', async () => {
    const text = await textOf(zReport);
    expect(text).toContain('Since the provisional issue|000123 · 1|');
    expect(text).toContain('37 transactions were acknowledged since.');
    expect(text.match(/Added/g)).toHaveLength(40);
    expect(text.match(/Taken out/g)).toHaveLength(2);
    expect(text).toContain('0199c2f4-7b1e-7cc0-9d52-0242ac120002');
    expect(text).toContain('2 transactions left outstanding:');
  });

  it('names each row that was acknowledged without being read, and why', async () => {
    const text = await textOf(zWith({ unread: [unreadRow] }));
    expect(text).toContain('Acknowledged without being read in full, in no sum');
    expect(text).toContain('|{"amount":1234.5678}|');
    expect(text).toContain('|The portal shows EGP 1,234.57|');
    expect(await textOf(zReport)).not.toContain('without being read');
  });

  it('says the same on a roll', async () => {
    const text = await textOf(zReport, english, 'receipt');
    for (const said of ['9,876,543.21', '−120.00', '|000123|', '1,204']) expect(text).toContain(said);
  });

  it('has the digits that a person chose', async () => {
    expect(await textOf(zReport, { language: 'ar', digits: 'arabic' })).toContain('٩٬٨٧٦٬٥٤٣٫٢١');
  });

  it('shows what people wrote as text', async () => {
    await useTexts('en');
    const html = paperOf(zWith({ provisionalNote: '</style><script>alert(1)</script>' }), 'a4', english);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });
});

it('an X says that it changes nothing, and has no number, count or signature', async () => {
  const text = await textOf(xReport);
  expect(text).toContain('Totals as of now. It changes nothing and can be repeated.');
  for (const absent of ['000123', 'Counted and expected', 'signature', 'SHA-256', 'no real money'])
    expect(text).not.toContain(absent);
});

it('a day without transactions says so', async () => {
  const nothing = { totals: [], sales: [], reversals: [], late: [], lines: [], changes: null, carried: [] };
  expect(await textOf(zWith(nothing))).toContain('No transactions.');
});

it('a file is named after the report', () => {
  expect(fileNameOf(zReport)).toEqual(['Z', 'مدينة نصر · Nasr City', '000123', 'r2', 'final']);
  expect(fileNameOf(zWith({ revision: 1, kind: 'provisional' }))).toEqual([
    'Z',
    'مدينة نصر · Nasr City',
    '000123',
    'provisional',
  ]);
  expect(fileNameOf(xReport)).toEqual(['X', 'مدينة نصر · Nasr City', '2026-11-20']);
});
