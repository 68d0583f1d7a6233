import type * as Ts from "typescript";
import type { Accepted } from "./accepting.ts";
import type { TypeRelations } from "./shapes.ts";
import { type Location, partsOf, type Possibility, possibilities, type Use, type WayOfUse } from "./use.ts";
import { byText } from "../../core/model/texts.ts";

/** Details of one use, at one location in the code. */
interface UseDetails extends Pick<Use, "sends" | "values" | "gives" | "of"> {
  readonly accepts?: Accepted;
}

/** By file, then by line. */
export const byLocation = (left: string, right: string): number => {
  const [leftFile = "", rightFile = ""] = [left, right].map((location) => location.replace(/:\d+$/, ""));
  const lineOf = (location: string): number => Number(/:(\d+)$/.exec(location)?.[1] ?? 0);
  return byText(leftFile, rightFile) || lineOf(left) - lineOf(right);
};

/** Merges equal uses, in an order that depends only on the uses. */
export const mergeUses = (uses: readonly Use[]): readonly Use[] => {
  const alike = Map.groupBy(uses, ({ at: _, ...use }) => JSON.stringify(use));
  return [...alike]
    .toSorted(([left], [right]) => byText(left, right))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined
        ? []
        : [{ ...first, at: [...new Set([first, ...rest].flatMap(({ at }) => at))].toSorted(byLocation) }],
    );
};

export const sorted = <Value>(values: readonly Value[]): readonly Value[] =>
  [...new Set(values)].toSorted((left, right) => byText(JSON.stringify(left), JSON.stringify(right)));

const inOrder = (accepted: { has(one: Possibility): boolean }): readonly Possibility[] =>
  possibilities.filter((one) => accepted.has(one));

/** Collects uses as they are found. */
export const collectUses = (shapes: TypeRelations, locationOf: (node: Ts.Node) => string) => {
  const found: Use[] = [];

  const add = (
    how: WayOfUse,
    locations: readonly Location[],
    node: Ts.Node,
    { accepts, sends, values, gives, of }: UseDetails = {},
  ): void => {
    for (const location of locations) {
      const { interface: name, pointer } = partsOf(location);
      found.push({
        interface: name,
        location: pointer,
        how,
        ...(accepts !== undefined && accepts.size > 0 && { accepts: inOrder(accepts) }),
        ...(sends !== undefined && { sends: inOrder(new Set(sends)) }),
        ...(of !== undefined && { of: sorted(of) }),
        ...(values !== undefined && values.length > 0 && { values: sorted(values) }),
        ...(gives !== undefined && { gives: sorted(gives) }),
        at: [locationOf(node)],
      });
    }
  };

  /** Use of an object with the models that compose it, once for each alternative. */
  const addComposed = (
    how: WayOfUse,
    owner: Ts.Type,
    locations: readonly Location[],
    node: Ts.Node,
    details: UseDetails = {},
  ): void => {
    for (const of of shapes.compositionsOf(owner))
      add(how, locations, node, of === undefined ? details : { ...details, of });
  };

  /** The same for all models in a type. */
  const addModels = (how: WayOfUse, type: Ts.Type, node: Ts.Node): void =>
    addComposed(how, type, shapes.modelsOf(type), node);

  return {
    add,
    addComposed,
    addModels,
    /** A use that affects every property, whichever exist. */
    addWhole: (type: Ts.Type, node: Ts.Node): void => {
      addModels("keys", type, node);
      addModels("whole", type, node);
    },
    /** A value of models is built from a type that always gives some of its properties. */
    addBuild: (source: Ts.Type, models: readonly Location[], node: Ts.Node): void => {
      const always = shapes.checker.getPropertiesOfType(source).filter((one) => !shapes.isOptional(one));
      add("build", models, node, { gives: always.map(({ name }) => name) });
    },
    all: () => mergeUses(found),
  };
};

export type Uses = ReturnType<typeof collectUses>;
