import type * as Ts from "typescript";
import { type Accepted, either, everything, nothing, type TypeQuestions } from "../accepting.ts";
import type { Guards } from "../guards.ts";
import type { Compiler } from "../load-compiler.ts";
import type { References } from "../references.ts";
import type { Shapes } from "../shapes.ts";
import type { Literal } from "../use.ts";
import { acceptedBy, byName } from "./declarations.ts";
import type { Declared, FlowContext, Path } from "./flow-context.ts";
import { byParent } from "./destinations.ts";

/** Where a value goes. */
export interface Followed {
  /** What it may become without harm. */
  readonly accepts: Accepted;
  /** What it is compared with. */
  readonly values: readonly Literal[];
}

/** Follows values of the contract through the consumer's code, from where they are read. */
export interface Flow {
  /** Where the value goes that an expression holds, at the end of a path into it. */
  follow(expression: Ts.Expression, path?: Path): Followed;
  /** The same for what a declaration is given. */
  followInto(declaration: Declared, path?: Path): Followed;
  /** The same for a declaration that has the type of the value: as if it were given the value. */
  followNamed(declaration: Declared): Followed;
}

const isReference = (compiler: Compiler, node: Ts.Node): boolean =>
  compiler.isIdentifier(node) ||
  compiler.isPropertyAccessExpression(node) ||
  compiler.isElementAccessExpression(node);

export const createFlow = (
  shapes: Shapes,
  questions: TypeQuestions,
  guards: Guards,
  references: References,
): Flow => {
  const { compiler, checker } = shapes;
  const parts = { compiler, checker, shapes, questions, guards, references };
  /** Places that are being followed; a circle adds nothing. */
  const open = new Set<string>();
  const context = (compared: Literal[]): FlowContext => {
    const flow: FlowContext = {
      ...parts,
      compared,
      accepted: (node, path = []) => {
        const key = `${node.getSourceFile().fileName}:${node.pos}:${node.end}:${node.kind}:${JSON.stringify(path)}`;
        if (open.has(key)) return everything;
        open.add(key);
        try {
          const excluded = path.length === 0 && isReference(compiler, node) ? guards(node) : nothing;
          return either(excluded, byParent(flow, node, node.parent, path));
        } finally {
          open.delete(key);
        }
      },
      acceptedBy: (declaration, path = []) => acceptedBy(flow, declaration, path),
    };
    return flow;
  };
  const followed = (find: (flow: FlowContext) => Accepted): Followed => {
    const values: Literal[] = [];
    return { accepts: find(context(values)), values };
  };
  return {
    follow: (expression, path) => followed((flow) => flow.accepted(expression, path)),
    followInto: (declaration, path) => followed((flow) => flow.acceptedBy(declaration, path)),
    followNamed: (declaration) => followed((flow) => byName(flow, declaration.name, declaration, [])),
  };
};
