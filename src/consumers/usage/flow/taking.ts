import type * as Ts from "typescript";
import { type Accepted, anyValue, either, everything, acceptsNothing } from "../accepting.ts";
import type { ShapeStep } from "../shapes.ts";
import { isProperty, allAccepted, type Flow, type ValuePath } from "./following.ts";

export const compareWith = (flow: Flow, node: Ts.Node): void => {
  flow.compared.push(...flow.questions.literalsOf(flow.checker.getTypeAtLocation(node)));
};

/** What a location of a type accepts at the end of a path into it. */
export const takenBy = (flow: Flow, target: Ts.Type, path: ValuePath): Accepted => {
  const [step, ...rest] = path;
  if (step === undefined) return takenAs(flow, target);
  if (isReturned(flow, target, step, rest)) return flow.returned;
  if (flow.shapes.isAnything(target)) return anyValue;
  const inner = flow.shapes.at(target, [step]);
  if (inner !== undefined) return takenBy(flow, inner, rest);
  // Alternatives with the property, such as a value or its promise.
  const having = target.isUnion()
    ? target.types.filter((one) => flow.shapes.at(one, [step]) !== undefined)
    : [];
  if (having.length > 0) return allAccepted(having.map((one) => takenBy(flow, one, path)));
  // The wanted type lacks the property, so nobody reads it there.
  return isProperty(step) ? everything : acceptsNothing;
};

/** Whether a value goes back into its own property, which then becomes whatever the value becomes. */
const isReturned = (flow: Flow, target: Ts.Type, step: ShapeStep, rest: ValuePath): boolean =>
  isProperty(step) &&
  flow.from.property !== undefined &&
  flow.shapes.declared(target, step.property) === flow.from.property &&
  rest.length === flow.from.path.length;

const takenAs = (flow: Flow, type: Ts.Type): Accepted => {
  if (type.isUnion())
    return type.types.map((one) => takenAs(flow, one)).reduce(either, flow.questions.accepts(type));
  if (!(type.flags & flow.compiler.TypeFlags.TypeParameter)) return flow.questions.accepts(type);
  // A function accepts any type that its parameter does not constrain.
  const constraint = flow.checker.getBaseConstraintOfType(type);
  return constraint === undefined ? anyValue : flow.questions.accepts(constraint);
};

/** Whether a contextual type was written, instead of inferred from the expression itself. */
export const isWritten = (flow: Flow, node: Ts.Expression, target: Ts.Type): boolean =>
  target !== flow.checker.getTypeAtLocation(node);
