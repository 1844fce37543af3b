/**
 * A lint rule: a function has at most 70 lines, comments and blank lines included. Tables, which are long by nature, are named here;
 * a name whose function is short again must leave the list.
 * The rule gets the list as its option: lint then knows that a change of the list concerns every file.
 */
import { relative } from 'node:path';
import type { Rule } from 'eslint';
import type { Node } from 'estree';

export const MOST_LINES = 70;

/** Lists of columns: one entry after the other. */
export const longFunctions: readonly string[] = [
  'renderer/features/closing/history-columns.tsx: historyColumns',
  'renderer/features/import/list-columns.tsx: listColumns',
  'renderer/features/reconciliation/exception-columns.tsx: exceptionColumns',
  'renderer/features/settlement/settled-columns.tsx: settledColumns',
  'renderer/features/settlement/window-columns.tsx: windowColumns',
];

const parentOf = (node: object): Node | null => (node as { parent?: Node }).parent ?? null;

/** The function's own name, else that of the variable or property it is given to, also inside calls: `const x = memo(() => …)`. */
function nameOf(node: Node): string | null {
  if (node.type === 'FunctionDeclaration') return node.id.name;
  const parent = parentOf(node);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (parent?.type === 'Property' && parent.key.type === 'Identifier') return parent.key.name;
  return parent?.type === 'CallExpression' ? nameOf(parent) : null;
}

export const shortFunctions: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'array', items: { type: 'string' } }],
    messages: {
      long: `{{name}} has {{lines}} lines, and ${MOST_LINES} are allowed. Split it by what its parts mean.`,
      short: '{{name}} is short now: take it out of test/tooling/lint/long-functions.ts.',
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const names = context.options[0] as readonly string[];
    const listed = new Set(names.filter((one) => one.startsWith(`${file}: `)));
    const look = (node: Node) => {
      const { start, end } = node.loc ?? { start: { line: 0 }, end: { line: 0 } };
      const lines = end.line - start.line + 1;
      if (lines <= MOST_LINES) return;
      const name = nameOf(node) ?? 'A function';
      if (!listed.delete(`${file}: ${name}`))
        context.report({ node, messageId: 'long', data: { name, lines } });
    };
    return {
      FunctionDeclaration: look,
      FunctionExpression: look,
      ArrowFunctionExpression: look,
      'Program:exit'(node) {
        for (const name of listed) context.report({ node, messageId: 'short', data: { name } });
      },
    };
  },
};
