import {
  chmodSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { safeFileName } from '#electron/services/reports/file-name.ts';
import { exportError, saveFile, tryFolder } from '#electron/services/reports/save-file.ts';

const root = mkdtempSync(join(tmpdir(), 'closeout-export-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const bytes = (text: string) => new TextEncoder().encode(text);
const codeOf = async (folder: string) => {
  const saved = await saveFile(folder, 'a', 'csv', bytes('x'));
  return saved.ok ? 'saved' : saved.error.code;
};

describe('the name of a file', () => {
  it.each([
    [['Z', 'Nile City', '000123', 'final'], 'Z-Nile City-000123-final'],
    [['Z', 'مدينة نصر', '000123'], 'Z-مدينة نصر-000123'],
    [['../../etc/passwd'], 'etc passwd'],
    [['C:\\Windows\\a'], 'C Windows a'],
    [['CON'], 'report-CON'],
    [['nul.txt'], 'report-nul.txt'],
    [['a\u202Efdp.exe'], 'a fdp.exe'],
    [['  ', ''], 'report'],
    [['end. .'], 'end'],
    [['a\0b\nc'], 'a b c'],
  ])('%j is %s', (parts, name) => expect(safeFileName(parts)).toBe(name));

  it('is cut between characters', () => {
    const name = safeFileName(['😀'.repeat(200)]);
    expect([...name]).toHaveLength(120);
    expect(name.isWellFormed()).toBe(true);
  });
});

describe('saving a file', () => {
  it('makes the folder, and leaves nothing but the file', async () => {
    const folder = join(root, 'new', 'inside');
    const saved = await saveFile(folder, 'Z-1', 'csv', bytes('one'));
    expect(saved).toEqual({ ok: true, value: join(folder, 'Z-1.csv') });
    expect(readdirSync(folder)).toEqual(['Z-1.csv']);
    expect(readFileSync(join(folder, 'Z-1.csv'), 'utf8')).toBe('one');
  });

  it('never overwrites: a name that is taken gets a number, also when many come at once', async () => {
    const folder = join(root, 'many');
    await Promise.all(Array.from({ length: 20 }, (_, n) => saveFile(folder, 'Z', 'csv', bytes(`${n}`))));
    const names = readdirSync(folder);
    expect(names).toHaveLength(20);
    expect(names).toContain('Z.csv');
    expect(names).toContain('Z-20.csv');
    expect(new Set(names.map((name) => readFileSync(join(folder, name), 'utf8'))).size).toBe(20);
  });

  it('takes away what a killed process left a day ago, and nothing that is under way or not ours', async () => {
    const folder = join(root, 'killed');
    mkdirSync(folder);
    const [left, underWay] = ['.closeout-0123456789ab.part', '.closeout-ba9876543210.part'];
    const others = ['.0123456789ab.part', '.closeout-notes.part', 'closeout-0123456789ab.part', 'old.csv'];
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of [left, underWay, ...others]) {
      writeFileSync(join(folder, name), 'half');
      if (name !== underWay) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
    }
    mkdirSync(join(folder, '.closeout-000000000000.part'));
    await saveFile(folder, 'Z', 'csv', bytes('one'));
    const kept = [underWay, ...others, '.closeout-000000000000.part', 'Z.csv'];
    expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  });

  it('says which folder it is and why', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    expect(await codeOf(join(file, 'inside'))).toBe('export-folder-invalid');
    expect(await codeOf('not/whole')).toBe('export-folder-invalid');
    expect(await codeOf(join(root, 'nul\0'))).toBe('export-folder-invalid');
    expect(await codeOf(join(root, 'x'.repeat(300)))).toBe('export-folder-invalid');
    expect(exportError({ code: 'ENOSPC' }, '/x')).toEqual({
      kind: 'storage',
      code: 'export-disk-full',
      params: { folder: '/x' },
    });
    expect(exportError({ code: 'EROFS' }, '/x').code).toBe('export-not-writable');
    expect(exportError({ code: 'EIO' }, '/x').params).toEqual({ folder: '/x', code: 'EIO' });
  });

  it.skipIf(process.getuid?.() === 0)('refuses a folder that cannot be written', async () => {
    const folder = join(root, 'read-only');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(await codeOf(folder)).toBe('export-not-writable');
  });

  it('tries a folder without leaving anything in it', async () => {
    const folder = join(root, 'tried');
    expect((await tryFolder(folder)).ok).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    expect((await tryFolder('relative')).ok).toBe(false);
  });
});
