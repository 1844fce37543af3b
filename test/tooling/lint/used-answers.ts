/**
 * A lint rule: whoever asks the core uses the answer. An answer is a Result that comes out of a promise. It is used if it is
 * passed on whole, or if its `error` is read. `void call(…)` is not a use. If another place tells the person of the error,
 * `toldElsewhere(call(…), 'which place')` of renderer/api/client.ts says so.
 */
import type { Rule, Scope } from 'eslint';
import type { Expression, Node } from 'estree';
import { TypeFlags, type Type, type TypeChecker } from 'typescript';

type Services = {
  program: { getTypeChecker: () => TypeChecker } | null;
  getTypeAtLocation: (node: Node) => Type;
};

const parentOf = (node: object): Node | null => (node as { parent?: Node }).parent ?? null;

const isFailure = (type: Type, checker: TypeChecker): boolean => {
  const ok = type.getProperty('ok');
  return (
    ok !== undefined &&
    type.getProperty('error') !== undefined &&
    checker.typeToString(checker.getTypeOfSymbol(ok)) === 'false'
  );
};
const isResult = (type: Type, checker: TypeChecker): boolean =>
  type.isUnion() && type.types.length > 1 && type.types.some((one) => isFailure(one, checker));

/** A Result, a list with a Result in it, or a promise of either. */
function holdsResult(type: Type, checker: TypeChecker): boolean {
  if (type.flags & TypeFlags.Any) return false;
  const awaited = checker.getAwaitedType(type) ?? type;
  if (isResult(awaited, checker)) return true;
  if (!checker.isArrayType(awaited) && !checker.isTupleType(awaited)) return false;
  return checker.getTypeArguments(awaited as never).some((one) => isResult(one, checker));
}

/** `void await x` and `await x` ask for what `x` asks for. */
function asked(expression: Expression): Expression {
  if (expression.type === 'AwaitExpression') return asked(expression.argument);
  return expression.type === 'UnaryExpression' && expression.operator === 'void'
    ? asked(expression.argument)
    : expression;
}

/** True if the place uses the whole answer or its error. */
function usesError(identifier: object): boolean {
  const parent = parentOf(identifier);
  if (parent?.type !== 'MemberExpression' || parent.object !== identifier) return true;
  return parent.property.type === 'Identifier' && parent.property.name === 'error';
}

/** True for the function in `….then((answer) => …)`. */
function isThen(node: object): boolean {
  const parent = parentOf(node);
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const { property } = parent.callee;
  return parent.arguments[0] === node && property.type === 'Identifier' && property.name === 'then';
}

/** True for `const x = await …`, `const [x] = await …` and the parameter of `then`. */
function comesFromPromise({ type, node }: Scope.Definition): boolean {
  if (type === 'Parameter') return isThen(node);
  if (type !== 'Variable') return false;
  const { init } = node;
  if (init?.type === 'ConditionalExpression')
    return [init.consequent, init.alternate].some((one) => one.type === 'AwaitExpression');
  return init?.type === 'AwaitExpression';
}

export const usedAnswers: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      dropped:
        'This answer is dropped, and an error in it is told to nobody. Use it, or say with toldElsewhere() who tells of it.',
      unread:
        'The error of this answer is never read. Show it, pass the answer on, or say with toldElsewhere() who tells of it.',
    },
  },
  create(context) {
    const { program, getTypeAtLocation } = context.sourceCode.parserServices as unknown as Services;
    if (!program) throw new Error('used-answers needs types');
    const checker = program.getTypeChecker();
    const check = (expression: Expression) => {
      if (holdsResult(getTypeAtLocation(expression), checker))
        context.report({ node: expression, messageId: 'dropped' });
    };
    return {
      ExpressionStatement: ({ expression }) => {
        if (expression.type === 'AssignmentExpression') return;
        check(asked(expression));
      },
      'UnaryExpression[operator="void"]': (node: Rule.Node) => {
        if (node.type === 'UnaryExpression' && node.parent.type !== 'ExpressionStatement')
          check(asked(node.argument));
      },
      'CallExpression[callee.property.name="then"]': (node: Node) => {
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
        const [then] = node.arguments;
        const ignores =
          (then?.type === 'ArrowFunctionExpression' || then?.type === 'FunctionExpression') &&
          then.params.length === 0;
        if (ignores && node.callee.object.type !== 'Super') check(node.callee.object);
      },
      'Program:exit': () => {
        for (const scope of context.sourceCode.scopeManager.scopes)
          for (const { defs, references } of scope.variables) {
            const [def] = defs;
            const reads = references.filter((one) => one.isRead());
            if (!def || !comesFromPromise(def)) continue;
            if (reads.some(({ identifier }) => usesError(identifier))) continue;
            const type = getTypeAtLocation(def.name);
            if (isResult(type, checker)) context.report({ node: def.name, messageId: 'unread' });
          }
      },
    };
  },
};
