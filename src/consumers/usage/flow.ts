import type * as Ts from "typescript";
import {
  type Accepted,
  anyValue,
  either,
  everything,
  acceptsNothing,
  acceptedOnly,
  type TypeQuestions,
  acceptedWithout,
} from "./accepting.ts";
import type { Declared, Flow, ValuePath, Surrounding } from "./flow/following.ts";
import { acceptedBy, byName } from "./flow/names.ts";
import { byContext } from "./flow/operators.ts";
import { type SyntaxRow, rowsOf } from "./flow/rows.ts";
import type { Guards } from "./guards.ts";
import type { References } from "./references.ts";
import type { TypeRelations } from "./shapes.ts";
import type { Literal } from "./use.ts";

/** The uses of a value: what it may become without harm, and what it is compared with. */
export interface Followed {
  readonly accepts: Accepted;
  readonly values: readonly Literal[];
}

const isReference = ({ compiler }: Surrounding, node: Ts.Node): boolean =>
  compiler.isIdentifier(node) ||
  compiler.isPropertyAccessExpression(node) ||
  compiler.isElementAccessExpression(node);

type RowFor = (node: Ts.Node) => SyntaxRow | undefined;

/** Which of null and absence the conditions around a reference exclude. */
const excludedFor = (
  { compiler, guards }: Surrounding,
  rowFor: RowFor,
  reference: Ts.Expression,
): Accepted => {
  const text = guards.spelling(reference);
  let found = acceptsNothing;
  for (let node: Ts.Node = reference; !compiler.isSourceFile(node); node = node.parent)
    found = either(found, rowFor(node.parent)?.excludes?.(node.parent, node, text) ?? acceptsNothing);
  return found;
};

/** Begins to follow one value. */
const flowOf = (surrounding: Surrounding, rowFor: RowFor, from: Flow["from"]): Flow => {
  /** Values in progress; a cycle adds nothing. */
  const open = new Set<string>();
  const flow: Flow = {
    ...surrounding,
    from,
    compared: [],
    accepted(node, path = []) {
      const key = `${node.getSourceFile().fileName}:${node.pos}:${node.end}:${node.kind}:${JSON.stringify(path)}`;
      if (open.has(key)) return everything;
      open.add(key);
      try {
        const isWhole = path.length === 0 && isReference(surrounding, node);
        const excluded = isWhole ? excludedFor(surrounding, rowFor, node) : acceptsNothing;
        const goes = rowFor(node.parent)?.goes ?? byContext;
        return either(excluded, goes(flow, node.parent, path, node));
      } finally {
        open.delete(key);
      }
    },
  };
  return flow;
};

/** Follows values of the contract through the consumer's code, from where they are read. */
export const createFlow = (
  shapes: TypeRelations,
  questions: TypeQuestions,
  guards: Guards,
  references: References,
  isExact: boolean,
) => {
  const { compiler, checker } = shapes;
  const returned = isExact ? acceptedWithout(anyValue, acceptedOnly("absent")) : anyValue;
  const surrounding = { compiler, checker, shapes, questions, guards, references, returned };
  const rows = rowsOf({ compiler, guards });
  const rowFor: RowFor = (node) => rows.find(({ is }) => is(node));
  const followed = (
    path: ValuePath,
    property: Ts.Symbol | undefined,
    find: (flow: Flow) => Accepted,
  ): Followed => {
    const flow = flowOf(surrounding, rowFor, { path, property });
    return { accepts: find(flow), values: flow.compared };
  };
  return {
    /** Follows the value of a property in an expression, at the end of a path into it. */
    follow: (expression: Ts.Expression, path: ValuePath, property?: Ts.Symbol) =>
      followed(path, property, (flow) => flow.accepted(expression, path)),
    /** The same for a value that a declaration receives. */
    followInto: (declaration: Declared, path: ValuePath, property?: Ts.Symbol) =>
      followed(path, property, (flow) => acceptedBy(flow, declaration, path)),
    /** The same for a declaration with the type of the value, as if it received the value. */
    followNamed: (declaration: Declared) =>
      followed([], undefined, (flow) => byName(flow, declaration.name, declaration, [])),
    /** Whether a node is passed to something with its own type. */
    isGiven: (node: Ts.Node, parent: Ts.Node) => rowFor(parent)?.gives?.(parent, node) === true,
  };
};
