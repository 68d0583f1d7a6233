import type * as Ts from "typescript";
import { type Accepted, anyValue, either, everything, nothing } from "../accepting.ts";
import { isProperty, type FlowContext, type Path } from "./flow-context.ts";

/** What a place that wants a type takes at the end of a path into it. */
export const takenBy = (flow: FlowContext, target: Ts.Type, path: Path): Accepted => {
  let type = target;
  for (const step of path) {
    if (flow.shapes.isAnything(type)) return anyValue;
    const inner = flow.shapes.at(type, [step]);
    // What is wanted has no such property: nobody reads it there.
    if (inner === undefined) return isProperty(step) ? everything : nothing;
    type = inner;
  }
  return takenAs(flow, type);
};

const takenAs = (flow: FlowContext, type: Ts.Type): Accepted => {
  if (type.isUnion())
    return type.types.map((one) => takenAs(flow, one)).reduce(either, flow.questions.accepts(type));
  if (!(type.flags & flow.compiler.TypeFlags.TypeParameter)) return flow.questions.accepts(type);
  // A function takes any type that its parameter does not constrain.
  const constraint = flow.checker.getBaseConstraintOfType(type);
  return constraint === undefined ? anyValue : flow.questions.accepts(constraint);
};
