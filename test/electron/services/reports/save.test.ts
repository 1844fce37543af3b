import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { NewEntry } from '#electron/audit/entry.ts';
import { defaultExportFolder } from '#electron/services/reports/default-folder.ts';
import { createReportService, type ReportNeeds } from '#electron/services/reports/index.ts';
import { DOCUMENT_HEAD, type SaveInput } from '#shared/contract/reports.ts';
import { storageError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { exportWorkerUrl } from '../../../workers.ts';

const root = mkdtempSync(join(tmpdir(), 'closeout-save-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function bench(more: Partial<ReportNeeds> = {}) {
  const entries: NewEntry[] = [];
  const shown: string[] = [];
  let folder: string | null = null;
  const reports = createReportService({
    defaultFolder: join(root, 'usual'),
    folder: { get: () => folder, set: (next) => (folder = next) },
    byteOrderMark: () => false,
    printToPdf: () => Promise.resolve(ok(new TextEncoder().encode('%PDF-1.7'))),
    exportWorkerUrl,
    showInFolder: (path) => shown.push(path),
    ...more,
  });
  const save = (input: SaveInput) => reports.save(input, async (entry) => entries.push(entry));
  return { reports, save, entries, shown };
}
const csv: SaveInput = {
  format: 'csv',
  fileName: ['Z', 'a/b', '000123'],
  sheets: [
    {
      name: 's',
      rtl: false,
      timeZone: 'Africa/Cairo',
      columns: [{ header: 'A', kind: 'amount' }],
      rows: [['-1.50'], ['2.00']],
    },
  ],
};
const pdf = (html: string): SaveInput => ({ format: 'pdf', fileName: ['Z'], paper: 'a4', html });
const codeOf = async (answer: Promise<{ ok: boolean; error?: { code: string } }>) =>
  (await answer).error?.code;

describe('saving a report', () => {
  it('writes the file, answers where it is, and records name, format, rows and what it holds', async () => {
    const { save, entries } = bench();
    const path = join(root, 'usual', 'Z-a b-000123.csv');
    const text = 'A\r\n-1.50\r\n2.00\r\n';
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await save(csv)).toEqual(ok({ path, bytes: text.length, sha256, canShow: true }));
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(entries).toEqual([
      {
        action: 'report.saved',
        target: path,
        params: { format: 'csv', rows: 2, bytes: text.length, sha256 },
        outcome: 'ok',
      },
    ]);
  });

  it('a file of another maker is written as it came, and recorded', async () => {
    const { reports, entries } = bench();
    const text = 'id,note\r\n1,=1+1\r\n';
    const saved = await reports.saveAsItCame(['Payments', 'from the gateway'], text, async (entry) =>
      entries.push(entry),
    );
    const path = join(root, 'usual', 'Payments-from the gateway.csv');
    expect(saved).toMatchObject(ok({ path, bytes: text.length }));
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(entries).toMatchObject([{ action: 'report.saved', target: path, params: { rows: null } }]);
  });

  it('refuses a document that could load something, before anything renders it', async () => {
    let rendered = 0;
    const { save, entries } = bench({
      printToPdf: () => {
        rendered += 1;
        return Promise.resolve(ok(new Uint8Array()));
      },
    });
    const answer = await save(pdf(`${DOCUMENT_HEAD}</head><body><img></body></html>`));
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'invalid', params: { where: 'reports.save html element img' } },
    });
    expect([rendered, entries.length]).toEqual([0, 0]);
  });

  it('says what is wrong where no PDF can be made, or the time zone is not known', async () => {
    const { save } = bench({ printToPdf: () => Promise.resolve(err(storageError('pdf-no-browser'))) });
    expect(await codeOf(save(pdf(`${DOCUMENT_HEAD}</head><body></body></html>`)))).toBe('pdf-no-browser');
    const sheets =
      csv.format === 'csv' ? csv.sheets.map((sheet) => ({ ...sheet, timeZone: 'Mars/Base' })) : [];
    expect(await codeOf(save({ format: 'xlsx', fileName: ['x'], sheets }))).toBe('invalid');
  });

  it('shows only what it has saved', async () => {
    const { reports, save, shown } = bench();
    const saved = await save(csv);
    const path = saved.ok ? saved.value.path : '';
    expect((await reports.show({ path: '/etc/passwd' })).ok).toBe(false);
    expect((await reports.show({ path })).ok).toBe(true);
    expect(shown).toEqual([path]);
  });
});

describe('the folder for files', () => {
  it('is the usual one until somebody chooses another that can be written', async () => {
    const { reports } = bench();
    expect(await reports.folder()).toEqual(ok({ folder: join(root, 'usual'), chosen: false }));
    expect(await codeOf(reports.setFolder({ folder: 'not/whole' }))).toBe('export-folder-invalid');
    expect(await codeOf(reports.setFolder({ folder: '  ' }))).toBe('export-folder-invalid');
    const other = join(root, 'other');
    expect(await reports.setFolder({ folder: other })).toEqual(ok({ folder: other, chosen: true }));
    expect(await reports.setFolder({ folder: null })).toEqual(
      ok({ folder: join(root, 'usual'), chosen: false }),
    );
  });

  it('is in the home where there are no documents', () => {
    expect(defaultExportFolder(root, {})).toBe(join(root, 'Closeout'));
  });
});
