import type * as Ts from "typescript";
import { type Accepted, both, either, everything, nothing, nullish, without } from "../accepting.ts";
import { all, type FlowContext, type Path } from "./flow-context.ts";
import { mentions, parametersOf, typeParametersOf, wayTo } from "../generic-parts.ts";
import { takenBy } from "./taken.ts";
import { signatureOf, calledBy, functionIn } from "./signatures.ts";
import type { Step } from "../shapes.ts";

/** A member of a list or a promise that holds the value: `names.filter(…)`. */
export const byContainerMember = (
  flow: FlowContext,
  access: Ts.Expression,
  step: Step,
  rest: Path,
): Accepted => {
  const call = calledBy(flow, access);
  // `names.length` is the same whatever the items are.
  if (call === undefined) return step === "item" ? everything : nothing;
  const signature = signatureOf(flow, call);
  const owner = signature?.parent;
  if (signature === undefined || owner === undefined || !flow.compiler.isInterfaceDeclaration(owner))
    return nothing;
  const held = typeParametersOf(owner);
  if (mayBeAnother(flow, access, signature, held))
    return both(nullish, byCalledMember(flow, call, signature, held, rest));
  return byCalledMember(flow, call, signature, held, rest);
};

/**
 * An earlier overload that wants an item itself, as `reduce` does: with other items, it may be the one that fits.
 */
const mayBeAnother = (
  flow: FlowContext,
  access: Ts.Expression,
  signature: Ts.SignatureDeclaration,
  held: ReadonlySet<string>,
): boolean => {
  const overloads = flow.checker.getTypeAtLocation(access).getCallSignatures();
  const earlier = overloads.slice(
    0,
    overloads.findIndex(({ declaration }) => declaration === signature),
  );
  return earlier.some(({ declaration }) =>
    declaration !== undefined && !flow.compiler.isJSDocSignature(declaration)
      ? parametersOf(declaration).some(({ type }) => wayTo(flow.compiler, type, held)?.length === 0)
      : false,
  );
};

const byCalledMember = (
  flow: FlowContext,
  call: Ts.CallExpression,
  signature: Ts.SignatureDeclaration,
  held: ReadonlySet<string>,
  rest: Path,
): Accepted => {
  const narrowed = new Set(
    (signature.typeParameters ?? [])
      .filter(({ constraint }) => mentions(flow.compiler, constraint, held))
      .map(({ name }) => name.text),
  );
  const names = new Set([...held, ...narrowed]);
  const byArguments = call.arguments.map((argument, index) =>
    byParameter(flow, argument, parametersOf(signature)[index]?.type, names, rest),
  );
  return all([...byArguments, byReturned(flow, call, signature.type, names, narrowed, rest)]);
};

const byReturned = (
  flow: FlowContext,
  call: Ts.CallExpression,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  narrowed: ReadonlySet<string>,
  rest: Path,
): Accepted => {
  if (!mentions(flow.compiler, type, names)) return everything;
  const way = wayTo(flow.compiler, type, names);
  if (way === undefined) return nothing;
  const result = flow.accepted(call, [...way, ...rest]);
  const inner = flow.shapes.at(flow.checker.getTypeAtLocation(call), way);
  if (!mentions(flow.compiler, type, narrowed) || inner === undefined || rest.length > 0) return result;
  const kept = flow.questions.accepts(inner);
  return either(result, without(nullish, kept));
};

/** What is passed to a method of the list: a function that is called with items, or something like an item. */
const byParameter = (
  flow: FlowContext,
  argument: Ts.Expression,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  rest: Path,
): Accepted => {
  if (type === undefined || !mentions(flow.compiler, type, names)) return everything;
  const wanted = functionIn(flow, type);
  if (wanted === undefined) return nullish;
  if (!flow.compiler.isArrowFunction(argument) && !flow.compiler.isFunctionExpression(argument))
    return byPassed(flow, argument, wanted, names, rest);
  const wantedParameters = parametersOf(wanted);
  return all(
    parametersOf(argument).map((parameter, index) => {
      const way = wayTo(flow.compiler, wantedParameters[index]?.type, names);
      if (way !== undefined) return flow.acceptedBy(parameter, [...way, ...rest]);
      return mentions(flow.compiler, wantedParameters[index]?.type, names) &&
        flow.references.to(parameter).length > 0
        ? nothing
        : everything;
    }),
  );
};

/** A function that is passed by its name: `names.map(upper)`. */
const byPassed = (
  flow: FlowContext,
  argument: Ts.Expression,
  wanted: Ts.FunctionTypeNode,
  names: ReadonlySet<string>,
  rest: Path,
): Accepted => {
  const [signature] = flow.checker.getTypeAtLocation(argument).getCallSignatures();
  if (signature === undefined) return nothing;
  const wantedParameters = parametersOf(wanted);
  return all(
    signature.parameters.map((parameter, index) => {
      const way = wayTo(flow.compiler, wantedParameters[index]?.type, names);
      return way === undefined
        ? everything
        : takenBy(flow, flow.checker.getTypeOfSymbol(parameter), [...way, ...rest]);
    }),
  );
};
