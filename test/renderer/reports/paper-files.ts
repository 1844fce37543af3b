/** PDFs of papers by the installed browser, and what they hold. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createPrintToPdf } from '#electron/hosts/browser/print-to-pdf.ts';
import { problemOfDocument } from '#electron/services/reports/check-document.ts';
import { paperOf } from '#renderer/features/reports/paper.tsx';
import type { PaperReport } from '#renderer/features/reports/report.ts';
import type { Paper } from '#shared/contract/reports.ts';
import { findBrowser } from '../../tooling/machine.ts';
import { markedReport, xReport, zReport } from './fixture.ts';
import { useTexts } from './texts.ts';

export const browser = findBrowser();
export const canReadText = spawnSync('pdftotext', ['-v']).status === 0;
/** Set to look at the pages. */
const kept = process.env['CLOSEOUT_PAPER_DIR'];
export const folder = kept ?? mkdtempSync(join(tmpdir(), 'closeout-paper-test-'));
mkdirSync(folder, { recursive: true });
export const removeFolder = () => kept === undefined && rmSync(folder, { recursive: true, force: true });

const reports = { x: xReport, z: zReport, marked: markedReport };
type Case = readonly [kind: keyof typeof reports, paper: Paper];
/** Each report on each paper. */
export const cases: readonly Case[] = (['a4', 'receipt'] as const).flatMap((paper) =>
  (['x', 'z', 'marked'] as const).map((kind) => [kind, paper] as const),
);

async function pdfOf(
  report: PaperReport,
  language: 'en' | 'ar',
  paper: Paper,
  name: string,
): Promise<string> {
  await useTexts(language);
  const html = paperOf(report, paper, { language, digits: 'latin' });
  expect(problemOfDocument(html)).toBeNull();
  const pdf = await createPrintToPdf(() => browser)(html, paper);
  if (!pdf.ok) throw new Error(JSON.stringify(pdf.error));
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, pdf.value);
  return path;
}
/** In millimetres, one a page. */
const sizesOf = (path: string) =>
  [...readFileSync(path, 'latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [Math.round(Number(width) * 0.352778), Math.round(Number(height) * 0.352778)],
  );
const textOf = (path: string, page?: number) =>
  execFileSync('pdftotext', ['-layout', ...(page ? ['-f', `${page}`, '-l', `${page}`] : []), path, '-'], {
    encoding: 'utf8',
  });

/** The paper has its size, and its amounts, number and hash are on it. */
export async function expectWhole([kind, paper]: Case, language: 'en' | 'ar'): Promise<void> {
  const path = await pdfOf(reports[kind], language, paper, `${kind}-${language}-${paper}`);
  const sizes = sizesOf(path);
  expect(new Set(sizes.map(String))).toEqual(new Set([paper === 'a4' ? '210,297' : '80,297']));
  if (!canReadText) return;
  const text = textOf(path).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  for (const amount of ['12,430.50', '9,876,543.21', '120.00', '241.00']) expect(text).toContain(amount);
  if (kind === 'x') return;
  expect(text).toContain('000123');
  expect(text).toContain('120.00');
  expect(text.replace(/\s/g, '')).toContain('3fa209bc6d1e4f77');
}

/** Every page of A4 says its marks, whose it is, and which page of how many. */
export async function expectOnEveryPage(report: PaperReport, marks: string): Promise<void> {
  const path = await pdfOf(report, 'en', 'a4', 'pages');
  const pages = sizesOf(path).length;
  expect(pages).toBeGreaterThan(1);
  for (let page = 1; page <= pages; page += 1) {
    const text = textOf(path, page);
    expect(text).toContain(marks);
    expect(text).toContain('Z report 000123');
    expect(text).toContain(`Page ${page} of ${pages}`);
  }
}
