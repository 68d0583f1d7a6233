import type * as Ts from "typescript";
import { type Accepted, either, everything, nothing, nullish, only, without } from "../accepting.ts";
import { compareWith, type FlowContext, type Path } from "./flow-context.ts";
import { takenBy } from "./taken.ts";

export const byOperator = (
  flow: FlowContext,
  node: Ts.Expression,
  parent: Ts.BinaryExpression,
  path: Path,
): Accepted => {
  const isLeft = node === parent.left;
  const other = isLeft ? parent.right : parent.left;
  switch (parent.operatorToken.kind) {
    case flow.compiler.SyntaxKind.QuestionQuestionToken:
    case flow.compiler.SyntaxKind.BarBarToken:
      return isLeft && path.length === 0
        ? either(nullish, flow.accepted(parent, path))
        : flow.accepted(parent, path);
    case flow.compiler.SyntaxKind.AmpersandAmpersandToken:
      return isLeft && isSpread(flow, parent) ? everything : flow.accepted(parent, path);
    case flow.compiler.SyntaxKind.CommaToken:
      return isLeft ? everything : flow.accepted(parent, path);
    case flow.compiler.SyntaxKind.EqualsEqualsToken:
    case flow.compiler.SyntaxKind.EqualsEqualsEqualsToken:
    case flow.compiler.SyntaxKind.ExclamationEqualsToken:
    case flow.compiler.SyntaxKind.ExclamationEqualsEqualsToken:
      return path.length > 0 ? everything : comparedWith(flow, other);
    case flow.compiler.SyntaxKind.PlusToken:
      return path.length === 0 && isText(flow, other) ? everything : nothing;
    case flow.compiler.SyntaxKind.EqualsToken: {
      const target = isLeft ? undefined : flow.checker.getTypeAtLocation(parent.left);
      return target === undefined ? nullish : takenBy(flow, target, path);
    }
    case flow.compiler.SyntaxKind.LessThanToken:
    case flow.compiler.SyntaxKind.GreaterThanToken:
    case flow.compiler.SyntaxKind.LessThanEqualsToken:
    case flow.compiler.SyntaxKind.GreaterThanEqualsToken:
      return path.length > 0
        ? nothing
        : without(new Set(flow.questions.kindsOf(flow.checker.getTypeAtLocation(other))), nullish);
    case flow.compiler.SyntaxKind.MinusToken:
    case flow.compiler.SyntaxKind.AsteriskToken:
    case flow.compiler.SyntaxKind.SlashToken:
    case flow.compiler.SyntaxKind.PercentToken:
      return only("number");
    default:
      return nothing;
  }
};

const isText = (flow: FlowContext, node: Ts.Expression): boolean =>
  flow.questions.kindsOf(flow.checker.getTypeAtLocation(node)).every((kind) => kind === "string");

/** `...(name && { name })`: nothing is spread where it is falsy. */
const isSpread = (flow: FlowContext, { parent }: Ts.Node): boolean =>
  flow.compiler.isSpreadAssignment(parent) ||
  ((flow.compiler.isParenthesizedExpression(parent) ||
    (flow.compiler.isBinaryExpression(parent) &&
      parent.operatorToken.kind === flow.compiler.SyntaxKind.AmpersandAmpersandToken)) &&
    isSpread(flow, parent));

const comparedWith = (flow: FlowContext, other: Ts.Expression): Accepted => {
  compareWith(flow, other);
  const kinds = flow.questions.kindsOf(flow.checker.getTypeAtLocation(other));
  const isNothing = kinds.every((kind) => nullish.has(kind));
  return isNothing ? everything : either(nullish, new Set(kinds));
};

export const byPrefix = (flow: FlowContext, parent: Ts.PrefixUnaryExpression, path: Path): Accepted => {
  if (parent.operator === flow.compiler.SyntaxKind.ExclamationToken) return everything;
  if (path.length > 0) return nothing;
  const isSign =
    parent.operator === flow.compiler.SyntaxKind.PlusToken ||
    parent.operator === flow.compiler.SyntaxKind.MinusToken;
  return isSign ? only("boolean", "number", "string") : only("number");
};
