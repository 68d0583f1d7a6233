import type * as Ts from "typescript";
import { type Accepted, anyValue, either, everything, nothing } from "../accepting.ts";
import { all, isProperty, type FlowContext, type Path } from "./flow-context.ts";

/** What a place that wants a type takes at the end of a path into it. */
export const takenBy = (flow: FlowContext, target: Ts.Type, path: Path): Accepted => {
  const [step, ...rest] = path;
  if (step === undefined) return takenAs(flow, target);
  if (flow.shapes.isAnything(target)) return anyValue;
  const inner = flow.shapes.at(target, [step]);
  if (inner !== undefined) return takenBy(flow, inner, rest);
  // Of alternatives, such as a value or its promise, those that have the property.
  const having = target.isUnion()
    ? target.types.filter((one) => flow.shapes.at(one, [step]) !== undefined)
    : [];
  if (having.length > 0) return all(having.map((one) => takenBy(flow, one, path)));
  // What is wanted has no such property: nobody reads it there.
  return isProperty(step) ? everything : nothing;
};

const takenAs = (flow: FlowContext, type: Ts.Type): Accepted => {
  if (type.isUnion())
    return type.types.map((one) => takenAs(flow, one)).reduce(either, flow.questions.accepts(type));
  if (!(type.flags & flow.compiler.TypeFlags.TypeParameter)) return flow.questions.accepts(type);
  // A function takes any type that its parameter does not constrain.
  const constraint = flow.checker.getBaseConstraintOfType(type);
  return constraint === undefined ? anyValue : flow.questions.accepts(constraint);
};
