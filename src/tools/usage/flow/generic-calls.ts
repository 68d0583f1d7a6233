import type * as Ts from "typescript";
import { type Accepted, anyValue, nothing } from "../accepting.ts";
import type { FlowContext, Path } from "./flow-context.ts";
import { mentions, parametersOf, typeParametersOf, wayTo } from "../generic-parts.ts";
import { takenBy } from "./taken.ts";
import { signatureOf, functionIn } from "./signatures.ts";

export const byCall = (
  flow: FlowContext,
  node: Ts.Expression,
  call: Ts.CallExpression | Ts.NewExpression,
  path: Path,
): Accepted => {
  const index = call.arguments?.indexOf(node) ?? -1;
  if (index < 0) return nothing;
  const signature = signatureOf(flow, call);
  const parameters = signature === undefined ? [] : parametersOf(signature);
  const parameter = parameters[Math.min(index, parameters.length - 1)];
  const own = signature === undefined ? new Set<string>() : typeParametersOf(signature);
  if (signature !== undefined && mentions(flow.compiler, parameter?.type, own))
    return byGeneric(flow, call, signature, parameter?.type, own, path);
  const target = flow.checker.getContextualType(node);
  return target === undefined ? nothing : takenBy(flow, target, path);
};

/** A function that takes whatever type it is given: `Promise.resolve(name)`. */
const byGeneric = (
  flow: FlowContext,
  call: Ts.CallExpression | Ts.NewExpression,
  signature: Ts.SignatureDeclaration,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  path: Path,
): Accepted => {
  const isConstrained = (signature.typeParameters ?? []).some(({ constraint }) => constraint !== undefined);
  const into = wayTo(flow.compiler, type, names);
  const out = wayTo(flow.compiler, signature.type, names);
  if (isConstrained || into === undefined || into.some((step, index) => path[index] !== step)) return nothing;
  if (!mentions(flow.compiler, signature.type, names))
    return signature.type === undefined ? nothing : anyValue;
  return out === undefined ? nothing : flow.accepted(call, [...out, ...path.slice(into.length)]);
};

/** What a function returns that is passed to another: `contacts.map((one) => one.name)`. */
export const byCallback = (
  flow: FlowContext,
  call: Ts.CallExpression,
  passed: Ts.Expression,
  path: Path,
): Accepted => {
  const signature = signatureOf(flow, call);
  const index = call.arguments.indexOf(passed);
  if (signature === undefined) return nothing;
  // Called at once: `(() => name)()`.
  if (index < 0) return call.expression === passed ? flow.accepted(call, path) : nothing;
  const parameters = parametersOf(signature);
  const type = parameters[Math.min(index, parameters.length - 1)]?.type;
  const wanted = type === undefined ? undefined : functionIn(flow, type);
  const names = typeParametersOf(signature);
  if (wanted === undefined || !mentions(flow.compiler, wanted.type, names)) {
    const target = flow.checker.getContextualType(passed)?.getCallSignatures()[0]?.getReturnType();
    return target === undefined ? nothing : takenBy(flow, target, path);
  }
  if (parametersOf(wanted).some((parameter) => mentions(flow.compiler, parameter.type, names)))
    return nothing;
  const into = wayTo(flow.compiler, wanted.type, names);
  const out = wayTo(flow.compiler, signature.type, names);
  if (into === undefined || out === undefined || into.some((step, at) => path[at] !== step)) return nothing;
  return flow.accepted(call, [...out, ...path.slice(into.length)]);
};
