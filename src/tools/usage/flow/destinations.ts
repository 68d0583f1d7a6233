import type * as Ts from "typescript";
import { type Accepted, both, either, everything, nothing, nullish, only } from "../accepting.ts";
import { compareWith, type FlowContext, type Path } from "./flow-context.ts";
import { takenBy } from "./taken.ts";
import { byOperator, byPrefix } from "./operators.ts";
import { byAccess, byElement } from "./members.ts";
import { byCall } from "./generic-calls.ts";
import { byResult } from "./functions.ts";
import { byMember, byLiteral, byLoop } from "./declarations.ts";

export const byParent = (flow: FlowContext, node: Ts.Expression, parent: Ts.Node, path: Path): Accepted => {
  if (flow.compiler.isParenthesizedExpression(parent)) return byParentheses(flow, parent, path);
  if (flow.compiler.isNonNullExpression(parent))
    return either(path.length === 0 ? nullish : nothing, flow.accepted(parent, path));
  if (flow.compiler.isAwaitExpression(parent))
    return flow.accepted(parent, path[0] === "awaited" ? path.slice(1) : path);
  if (flow.compiler.isSatisfiesExpression(parent))
    return both(
      takenBy(flow, flow.checker.getTypeFromTypeNode(parent.type), path),
      flow.accepted(parent, path),
    );
  if (flow.compiler.isAssertionExpression(parent)) return byAssertion(flow, parent, path);
  if (flow.compiler.isPropertyAccessExpression(parent)) return byAccess(flow, parent, parent.name.text, path);
  if (flow.compiler.isElementAccessExpression(parent)) return byElement(flow, node, parent, path);
  if (flow.compiler.isCallExpression(parent) || flow.compiler.isNewExpression(parent))
    return byCall(flow, node, parent, path);
  if (flow.compiler.isBinaryExpression(parent)) return byOperator(flow, node, parent, path);
  if (flow.compiler.isPrefixUnaryExpression(parent)) return byPrefix(flow, parent, path);
  if (flow.compiler.isConditionalExpression(parent))
    return node === parent.condition ? everything : flow.accepted(parent, path);
  return byDeclaration(flow, node, parent, path);
};

const byDeclaration = (flow: FlowContext, node: Ts.Expression, parent: Ts.Node, path: Path): Accepted => {
  if (flow.compiler.isVariableDeclaration(parent) || flow.compiler.isParameter(parent))
    return flow.acceptedBy(parent, path);
  if (flow.compiler.isBindingElement(parent)) return flow.acceptedBy(parent, path);
  if (flow.compiler.isReturnStatement(parent)) {
    const owner = flow.compiler.findAncestor(parent, flow.compiler.isFunctionLike);
    return owner === undefined ? nothing : byResult(flow, owner, path);
  }
  if (flow.compiler.isArrowFunction(parent)) return byResult(flow, parent, path);
  if (flow.compiler.isPropertyAssignment(parent) || flow.compiler.isShorthandPropertyAssignment(parent))
    return byMember(flow, parent, path);
  if (flow.compiler.isSpreadAssignment(parent))
    return path.length === 0 ? nothing : byLiteral(flow, parent.parent, path);
  if (flow.compiler.isSpreadElement(parent))
    return path[0] === "item" && flow.compiler.isArrayLiteralExpression(parent.parent)
      ? byLiteral(flow, parent.parent, path)
      : nothing;
  if (flow.compiler.isArrayLiteralExpression(parent)) return byLiteral(flow, parent, ["item", ...path]);
  if (flow.compiler.isForOfStatement(parent)) return byLoop(flow, parent, path);
  return byStatement(flow, node, parent, path);
};

const byStatement = (flow: FlowContext, node: Ts.Expression, parent: Ts.Node, path: Path): Accepted => {
  if (flow.compiler.isTemplateSpan(parent))
    return flow.compiler.isTaggedTemplateExpression(parent.parent.parent) ? nothing : everything;
  if (
    flow.compiler.isIfStatement(parent) ||
    flow.compiler.isWhileStatement(parent) ||
    flow.compiler.isDoStatement(parent) ||
    flow.compiler.isForStatement(parent) ||
    flow.compiler.isExpressionStatement(parent) ||
    flow.compiler.isTypeOfExpression(parent) ||
    flow.compiler.isVoidExpression(parent) ||
    flow.compiler.isThrowStatement(parent)
  )
    return everything;
  if (flow.compiler.isSwitchStatement(parent)) return bySwitch(flow, parent, path);
  if (flow.compiler.isCaseClause(parent)) return nullish;
  if (flow.compiler.isComputedPropertyName(parent)) return only("string", "number");
  const target = flow.checker.getContextualType(node);
  return target === undefined ? nothing : takenBy(flow, target, path);
};

/** `(name)`, and in JavaScript the cast in a comment before it. */
const byParentheses = (flow: FlowContext, parent: Ts.ParenthesizedExpression, path: Path): Accepted => {
  const type = flow.compiler.getJSDocType(parent);
  return type === undefined
    ? flow.accepted(parent, path)
    : either(nullish, takenBy(flow, flow.checker.getTypeFromTypeNode(type), path));
};

/** An assertion checks only that the two types have something in common. */
const byAssertion = (flow: FlowContext, parent: Ts.AssertionExpression, path: Path): Accepted => {
  if (flow.compiler.isConstTypeReference(parent.type)) return flow.accepted(parent, path);
  const target = flow.checker.getTypeFromTypeNode(parent.type);
  return either(nullish, takenBy(flow, target, path));
};

const bySwitch = (flow: FlowContext, node: Ts.SwitchStatement, path: Path): Accepted => {
  if (path.length > 0) return everything;
  const hasDefault = node.caseBlock.clauses.some((clause) => flow.compiler.isDefaultClause(clause));
  for (const clause of node.caseBlock.clauses)
    if (flow.compiler.isCaseClause(clause)) compareWith(flow, clause.expression);
  const isList = flow.questions.literalsOf(flow.checker.getTypeAtLocation(node.expression)).length > 0;
  if (isList && !hasDefault) return nothing;
  return either(nullish, new Set(flow.questions.kindsOf(flow.checker.getTypeAtLocation(node.expression))));
};
