import { existsSync } from 'node:fs';
import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { expect, it } from 'vitest';
import { longFunctions, MOST_LINES, shortFunctions } from './long-functions.ts';

const lint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: ts.parser },
    plugins: { house: { rules: { 'short-functions': shortFunctions } } },
    rules: { 'house/short-functions': ['error', [...longFunctions]] },
  },
});
const said = async (text: string, filePath: string) =>
  (await lint.lintText(text, { filePath })).flatMap(({ messages }) =>
    messages.map(({ messageId }) => messageId),
  );
const ofLines = (head: string, count: number) => `${head}\n${'// one\n'.repeat(count - 2)}}`;

it('takes a function of 70 lines and refuses one more line, however the function is written', async () => {
  for (const head of ['function one() {', 'const one = () => {', 'const one = memo(() => {']) {
    const close = head.includes('memo') ? ')' : '';
    expect(await said(ofLines(head, MOST_LINES) + close, 'shared/one.ts')).toEqual([]);
    expect(await said(ofLines(head, MOST_LINES + 1) + close, 'shared/one.ts')).toEqual(['long']);
  }
});

it('a name on the list is taken while its function is long, and refused once it is short', async () => {
  const [file = '', name = ''] = longFunctions[0]?.split(': ') ?? [];
  expect(await said(ofLines(`function ${name}() {`, MOST_LINES + 1), file)).toEqual([]);
  expect(await said(`function ${name}() {}`, file)).toEqual(['short']);
});

it('names only files that there are', () => {
  expect(longFunctions.filter((one) => !existsSync(one.split(': ')[0] ?? ''))).toEqual([]);
});
