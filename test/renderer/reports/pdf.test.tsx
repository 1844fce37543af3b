import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPrintToPdf } from '#electron/hosts/browser/print-to-pdf.ts';
import { problemOfDocument } from '#electron/services/reports/check-document.ts';
import { paperOf } from '#renderer/features/reports/paper.tsx';
import type { PaperReport } from '#renderer/features/reports/report.ts';
import type { Paper } from '#shared/contract/reports.ts';
import { findBrowser } from '../../tooling/machine.ts';
import { markedReport, xReport, zReport } from './fixture.ts';
import { useTexts } from './texts.ts';

const browser = findBrowser();
const canReadText = spawnSync('pdftotext', ['-v']).status === 0;
/** Set to look at the pages. */
const kept = process.env['CLOSEOUT_PAPER_DIR'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'closeout-paper-test-'));
mkdirSync(folder, { recursive: true });
afterAll(() => kept === undefined && rmSync(folder, { recursive: true, force: true }));

const cases = (['en', 'ar'] as const).flatMap((language) =>
  (['a4', 'receipt'] as const).flatMap((paper) =>
    (
      [
        ['x', xReport],
        ['z', zReport],
        ['marked', markedReport],
      ] as const
    ).map(([kind, report]) => [kind, language, paper, report] as const),
  ),
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

describe.skipIf(browser === null)('a PDF by the installed browser', () => {
  it.each(cases)(
    '%s in %s on %s has the size of its paper and nothing lost',
    async (kind, language, paper, report) => {
      const path = await pdfOf(report, language, paper, `${kind}-${language}-${paper}`);
      const sizes = sizesOf(path);
      expect(new Set(sizes.map(String))).toEqual(new Set([paper === 'a4' ? '210,297' : '80,297']));
      if (!canReadText) return;
      const text = textOf(path).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
      for (const amount of ['12,430.50', '9,876,543.21', '120.00', '241.00']) expect(text).toContain(amount);
      if (kind !== 'x') {
        expect(text).toContain('000123');
        expect(text).toContain('120.00');
        expect(text.replace(/\s/g, '')).toContain('3fa209bc6d1e4f77');
      }
    },
  );

  it.skipIf(!canReadText)(
    'says on every page of A4 that it is practice, its marks, whose it is, and which page of how many',
    async () => {
      // Each several times: whether a font is there in time is a matter of luck.
      for (const [report, marks] of [
        [markedReport, 'PRACTICE · PROVISIONAL · REOPENED · COPY 3'],
        [zReport, 'PRACTICE · COPY 2'],
        [zReport, 'PRACTICE · COPY 2'],
        [zReport, 'PRACTICE · COPY 2'],
      ] as const) {
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
    },
  );
});

/** Not one that has ended and that nobody has asked about yet. */
function isAlive(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  return status === 0 && !stdout.startsWith('Z');
}

describe('without the browser', () => {
  it('says so', async () => {
    const answer = await createPrintToPdf(() => null)('', 'a4');
    expect(answer.ok ? '' : answer.error.code).toBe('pdf-no-browser');
  });

  it('a browser that cannot be started, fails, or does not end is an error, and leaves nothing', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('closeout-paper-')).length;
    const codeOf = async (path: string): Promise<string> => {
      const answer = await createPrintToPdf(() => path, 300)('', 'a4');
      return answer.ok ? '' : `${answer.error.code} ${answer.error.params['problem']}`;
    };
    expect(await codeOf('/not/there')).toBe('pdf-failed ENOENT');
    expect(await codeOf('/bin/false')).toBe('pdf-failed exit 1');
    expect(await codeOf('/bin/true')).toBe('pdf-failed ENOENT');
    const other = join(folder, 'other.sh');
    writeFileSync(
      other,
      '#!/bin/sh\nfor a; do case $a in --print-to-pdf=*) echo "%PDF-1.4 an error page" >${a#*=};; esac; done\n',
      { mode: 0o755 },
    );
    expect(await codeOf(other)).toBe('pdf-failed content');
    const script = join(folder, 'hangs.sh');
    const pids = join(folder, 'pids');
    writeFileSync(script, `#!/bin/sh\nsleep 1000 &\necho $$ $! >${pids}\nsleep 1000\n`, { mode: 0o755 });
    expect(await codeOf(script)).toBe('pdf-failed time');
    await expect
      .poll(() => readFileSync(pids, 'utf8').trim().split(' ').map(Number).filter(isAlive))
      .toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('closeout-paper-')).length).toBe(before);
  });
});
