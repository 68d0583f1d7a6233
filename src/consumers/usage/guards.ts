import type * as Ts from "typescript";
import {
  type Accepted,
  both,
  either,
  acceptsNothing,
  nullish,
  acceptedOnly,
  acceptedWithout,
} from "./accepting.ts";
import type { Compiler } from "./load-compiler.ts";
import type { ProgramPart } from "./references.ts";

/** What conditions are read with. */
interface GuardParts extends ProgramPart {
  /** What may be given where a value of a type is wanted. */
  readonly accepts: (type: Ts.Type) => Accepted;
}

/** A reference in a condition, which holds or does not. */
interface Guarded {
  readonly reference: string;
  readonly holds: boolean;
}

/** The text of a reference, ignoring optional chaining. */
const spelling = (node: Ts.Node): string =>
  node
    .getText()
    .replaceAll(/\?\.(?=[[(])/g, "")
    .replaceAll("?.", ".")
    .replaceAll(/[!\s]/g, "");

const bare = (compiler: Compiler, node: Ts.Expression): Ts.Expression =>
  compiler.isParenthesizedExpression(node) ? bare(compiler, node.expression) : node;

/** Whether an expression is the reference, or reads something of it only if it exists. */
const reaches = (node: Ts.Expression, reference: string): boolean => {
  const text = spelling(node);
  return text === reference || text.startsWith(`${reference}.`) || text.startsWith(`${reference}[`);
};

/** The missing value that an expression is. */
const missingIn = (compiler: Compiler, node: Ts.Expression): "null" | "absent" | undefined =>
  node.kind === compiler.SyntaxKind.NullKeyword
    ? "null"
    : compiler.isIdentifier(node) && node.text === "undefined"
      ? "absent"
      : undefined;

const equalityOf = ({ SyntaxKind }: Compiler, kind: Ts.SyntaxKind): "equal" | "unequal" | undefined =>
  kind === SyntaxKind.EqualsEqualsToken || kind === SyntaxKind.EqualsEqualsEqualsToken
    ? "equal"
    : kind === SyntaxKind.ExclamationEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken
      ? "unequal"
      : undefined;

const isLoose = ({ SyntaxKind }: Compiler, kind: Ts.SyntaxKind): boolean =>
  kind === SyntaxKind.EqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsToken;

/** `typeof name === "string"` */
const byTypeof = (
  { compiler }: GuardParts,
  left: Ts.Expression,
  right: Ts.Expression,
  { reference, holds }: Guarded,
): Accepted => {
  if (!compiler.isTypeOfExpression(left) || !compiler.isStringLiteralLike(right)) return acceptsNothing;
  if (spelling(left.expression) !== reference) return acceptsNothing;
  if (right.text === "undefined") return holds ? acceptsNothing : acceptedOnly("absent");
  return holds && right.text !== "object" ? nullish : acceptsNothing;
};

/** `name !== null`; the two are equal if the condition holds. */
const byEquality = (parts: GuardParts, node: Ts.BinaryExpression, guarded: Guarded): Accepted => {
  const { compiler, checker, accepts } = parts;
  const { reference, holds } = guarded;
  const [left, right] = [bare(compiler, node.left), bare(compiler, node.right)];
  const byType = either(byTypeof(parts, left, right, guarded), byTypeof(parts, right, left, guarded));
  if (byType.size > 0) return byType;
  const [one, other] = reaches(left, reference) ? [left, right] : [right, left];
  if (!reaches(one, reference)) return acceptsNothing;
  const isExact = spelling(one) === reference;
  const missing = missingIn(compiler, other);
  if (missing === undefined) {
    // A value that equals an existing value exists.
    return holds ? acceptedWithout(nullish, accepts(checker.getTypeAtLocation(other))) : acceptsNothing;
  }
  if (holds) return acceptsNothing;
  if (isLoose(compiler, node.operatorToken.kind)) return nullish;
  return isExact ? acceptedOnly(missing) : missing === "absent" ? nullish : acceptsNothing;
};

/** `isText(name)` */
const byPredicate = (
  { checker, accepts }: GuardParts,
  node: Ts.CallExpression,
  { reference, holds }: Guarded,
): Accepted => {
  const signature = checker.getResolvedSignature(node);
  const predicate = signature === undefined ? undefined : checker.getTypePredicateOfSignature(signature);
  if (predicate?.type === undefined || predicate.parameterIndex === undefined || !holds)
    return acceptsNothing;
  const argument = node.arguments[predicate.parameterIndex];
  if (argument === undefined || spelling(argument) !== reference) return acceptsNothing;
  return acceptedWithout(nullish, accepts(predicate.type));
};

/** A condition of two; undefined for an operator that makes none. */
const byOperator = (parts: GuardParts, node: Ts.BinaryExpression, guarded: Guarded): Accepted | undefined => {
  const { SyntaxKind } = parts.compiler;
  const { kind } = node.operatorToken;
  const { reference, holds } = guarded;
  const sides = () =>
    [excludedBy(parts, node.left, guarded), excludedBy(parts, node.right, guarded)] as const;
  if (kind === SyntaxKind.AmpersandAmpersandToken) return holds ? either(...sides()) : both(...sides());
  if (kind === SyntaxKind.BarBarToken) return holds ? both(...sides()) : either(...sides());
  const equality = equalityOf(parts.compiler, kind);
  if (equality !== undefined)
    return byEquality(parts, node, { reference, holds: (equality === "equal") === holds });
  if (kind !== SyntaxKind.InstanceOfKeyword) return undefined;
  return holds && spelling(node.left) === reference ? nullish : acceptsNothing;
};

/** What a condition excludes for a reference if it holds, or does not hold. */
const excludedBy = (parts: GuardParts, condition: Ts.Expression, guarded: Guarded): Accepted => {
  const { compiler } = parts;
  const { reference, holds } = guarded;
  const node = bare(compiler, condition);
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken)
    return excludedBy(parts, node.operand, { reference, holds: !holds });
  const byBoth = compiler.isBinaryExpression(node) ? byOperator(parts, node, guarded) : undefined;
  if (byBoth !== undefined) return byBoth;
  const byCall = compiler.isCallExpression(node) ? byPredicate(parts, node, guarded) : acceptsNothing;
  if (byCall.size > 0) return byCall;
  return holds && reaches(node, reference) ? nullish : acceptsNothing;
};

const leaves = (compiler: Compiler, statement: Ts.Statement): boolean => {
  if (compiler.isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last !== undefined && leaves(compiler, last);
  }
  return (
    compiler.isReturnStatement(statement) ||
    compiler.isThrowStatement(statement) ||
    compiler.isContinueStatement(statement) ||
    compiler.isBreakStatement(statement)
  );
};

/** What the preceding statements exclude, because they leave the block otherwise. */
const excludedBefore = (
  parts: GuardParts,
  { statements }: Ts.Block | Ts.SourceFile,
  statement: Ts.Node,
  reference: string,
): Accepted => {
  const { compiler } = parts;
  let found = acceptsNothing;
  for (const one of statements) {
    if (one === statement) break;
    if (compiler.isIfStatement(one) && one.elseStatement === undefined && leaves(compiler, one.thenStatement))
      found = either(found, excludedBy(parts, one.expression, { reference, holds: false }));
  }
  return found;
};

export const createGuards = (parts: GuardParts) => ({
  spelling,
  reaches,
  /** What a condition excludes for a reference if it holds, or does not hold. */
  excluded: (condition: Ts.Expression, reference: string, holds: boolean) =>
    excludedBy(parts, condition, { reference, holds }),
  /** What the statements before one exclude, because they leave the block otherwise. */
  before: (block: Ts.Block | Ts.SourceFile, statement: Ts.Node, reference: string) =>
    excludedBefore(parts, block, statement, reference),
});

/** What conditions exclude of null and absence for a reference. */
export type Guards = ReturnType<typeof createGuards>;
