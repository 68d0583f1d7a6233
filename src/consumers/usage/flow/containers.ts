import type * as Ts from "typescript";
import {
  type Accepted,
  both,
  either,
  everything,
  acceptsNothing,
  nullish,
  acceptedWithout,
} from "../accepting.ts";
import { mentions, receivingParameters, typeParametersOf, wayTo } from "../generic-parts.ts";
import type { ShapeStep } from "../shapes.ts";
import { allAccepted, type Flow, type ValuePath } from "./following.ts";
import { calledBy, functionIn } from "./functions.ts";
import { acceptedBy } from "./names.ts";
import { takenBy } from "./taking.ts";

/** A member of a list or promise that holds the value: `names.filter(…)`. */
export const byContainerMember = (
  flow: Flow,
  access: Ts.Expression,
  step: ShapeStep,
  rest: ValuePath,
): Accepted => {
  const call = calledBy(flow, access);
  // `names.length` does not depend on the items.
  if (call === undefined) return step === "item" ? everything : acceptsNothing;
  const signature = flow.shapes.signatureOf(call);
  const owner = signature?.parent;
  if (signature === undefined || owner === undefined || !flow.compiler.isInterfaceDeclaration(owner))
    return acceptsNothing;
  const held = typeParametersOf(owner);
  if (mayBeAnother(flow, access, signature, held))
    return both(nullish, byCalledMember(flow, call, signature, held, rest));
  return byCalledMember(flow, call, signature, held, rest);
};

/** An earlier overload that takes an item, as in `reduce`: it may fit other items. */
const mayBeAnother = (
  flow: Flow,
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
      ? receivingParameters(declaration).some(({ type }) => wayTo(flow.compiler, type, held)?.length === 0)
      : false,
  );
};

const byCalledMember = (
  flow: Flow,
  call: Ts.CallExpression,
  signature: Ts.SignatureDeclaration,
  held: ReadonlySet<string>,
  rest: ValuePath,
): Accepted => {
  const narrowed = new Set(
    (signature.typeParameters ?? [])
      .filter(({ constraint }) => mentions(flow.compiler, constraint, held))
      .map(({ name }) => name.text),
  );
  const names = new Set([...held, ...narrowed]);
  const byArguments = call.arguments.map((argument, index) =>
    byParameter(flow, argument, receivingParameters(signature)[index]?.type, names, rest),
  );
  return allAccepted([...byArguments, byReturned(flow, call, signature.type, names, narrowed, rest)]);
};

const byReturned = (
  flow: Flow,
  call: Ts.CallExpression,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  narrowed: ReadonlySet<string>,
  rest: ValuePath,
): Accepted => {
  if (!mentions(flow.compiler, type, names)) return everything;
  const way = wayTo(flow.compiler, type, names);
  if (way === undefined) return acceptsNothing;
  const result = flow.accepted(call, [...way, ...rest]);
  const inner = flow.shapes.at(flow.checker.getTypeAtLocation(call), way);
  if (!mentions(flow.compiler, type, narrowed) || inner === undefined || rest.length > 0) return result;
  const kept = flow.questions.accepts(inner);
  return either(result, acceptedWithout(nullish, kept));
};

/** An argument of a list method: a callback that receives items, or a value like an item. */
const byParameter = (
  flow: Flow,
  argument: Ts.Expression,
  type: Ts.TypeNode | undefined,
  names: ReadonlySet<string>,
  rest: ValuePath,
): Accepted => {
  if (type === undefined || !mentions(flow.compiler, type, names)) return everything;
  const wanted = functionIn(flow, type);
  if (wanted === undefined) return nullish;
  if (!flow.compiler.isArrowFunction(argument) && !flow.compiler.isFunctionExpression(argument))
    return byPassed(flow, argument, wanted, names, rest);
  const wantedParameters = receivingParameters(wanted);
  return allAccepted(
    receivingParameters(argument).map((parameter, index) => {
      const way = wayTo(flow.compiler, wantedParameters[index]?.type, names);
      if (way !== undefined) return acceptedBy(flow, parameter, [...way, ...rest]);
      return mentions(flow.compiler, wantedParameters[index]?.type, names) &&
        flow.references.to(parameter).length > 0
        ? acceptsNothing
        : everything;
    }),
  );
};

/** A callback that is passed by name: `names.map(upper)`. */
const byPassed = (
  flow: Flow,
  argument: Ts.Expression,
  wanted: Ts.FunctionTypeNode,
  names: ReadonlySet<string>,
  rest: ValuePath,
): Accepted => {
  const [signature] = flow.checker.getTypeAtLocation(argument).getCallSignatures();
  if (signature === undefined) return acceptsNothing;
  const wantedParameters = receivingParameters(wanted);
  return allAccepted(
    signature.parameters.map((parameter, index) => {
      const way = wayTo(flow.compiler, wantedParameters[index]?.type, names);
      return way === undefined
        ? everything
        : takenBy(flow, flow.checker.getTypeOfSymbol(parameter), [...way, ...rest]);
    }),
  );
};
