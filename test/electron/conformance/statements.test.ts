import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allChecks } from '#electron/conformance/checks/index.ts';
import { compareWithDocument, findGaps } from '#electron/conformance/coverage.ts';
import { readDocument } from '#electron/conformance/document.ts';
import { allClauses } from '#electron/conformance/clauses/index.ts';
import { checkOf } from './checks.ts';

const root = join(import.meta.dirname, '../../..');
const markdown = readFileSync(join(root, 'docs/gateway-interface.md'), 'utf8');

test('the clauses quote the whole document, and nothing that is not in it', () => {
  expect(compareWithDocument(allClauses, readDocument(markdown))).toEqual([]);
});

test('every line that says something is in the reading of the document', () => {
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const read = words(
    readDocument(markdown)
      .map(({ text }) => text)
      .join(''),
  );
  const lines = markdown.split('\n');
  const isHead = (at: number) => /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? '');
  const said = lines
    .filter((line, at) => !line.startsWith('#') && !isHead(at))
    .map((line) => words(line.replace(/^\d+\. /, '')));
  expect(said.filter((line) => !read.includes(line))).toEqual([]);
});

test('every clause has a check, a test or a reason, and every check proves what exists', () => {
  expect(findGaps(allClauses, allChecks)).toEqual([]);
});

test('every test file that a clause names exists', () => {
  const named = allClauses.flatMap(([, , , tests = []]) => tests);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a changed, a new and a missing sentence show up', () => {
  const changed = markdown.replace('30 seconds per record', '60 seconds per record');
  expect(compareWithDocument(allClauses, readDocument(changed))).toEqual([
    'the document says, no clause does: §8 Resend cooldown | 60 seconds per record | Resend a delivery',
    'a clause quotes what the document lacks: §8 Resend cooldown | 30 seconds per record | Resend a delivery',
  ]);
  const longer = markdown.replace('## 9. Versioning', '## 9. Versioning\n\n- Keys expire.');
  expect(compareWithDocument(allClauses, readDocument(longer))[0]).toContain('§9 Keys expire.');
  const shorter = markdown.replace('- The interface version is `v3`.', '');
  expect(compareWithDocument(allClauses, readDocument(shorter))[0]).toContain('The interface version');
});

test('a table is read alike however it is padded', () => {
  const tight = '## 1. A\n\n|Field|Type|\n|---|---|\n|a|b. C|\n';
  const padded = '## 1. A\n\n| Field | Type |\n| :---- | ---- |\n| a     | b. C |\n';
  expect(readDocument(tight)).toEqual(readDocument(padded));
  expect(readDocument(padded)).toEqual([
    { section: '§1', text: 'a | b.' },
    { section: '§1', text: 'C' },
  ]);
});

test('gaps are named: no proof, a wrong id, a name given twice', () => {
  const checks = [checkOf('one', { proves: ['§1-9'] }), checkOf('one')];
  expect(findGaps([['§1-1', 'It is.']], checks)).toEqual([
    'two checks have the name §4.1 one',
    'a check proves §1-9, which does not exist',
    '§1-1 has neither check, test nor reason: It is.',
  ]);
});

test('docs/generated/conformance.md is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['electron/conformance/write-docs.ts', '--check'], {
    cwd: root,
  });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

test('the suite knows neither the client nor the built-in gateway', () => {
  const files = globSync('electron/conformance/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const imports = [...readFileSync(join(root, file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from = '']) => from,
    );
    const allowed = /^(node:|zod$|oxfmt$|#shared\/|\.\.?\/)/;
    expect(imports.filter((from) => !allowed.test(from) || /\.\.\/\.\.\//.test(from))).toEqual([]);
  }
});
