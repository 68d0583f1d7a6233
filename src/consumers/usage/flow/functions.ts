import type * as Ts from "typescript";
import { type Accepted, anyValue, acceptsNothing } from "../accepting.ts";
import { mentions, receivingParameters, typeParametersOf, wayTo } from "../generic-parts.ts";
import { allAccepted, type Flow, type ValuePath } from "./following.ts";
import { referenceAt, byReference } from "./names.ts";
import { takenBy } from "./taking.ts";

export const calledBy = (flow: Flow, access: Ts.Expression): Ts.CallExpression | undefined =>
  flow.compiler.isCallExpression(access.parent) && access.parent.expression === access
    ? access.parent
    : undefined;

export const functionIn = (flow: Flow, node: Ts.TypeNode): Ts.FunctionTypeNode | undefined => {
  if (flow.compiler.isFunctionTypeNode(node)) return node;
  if (flow.compiler.isParenthesizedTypeNode(node)) return functionIn(flow, node.type);
  return flow.compiler.isUnionTypeNode(node)
    ? node.types.map((one) => functionIn(flow, one)).find((one) => one !== undefined)
    : undefined;
};

export const byResult = (flow: Flow, owner: Ts.SignatureDeclaration, path: ValuePath): Accepted => {
  const isAsync =
    (flow.compiler.getCombinedModifierFlags(owner as Ts.FunctionLikeDeclaration) &
      flow.compiler.ModifierFlags.Async) !==
    0;
  if ("asteriskToken" in owner && owner.asteriskToken !== undefined) return acceptsNothing;
  const written = owner.type ?? flow.compiler.getJSDocReturnType(owner);
  if (written !== undefined) {
    const type = flow.checker.getTypeFromTypeNode(written);
    return takenBy(flow, (isAsync ? flow.checker.getAwaitedType(type) : undefined) ?? type, path);
  }
  const inner: ValuePath = isAsync ? ["awaited", ...path] : path;
  if (flow.compiler.isGetAccessorDeclaration(owner))
    return allAccepted(flow.references.to(owner).map((node) => byReference(flow, node, path)));
  const holder =
    flow.compiler.isArrowFunction(owner) || flow.compiler.isFunctionExpression(owner) ? owner.parent : owner;
  if (flow.compiler.isCallExpression(holder))
    return byCallback(flow, holder, owner as Ts.ArrowFunction, inner);
  if (flow.compiler.isParenthesizedExpression(holder)) {
    const call = calledBy(flow, holder);
    return call === undefined ? acceptsNothing : flow.accepted(call, inner);
  }
  if (
    (flow.compiler.isVariableDeclaration(holder) && holder.type === undefined) ||
    (flow.compiler.isPropertyAssignment(holder) &&
      flow.checker.getContextualType(holder.parent) === undefined) ||
    (flow.compiler.isPropertyDeclaration(holder) && holder.type === undefined) ||
    flow.compiler.isFunctionDeclaration(holder) ||
    flow.compiler.isMethodDeclaration(holder)
  )
    return allAccepted(flow.references.to(holder).map((node) => byFunction(flow, node, inner)));
  const wanted = flow.compiler.isExpression(owner)
    ? flow.checker.getContextualType(owner)?.getCallSignatures()[0]
    : undefined;
  return wanted === undefined ? acceptsNothing : takenBy(flow, wanted.getReturnType(), inner);
};

/** A function is called, or passed on. */
const byFunction = (flow: Flow, node: Ts.Identifier, path: ValuePath): Accepted => {
  const reference = referenceAt(flow, node);
  const call = calledBy(flow, reference);
  if (call !== undefined) return flow.accepted(call, path);
  const { parent } = reference;
  return flow.compiler.isCallExpression(parent) ? byCallback(flow, parent, reference, path) : acceptsNothing;
};

export const byCall = (
  flow: Flow,
  call: Ts.CallExpression | Ts.NewExpression,
  path: ValuePath,
  node: Ts.Expression,
): Accepted => {
  const index = call.arguments?.indexOf(node) ?? -1;
  if (index < 0) return acceptsNothing;
  const signature = flow.shapes.signatureOf(call);
  const parameters = signature === undefined ? [] : receivingParameters(signature);
  const parameter = parameters[Math.min(index, parameters.length - 1)];
  const own = signature === undefined ? new Set<string>() : typeParametersOf(signature);
  if (signature !== undefined && mentions(flow.compiler, parameter?.type, own))
    return byGeneric(flow, call, signature, parameter?.type, own, path);
  const target = flow.checker.getContextualType(node);
  return target === undefined ? acceptsNothing : takenBy(flow, target, path);
};

/** A function that accepts any type: `Promise.resolve(name)`. */
const byGeneric = (
  flow: Flow,
  call: Ts.CallExpression | Ts.NewExpression,
  signature: Ts.SignatureDeclaration,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  path: ValuePath,
): Accepted => {
  const isConstrained = (signature.typeParameters ?? []).some(({ constraint }) => constraint !== undefined);
  const into = wayTo(flow.compiler, type, names);
  const out = wayTo(flow.compiler, signature.type, names);
  if (isConstrained || into === undefined || into.some((step, index) => path[index] !== step))
    return acceptsNothing;
  if (!mentions(flow.compiler, signature.type, names))
    return signature.type === undefined ? acceptsNothing : anyValue;
  return out === undefined ? acceptsNothing : flow.accepted(call, [...out, ...path.slice(into.length)]);
};

/** The return value of a callback: `contacts.map((one) => one.name)`. */
const byCallback = (
  flow: Flow,
  call: Ts.CallExpression,
  passed: Ts.Expression,
  path: ValuePath,
): Accepted => {
  const signature = flow.shapes.signatureOf(call);
  const index = call.arguments.indexOf(passed);
  if (signature === undefined) return acceptsNothing;
  // Called immediately: `(() => name)()`.
  if (index < 0) return call.expression === passed ? flow.accepted(call, path) : acceptsNothing;
  const parameters = receivingParameters(signature);
  const type = parameters[Math.min(index, parameters.length - 1)]?.type;
  const wanted = type === undefined ? undefined : functionIn(flow, type);
  const names = typeParametersOf(signature);
  if (wanted === undefined || !mentions(flow.compiler, wanted.type, names)) {
    const target = flow.checker.getContextualType(passed)?.getCallSignatures()[0]?.getReturnType();
    return target === undefined ? acceptsNothing : takenBy(flow, target, path);
  }
  if (receivingParameters(wanted).some((parameter) => mentions(flow.compiler, parameter.type, names)))
    return acceptsNothing;
  const into = wayTo(flow.compiler, wanted.type, names);
  const out = wayTo(flow.compiler, signature.type, names);
  if (into === undefined || out === undefined || into.some((step, at) => path[at] !== step))
    return acceptsNothing;
  return flow.accepted(call, [...out, ...path.slice(into.length)]);
};

export const byReturn = (flow: Flow, parent: Ts.ReturnStatement, path: ValuePath): Accepted => {
  const owner = flow.compiler.findAncestor(parent, flow.compiler.isFunctionLike);
  return owner === undefined ? acceptsNothing : byResult(flow, owner, path);
};
