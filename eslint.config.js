/** The rules that only this project has. All others are oxlint's (.oxlintrc.json), which is many times as fast. */
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { longFunctions, shortFunctions } from './test/tooling/lint/long-functions.ts';
import { usedAnswers } from './test/tooling/lint/used-answers.ts';

export default defineConfig(
  { ignores: ['out', 'dist', 'node_modules', 'docs', 'test-results', '*.cjs', 'eslint.config.js'] },
  {
    files: ['{electron,renderer,shared}/**/*.{ts,tsx}'],
    languageOptions: { parser: ts.parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house: { rules: { 'short-functions': shortFunctions } } },
    rules: { 'house/short-functions': ['error', longFunctions] },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    // `used-answers` looks at types.
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { closeout: { rules: { 'used-answers': usedAnswers } } },
    rules: {
      'closeout/used-answers': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.name='parseFloat'], CallExpression[callee.property.name='toFixed']",
          message: 'No amount is ever a float: use shared/money and the formatting in renderer/i18n.',
        },
        {
          selector:
            "JSXOpeningElement[name.name=/^(div|span|p|Box|Center|Flex|Group|Paper|SimpleGrid|Skeleton|Stack|Text)$/]:has(> JSXAttribute[name.name=/^aria-label(ledby)?$/]):not(:has(> JSXAttribute[name.name='role']))",
          message: 'A screen reader ignores a label on an element without a role: give it one.',
        },
      ],
    },
  },
  // The one place that may leave an error aside: `toldElsewhere` is defined there.
  { files: ['renderer/api/client.ts'], rules: { 'closeout/used-answers': 'off' } },
);
