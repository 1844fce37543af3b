import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { expect, it } from 'vitest';
import { usedAnswers } from './used-answers.ts';

const lint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parser: ts.parser, parserOptions: { projectService: true } },
    plugins: { closeout: { rules: { 'used-answers': usedAnswers } } },
    rules: { 'closeout/used-answers': 'error' },
  },
});

/** What the rule says of each of these lines, as a file of the window. */
async function said(lines: readonly string[]): Promise<(string | null)[]> {
  const head = "import { call, toldElsewhere } from '../api/client.ts';";
  const [result] = await lint.lintText([head, ...lines].join('\n'), {
    filePath: 'renderer/frame/refresh.ts',
  });
  const messages = result?.messages ?? [];
  return lines.map((_, at) => messages.find(({ line }) => line === at + 2)?.messageId ?? null);
}

it('refuses every way to leave an answer of the core aside, and takes every use of its error', async () => {
  const ask = "call('app.status', {})";
  const wanted: [line: string, said: string | null][] = [
    [`void ${ask};`, 'dropped'],
    [`await ${ask};`, 'dropped'],
    [`export const a = () => void ${ask};`, 'dropped'],
    [`void ${ask}.then(() => location.reload());`, 'dropped'],
    [`await Promise.all([${ask}, 1]);`, 'dropped'],
    [`export const b = async () => { const one = await ${ask}; return one.ok; };`, 'unread'],
    [`void ${ask}.then((one) => one.ok && location.reload());`, 'unread'],
    [`export const c = async () => { const [one] = await Promise.all([${ask}]); return one.ok; };`, 'unread'],
    [`export const d = async () => { const one = await ${ask}; return one.ok ? null : one.error; };`, null],
    [`export const e = async () => { const one = await ${ask}; return one; };`, null],
    [`void toldElsewhere(${ask}, 'the band');`, null],
  ];
  expect(await said(wanted.map(([line]) => line))).toEqual(wanted.map(([, what]) => what));
});
