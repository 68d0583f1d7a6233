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
import type { TypeRelations } from "./shapes.ts";

/** The text of a reference, ignoring optional chaining. */
const spelling = (node: Ts.Node): string =>
  node
    .getText()
    .replaceAll(/\?\.(?=[[(])/g, "")
    .replaceAll("?.", ".")
    .replaceAll(/[!\s]/g, "");

export const createGuards = ({ compiler, checker }: TypeRelations, accepts: (type: Ts.Type) => Accepted) => {
  const bare = (node: Ts.Expression): Ts.Expression =>
    compiler.isParenthesizedExpression(node) ? bare(node.expression) : node;

  /** Whether an expression is the reference, or reads something of it only if it exists. */
  const reaches = (node: Ts.Expression, reference: string): boolean => {
    const text = spelling(node);
    return text === reference || text.startsWith(`${reference}.`) || text.startsWith(`${reference}[`);
  };

  const isNothing = (node: Ts.Expression): "null" | "absent" | undefined =>
    node.kind === compiler.SyntaxKind.NullKeyword
      ? "null"
      : compiler.isIdentifier(node) && node.text === "undefined"
        ? "absent"
        : undefined;

  const isEquality = (kind: Ts.SyntaxKind): "equal" | "unequal" | undefined =>
    kind === compiler.SyntaxKind.EqualsEqualsToken || kind === compiler.SyntaxKind.EqualsEqualsEqualsToken
      ? "equal"
      : kind === compiler.SyntaxKind.ExclamationEqualsToken ||
          kind === compiler.SyntaxKind.ExclamationEqualsEqualsToken
        ? "unequal"
        : undefined;

  const isLoose = (kind: Ts.SyntaxKind): boolean =>
    kind === compiler.SyntaxKind.EqualsEqualsToken || kind === compiler.SyntaxKind.ExclamationEqualsToken;

  const byTypeof = (
    left: Ts.Expression,
    right: Ts.Expression,
    reference: string,
    holds: boolean,
  ): Accepted => {
    if (!compiler.isTypeOfExpression(left) || !compiler.isStringLiteralLike(right)) return acceptsNothing;
    if (spelling(left.expression) !== reference) return acceptsNothing;
    if (right.text === "undefined") return holds ? acceptsNothing : acceptedOnly("absent");
    return holds && right.text !== "object" ? nullish : acceptsNothing;
  };

  const byEquality = (node: Ts.BinaryExpression, reference: string, holds: boolean): Accepted => {
    const [left, right] = [bare(node.left), bare(node.right)];
    const byType = either(byTypeof(left, right, reference, holds), byTypeof(right, left, reference, holds));
    if (byType.size > 0) return byType;
    const [one, other] = reaches(left, reference) ? [left, right] : [right, left];
    if (!reaches(one, reference)) return acceptsNothing;
    const isExact = spelling(one) === reference;
    const missing = isNothing(other);
    if (missing === undefined) {
      // A value that equals an existing value exists.
      return holds ? acceptedWithout(nullish, accepts(checker.getTypeAtLocation(other))) : acceptsNothing;
    }
    if (holds) return acceptsNothing;
    if (isLoose(node.operatorToken.kind)) return nullish;
    return isExact ? acceptedOnly(missing) : missing === "absent" ? nullish : acceptsNothing;
  };

  const byPredicate = (node: Ts.CallExpression, reference: string, holds: boolean): Accepted => {
    const signature = checker.getResolvedSignature(node);
    const predicate = signature === undefined ? undefined : checker.getTypePredicateOfSignature(signature);
    if (predicate?.type === undefined || predicate.parameterIndex === undefined || !holds)
      return acceptsNothing;
    const argument = node.arguments[predicate.parameterIndex];
    if (argument === undefined || spelling(argument) !== reference) return acceptsNothing;
    return acceptedWithout(nullish, accepts(predicate.type));
  };

  /** What a condition excludes for a reference if it holds, or does not hold. */
  const excluded = (condition: Ts.Expression, reference: string, holds: boolean): Accepted => {
    const node = bare(condition);
    if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken)
      return excluded(node.operand, reference, !holds);
    if (compiler.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const sides = () =>
        [excluded(node.left, reference, holds), excluded(node.right, reference, holds)] as const;
      if (kind === compiler.SyntaxKind.AmpersandAmpersandToken)
        return holds ? either(...sides()) : both(...sides());
      if (kind === compiler.SyntaxKind.BarBarToken) return holds ? both(...sides()) : either(...sides());
      const equality = isEquality(kind);
      if (equality !== undefined) return byEquality(node, reference, (equality === "equal") === holds);
      if (kind === compiler.SyntaxKind.InstanceOfKeyword)
        return holds && spelling(node.left) === reference ? nullish : acceptsNothing;
    }
    if (compiler.isCallExpression(node)) {
      const byCall = byPredicate(node, reference, holds);
      if (byCall.size > 0) return byCall;
    }
    return holds && reaches(node, reference) ? nullish : acceptsNothing;
  };

  const leaves = (statement: Ts.Statement): boolean => {
    if (compiler.isBlock(statement)) {
      const last = statement.statements.at(-1);
      return last !== undefined && leaves(last);
    }
    return (
      compiler.isReturnStatement(statement) ||
      compiler.isThrowStatement(statement) ||
      compiler.isContinueStatement(statement) ||
      compiler.isBreakStatement(statement)
    );
  };

  /** What the preceding statements exclude, because they leave the block otherwise. */
  const before = (
    { statements }: Ts.Block | Ts.SourceFile,
    statement: Ts.Node,
    reference: string,
  ): Accepted => {
    let found = acceptsNothing;
    for (const one of statements) {
      if (one === statement) break;
      if (compiler.isIfStatement(one) && one.elseStatement === undefined && leaves(one.thenStatement))
        found = either(found, excluded(one.expression, reference, false));
    }
    return found;
  };

  return { spelling, reaches, excluded, before };
};

/** What conditions exclude of null and absence for a reference. */
export type Guards = ReturnType<typeof createGuards>;
