import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const chapters = readdirSync(join(root, 'docs/how-it-works')).map((name) => `docs/how-it-works/${name}`);
const written = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/README.md', ...chapters];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const wordsOf = (path: string) => textOf(path).split(/\s+/).filter(Boolean).length;

/** `electron/core/core.ts` in backticks; names with a placeholder or a brace stand for several files. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:electron|renderer|shared|test|resources|docs)\/[^`\s]*)`/g)];
  return quoted.map(([, path]) => path ?? '').filter((path) => !/[<{*]|\/X$/.test(path));
}

test.each(written)('every file that %s names exists', (path) => {
  const missing = namedPaths(textOf(path)).filter((named) => !existsSync(join(root, named)));
  expect(missing).toEqual([]);
});

test.each(written)('every link in %s leads somewhere', (path) => {
  const links = [...textOf(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link ?? '');
  const missing = links.filter((link) => !existsSync(resolve(root, dirname(path), link)));
  expect(missing).toEqual([]);
});

test('ARCHITECTURE.md can be read in ten minutes', () => {
  expect(wordsOf('ARCHITECTURE.md')).toBeLessThanOrEqual(1_800);
});

test.each(chapters)('%s is one diagram and at most 600 words', (path) => {
  expect(textOf(path).match(/^```mermaid$/gm)).toHaveLength(1);
  expect(wordsOf(path)).toBeLessThanOrEqual(600);
});

test('the index of the documents names every chapter', () => {
  const index = textOf('docs/README.md');
  expect(chapters.filter((path) => !index.includes(path.replace('docs/', '')))).toEqual([]);
});
