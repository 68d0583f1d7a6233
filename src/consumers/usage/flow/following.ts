import type * as Ts from "typescript";
import { type Accepted, both, everything, type TypeQuestions } from "../accepting.ts";
import type { Guards } from "../guards.ts";
import type { References } from "../references.ts";
import type { TypeRelations, ShapeStep } from "../shapes.ts";
import type { Literal } from "../use.ts";

/** The path from an expression into its value, to the followed value. */
export type ValuePath = readonly ShapeStep[];

export type Declared = Ts.VariableDeclaration | Ts.ParameterDeclaration | Ts.BindingElement;

/** What is known of a consumer's code. */
export interface Surrounding {
  readonly compiler: TypeRelations["compiler"];
  readonly checker: Ts.TypeChecker;
  readonly shapes: TypeRelations;
  readonly questions: TypeQuestions;
  readonly guards: Guards;
  readonly references: References;
  /** What a property accepts from itself; with exact optional properties, omission but not `undefined`. */
  readonly returned: Accepted;
}

/** One value that is followed. */
export interface Flow extends Surrounding {
  /** The followed value, and its property. */
  readonly from: { readonly path: ValuePath; readonly property?: Ts.Symbol | undefined };
  /** Takes the literals with which the followed value is compared. */
  readonly compared: Literal[];
  /** What a value at the end of a path into an expression may become. */
  accepted(node: Ts.Expression, path?: ValuePath): Accepted;
}

export const isProperty = (step: ShapeStep | undefined): step is { readonly property: string } =>
  step !== undefined && typeof step !== "string";

export const allAccepted = (found: Iterable<Accepted>): Accepted => {
  let result = everything;
  for (const one of found) result = both(result, one);
  return result;
};
