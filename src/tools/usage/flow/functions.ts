import type * as Ts from "typescript";
import { type Accepted, nothing } from "../accepting.ts";
import { all, type FlowContext, type Path } from "./flow-context.ts";
import { takenBy } from "./taken.ts";
import { calledBy } from "./signatures.ts";
import { byCallback } from "./generic-calls.ts";
import { byReference } from "./declarations.ts";

export const byResult = (flow: FlowContext, owner: Ts.SignatureDeclaration, path: Path): Accepted => {
  const isAsync =
    (flow.compiler.getCombinedModifierFlags(owner as Ts.FunctionLikeDeclaration) &
      flow.compiler.ModifierFlags.Async) !==
    0;
  if ("asteriskToken" in owner && owner.asteriskToken !== undefined) return nothing;
  const written = owner.type ?? flow.compiler.getJSDocReturnType(owner);
  if (written !== undefined) {
    const type = flow.checker.getTypeFromTypeNode(written);
    return takenBy(flow, (isAsync ? flow.checker.getAwaitedType(type) : undefined) ?? type, path);
  }
  const inner: Path = isAsync ? ["awaited", ...path] : path;
  if (flow.compiler.isGetAccessorDeclaration(owner))
    return all(flow.references.to(owner).map((node) => byReference(flow, node, path)));
  const holder =
    flow.compiler.isArrowFunction(owner) || flow.compiler.isFunctionExpression(owner) ? owner.parent : owner;
  if (flow.compiler.isCallExpression(holder))
    return byCallback(flow, holder, owner as Ts.ArrowFunction, inner);
  if (flow.compiler.isParenthesizedExpression(holder)) {
    const call = calledBy(flow, holder);
    return call === undefined ? nothing : flow.accepted(call, inner);
  }
  if (
    (flow.compiler.isVariableDeclaration(holder) && holder.type === undefined) ||
    (flow.compiler.isPropertyAssignment(holder) &&
      flow.checker.getContextualType(holder.parent) === undefined) ||
    (flow.compiler.isPropertyDeclaration(holder) && holder.type === undefined) ||
    flow.compiler.isFunctionDeclaration(holder) ||
    flow.compiler.isMethodDeclaration(holder)
  )
    return all(flow.references.to(holder).map((node) => byFunction(flow, node, inner)));
  const wanted = flow.compiler.isExpression(owner)
    ? flow.checker.getContextualType(owner)?.getCallSignatures()[0]
    : undefined;
  return wanted === undefined ? nothing : takenBy(flow, wanted.getReturnType(), inner);
};

/** A function is called, or passed on. */
const byFunction = (flow: FlowContext, node: Ts.Identifier, path: Path): Accepted => {
  const reference =
    flow.compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  const call = calledBy(flow, reference);
  if (call !== undefined) return flow.accepted(call, path);
  const { parent } = reference;
  return flow.compiler.isCallExpression(parent) ? byCallback(flow, parent, reference, path) : nothing;
};
