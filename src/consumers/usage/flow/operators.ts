import type * as Ts from "typescript";
import {
  type Accepted,
  either,
  everything,
  acceptsNothing,
  nullish,
  acceptedOnly,
  acceptedWithout,
} from "../accepting.ts";
import { type Flow, type ValuePath } from "./following.ts";
import { compareWith, takenBy } from "./taking.ts";

export const byOperator = (
  flow: Flow,
  parent: Ts.BinaryExpression,
  path: ValuePath,
  node: Ts.Expression,
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
      return path.length === 0 && isText(flow, other) ? everything : acceptsNothing;
    case flow.compiler.SyntaxKind.EqualsToken: {
      const target = isLeft ? undefined : flow.checker.getTypeAtLocation(parent.left);
      return target === undefined ? nullish : takenBy(flow, target, path);
    }
    case flow.compiler.SyntaxKind.LessThanToken:
    case flow.compiler.SyntaxKind.GreaterThanToken:
    case flow.compiler.SyntaxKind.LessThanEqualsToken:
    case flow.compiler.SyntaxKind.GreaterThanEqualsToken:
      return path.length > 0
        ? acceptsNothing
        : acceptedWithout(new Set(flow.questions.kindsOf(flow.checker.getTypeAtLocation(other))), nullish);
    case flow.compiler.SyntaxKind.MinusToken:
    case flow.compiler.SyntaxKind.AsteriskToken:
    case flow.compiler.SyntaxKind.SlashToken:
    case flow.compiler.SyntaxKind.PercentToken:
      return acceptedOnly("number");
    default:
      return acceptsNothing;
  }
};

const isText = (flow: Flow, node: Ts.Expression): boolean =>
  flow.questions.kindsOf(flow.checker.getTypeAtLocation(node)).every((kind) => kind === "string");

/** `...(name && { name })`: spreads nothing if it is falsy. */
const isSpread = (flow: Flow, { parent }: Ts.Node): boolean =>
  flow.compiler.isSpreadAssignment(parent) ||
  ((flow.compiler.isParenthesizedExpression(parent) ||
    (flow.compiler.isBinaryExpression(parent) &&
      parent.operatorToken.kind === flow.compiler.SyntaxKind.AmpersandAmpersandToken)) &&
    isSpread(flow, parent));

const comparedWith = (flow: Flow, other: Ts.Expression): Accepted => {
  compareWith(flow, other);
  const kinds = flow.questions.kindsOf(flow.checker.getTypeAtLocation(other));
  const isNothing = kinds.every((kind) => nullish.has(kind));
  return isNothing ? everything : either(nullish, new Set(kinds));
};

export const byPrefix = (flow: Flow, parent: Ts.PrefixUnaryExpression, path: ValuePath): Accepted => {
  if (parent.operator === flow.compiler.SyntaxKind.ExclamationToken) return everything;
  if (path.length > 0) return acceptsNothing;
  const isSign =
    parent.operator === flow.compiler.SyntaxKind.PlusToken ||
    parent.operator === flow.compiler.SyntaxKind.MinusToken;
  return isSign ? acceptedOnly("boolean", "number", "string") : acceptedOnly("number");
};

/** `(name)`, and in JavaScript the cast in a comment before it. */
export const byParentheses = (flow: Flow, parent: Ts.ParenthesizedExpression, path: ValuePath): Accepted => {
  const type = flow.compiler.getJSDocType(parent);
  return type === undefined
    ? flow.accepted(parent, path)
    : either(nullish, takenBy(flow, flow.checker.getTypeFromTypeNode(type), path));
};

/** An assertion only checks that the two types overlap. */
export const byAssertion = (flow: Flow, parent: Ts.AssertionExpression, path: ValuePath): Accepted => {
  if (flow.compiler.isConstTypeReference(parent.type)) return flow.accepted(parent, path);
  const target = flow.checker.getTypeFromTypeNode(parent.type);
  return either(nullish, takenBy(flow, target, path));
};

export const bySwitch = (flow: Flow, node: Ts.SwitchStatement, path: ValuePath): Accepted => {
  if (path.length > 0) return everything;
  const hasDefault = node.caseBlock.clauses.some((clause) => flow.compiler.isDefaultClause(clause));
  for (const clause of node.caseBlock.clauses)
    if (flow.compiler.isCaseClause(clause)) compareWith(flow, clause.expression);
  const isList = flow.questions.literalsOf(flow.checker.getTypeAtLocation(node.expression)).length > 0;
  if (isList && !hasDefault) return acceptsNothing;
  return either(nullish, new Set(flow.questions.kindsOf(flow.checker.getTypeAtLocation(node.expression))));
};

export const byContext = (flow: Flow, _: Ts.Node, path: ValuePath, node: Ts.Expression): Accepted => {
  const target = flow.checker.getContextualType(node);
  return target === undefined ? acceptsNothing : takenBy(flow, target, path);
};
