import type * as Ts from "typescript";
import { type Accepted, both, either, nothing, nullish, only, without } from "./accepting.ts";
import type { Compiler } from "./load-compiler.ts";

/** Of null and absence, what a value cannot be at a place, since a condition around it has excluded that. */
export type Guards = (reference: Ts.Expression) => Accepted;

/** How a reference is spelt, whether or not a link of it may be missing. */
const spelling = (node: Ts.Node): string =>
  node
    .getText()
    .replaceAll(/\?\.(?=[[(])/g, "")
    .replaceAll("?.", ".")
    .replaceAll(/[!\s]/g, "");

interface GuardContext {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  readonly accepts: (type: Ts.Type) => Accepted;
}

const bare = (context: GuardContext, node: Ts.Expression): Ts.Expression =>
  context.compiler.isParenthesizedExpression(node) ? bare(context, node.expression) : node;

/** Whether an expression is the reference, or reads something behind it only where it is there. */
const reaches = (context: GuardContext, node: Ts.Expression, reference: string): boolean => {
  const text = spelling(node);
  return text === reference || text.startsWith(`${reference}.`) || text.startsWith(`${reference}[`);
};

const isNothing = (context: GuardContext, node: Ts.Expression): "null" | "absent" | undefined =>
  node.kind === context.compiler.SyntaxKind.NullKeyword
    ? "null"
    : context.compiler.isIdentifier(node) && node.text === "undefined"
      ? "absent"
      : undefined;

const isEquality = (context: GuardContext, kind: Ts.SyntaxKind): "equal" | "unequal" | undefined =>
  kind === context.compiler.SyntaxKind.EqualsEqualsToken ||
  kind === context.compiler.SyntaxKind.EqualsEqualsEqualsToken
    ? "equal"
    : kind === context.compiler.SyntaxKind.ExclamationEqualsToken ||
        kind === context.compiler.SyntaxKind.ExclamationEqualsEqualsToken
      ? "unequal"
      : undefined;

const isLoose = (context: GuardContext, kind: Ts.SyntaxKind): boolean =>
  kind === context.compiler.SyntaxKind.EqualsEqualsToken ||
  kind === context.compiler.SyntaxKind.ExclamationEqualsToken;

const byTypeof = (
  context: GuardContext,
  left: Ts.Expression,
  right: Ts.Expression,
  reference: string,
  holds: boolean,
): Accepted => {
  if (!context.compiler.isTypeOfExpression(left) || !context.compiler.isStringLiteralLike(right))
    return nothing;
  if (spelling(left.expression) !== reference) return nothing;
  if (right.text === "undefined") return holds ? nothing : only("absent");
  return holds && right.text !== "object" ? nullish : nothing;
};

const byEquality = (
  context: GuardContext,
  node: Ts.BinaryExpression,
  reference: string,
  holds: boolean,
): Accepted => {
  const [left, right] = [bare(context, node.left), bare(context, node.right)];
  const byType = either(
    byTypeof(context, left, right, reference, holds),
    byTypeof(context, right, left, reference, holds),
  );
  if (byType.size > 0) return byType;
  const [one, other] = reaches(context, left, reference) ? [left, right] : [right, left];
  if (!reaches(context, one, reference)) return nothing;
  const isExact = spelling(one) === reference;
  const missing = isNothing(context, other);
  if (missing === undefined) {
    // What equals a value that is there is there.
    return holds ? without(nullish, context.accepts(context.checker.getTypeAtLocation(other))) : nothing;
  }
  if (holds) return nothing;
  if (isLoose(context, node.operatorToken.kind)) return nullish;
  return isExact ? only(missing) : missing === "absent" ? nullish : nothing;
};

const byPredicate = (
  context: GuardContext,
  node: Ts.CallExpression,
  reference: string,
  holds: boolean,
): Accepted => {
  const signature = context.checker.getResolvedSignature(node);
  const predicate =
    signature === undefined ? undefined : context.checker.getTypePredicateOfSignature(signature);
  if (predicate?.type === undefined || predicate.parameterIndex === undefined || !holds) return nothing;
  const argument = node.arguments[predicate.parameterIndex];
  if (argument === undefined || spelling(argument) !== reference) return nothing;
  return without(nullish, context.accepts(predicate.type));
};

/** What a condition that holds, or does not, excludes for a reference. */
const excluded = (
  context: GuardContext,
  condition: Ts.Expression,
  reference: string,
  holds: boolean,
): Accepted => {
  const node = bare(context, condition);
  if (
    context.compiler.isPrefixUnaryExpression(node) &&
    node.operator === context.compiler.SyntaxKind.ExclamationToken
  )
    return excluded(context, node.operand, reference, !holds);
  if (context.compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const sides = () =>
      [
        excluded(context, node.left, reference, holds),
        excluded(context, node.right, reference, holds),
      ] as const;
    if (kind === context.compiler.SyntaxKind.AmpersandAmpersandToken)
      return holds ? either(...sides()) : both(...sides());
    if (kind === context.compiler.SyntaxKind.BarBarToken)
      return holds ? both(...sides()) : either(...sides());
    const equality = isEquality(context, kind);
    if (equality !== undefined) return byEquality(context, node, reference, (equality === "equal") === holds);
    if (kind === context.compiler.SyntaxKind.InstanceOfKeyword)
      return holds && spelling(node.left) === reference ? nullish : nothing;
  }
  if (context.compiler.isCallExpression(node)) {
    const byCall = byPredicate(context, node, reference, holds);
    if (byCall.size > 0) return byCall;
  }
  return holds && reaches(context, node, reference) ? nullish : nothing;
};

const leaves = (context: GuardContext, statement: Ts.Statement): boolean => {
  if (context.compiler.isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last !== undefined && leaves(context, last);
  }
  return (
    context.compiler.isReturnStatement(statement) ||
    context.compiler.isThrowStatement(statement) ||
    context.compiler.isContinueStatement(statement) ||
    context.compiler.isBreakStatement(statement)
  );
};

/** What the statements before one exclude, since they leave where it is not so. */
const before = (
  context: GuardContext,
  statement: Ts.Node,
  statements: readonly Ts.Statement[],
  reference: string,
): Accepted => {
  let found = nothing;
  for (const one of statements) {
    if (one === statement) break;
    if (
      context.compiler.isIfStatement(one) &&
      one.elseStatement === undefined &&
      leaves(context, one.thenStatement)
    )
      found = either(found, excluded(context, one.expression, reference, false));
  }
  return found;
};

const byParent = (context: GuardContext, node: Ts.Node, parent: Ts.Node, reference: string): Accepted => {
  if (context.compiler.isIfStatement(parent) && node !== parent.expression)
    return excluded(context, parent.expression, reference, node === parent.thenStatement);
  if (context.compiler.isConditionalExpression(parent) && node !== parent.condition)
    return excluded(context, parent.condition, reference, node === parent.whenTrue);
  if (context.compiler.isWhileStatement(parent) && node === parent.statement)
    return excluded(context, parent.expression, reference, true);
  if (context.compiler.isBinaryExpression(parent) && node === parent.right) {
    const { kind } = parent.operatorToken;
    if (kind === context.compiler.SyntaxKind.AmpersandAmpersandToken)
      return excluded(context, parent.left, reference, true);
    if (kind === context.compiler.SyntaxKind.BarBarToken)
      return excluded(context, parent.left, reference, false);
  }
  if (context.compiler.isBlock(parent) || context.compiler.isSourceFile(parent))
    return before(context, node, parent.statements, reference);
  if (context.compiler.isCaseClause(parent) && node !== parent.expression)
    return reaches(context, parent.parent.parent.expression, reference) ? nullish : nothing;
  return nothing;
};

export const createGuards =
  (compiler: Compiler, checker: Ts.TypeChecker, accepts: (type: Ts.Type) => Accepted): Guards =>
  (reference) => {
    const context = { compiler, checker, accepts };
    const text = spelling(reference);
    let found = nothing;
    for (let node: Ts.Node = reference; !compiler.isSourceFile(node); node = node.parent)
      found = either(found, byParent(context, node, node.parent, text));
    return found;
  };
