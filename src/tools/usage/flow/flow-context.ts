import type * as Ts from "typescript";
import { type Accepted, both, everything, type TypeQuestions } from "../accepting.ts";
import type { Guards } from "../guards.ts";
import type { Compiler } from "../load-compiler.ts";
import type { References } from "../references.ts";
import type { Shapes, Step } from "../shapes.ts";
import type { Literal } from "../use.ts";

/** The way into a value at whose end the followed value is. */
export type Path = readonly Step[];

export type Declared = Ts.VariableDeclaration | Ts.ParameterDeclaration | Ts.BindingElement;

/** What every step of following a value needs. */
export interface FlowContext {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  readonly shapes: Shapes;
  readonly questions: TypeQuestions;
  readonly guards: Guards;
  readonly references: References;
  /** Literals that the followed value is compared with. */
  readonly compared: Literal[];
  /** What a value at the end of a path into an expression may become, wherever it goes from there. */
  accepted(expression: Ts.Expression, path?: Path): Accepted;
  /** The same for what a declaration is given. */
  acceptedBy(declaration: Declared, path?: Path): Accepted;
}

export const isProperty = (step: Step | undefined): step is { readonly property: string } =>
  step !== undefined && typeof step !== "string";

export const all = (found: Iterable<Accepted>): Accepted => {
  let result = everything;
  for (const one of found) result = both(result, one);
  return result;
};

export const compareWith = ({ questions, checker, compared }: FlowContext, node: Ts.Expression): void => {
  compared.push(...questions.literalsOf(checker.getTypeAtLocation(node)));
};
