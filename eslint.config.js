import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { longFunctions, shortFunctions } from './test/tooling/lint/long-functions.ts';
import { usedAnswers } from './test/tooling/lint/used-answers.ts';

const nodeAndDom = [
  'process',
  'Buffer',
  'window',
  'document',
  'navigator',
  'localStorage',
  'fetch',
  'setTimeout',
  'setInterval',
];

export default defineConfig(
  { ignores: ['out', 'dist', 'node_modules', 'docs', 'test-results', '*.cjs', 'eslint.config.js'] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off',
      eqeqeq: 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  {
    files: ['electron/**', 'renderer/**', 'shared/**'],
    plugins: { house: { rules: { 'short-functions': shortFunctions } } },
    rules: { 'house/short-functions': ['error', longFunctions] },
  },
  {
    files: ['shared/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...nodeAndDom.map((name) => ({ name, message: 'shared/ is pure: no Node, no DOM.' })),
      ],
    },
  },
  {
    files: ['renderer/**'],
    plugins: { 'react-hooks': hooks, closeout: { rules: { 'used-answers': usedAnswers } } },
    rules: {
      ...hooks.configs.recommended.rules,
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
  {
    files: ['renderer/features/**', 'renderer/components/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'The window talks to the core only: use call() of renderer/api/client.ts.',
        },
      ],
    },
  },
);
