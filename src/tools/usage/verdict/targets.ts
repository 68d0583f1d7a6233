import { childPointer, tokensOf, valueAt } from "../../../harness/formats/json-pointer.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { textsOf } from "../../../generators/documents/json.ts";
import { alike, type SchemaLocation, locationsAt } from "./declared-locations.ts";
import { createReferrers } from "./referrers.ts";

/** A declared value. */
export interface Declared {
  readonly location: string;
  /** Its schemas, without those that only refer to another. */
  readonly schemas: readonly SchemaLocation[];
}

/** Finds the locations, as uses have them, that a pointer into a document stands for. */
export interface Targets {
  /** Where a value is declared, through references and `allOf`; for a whole model also what refers to it. */
  at(pointer: string): readonly string[];
  /** A model, and every model that values of it may hold. */
  within(location: string): ReadonlySet<string>;
  /** Where a value is declared, with all schemas that are stated of it; none where it is not. */
  declared(pointer: string): readonly Declared[];
  /** The models of which a pointer leads into values, from its start to its end. */
  modelsAlong(pointer: string): ReadonlySet<string>;
  /** The types that are declared at a pointer; none where any is allowed. */
  typesAt(pointer: string): readonly string[];
  /** Whether objects at a location may have properties that are not listed. */
  isOpen(location: string): boolean;
}

/** Names of path parameters are nobody's business. */
export const plainLocation = (pointer: string): string => pointer.replaceAll(/\{[^}/]*\}/g, "{}");

export const createTargets = (root: unknown): Targets => {
  const direct = (pointer: string): readonly string[] => [
    ...new Set(locationsAt(root, pointer).map(({ location }) => location)),
  ];
  const referrers = createReferrers(root, direct);
  return {
    at: (pointer) => {
      const own = direct(pointer);
      const more = own.flatMap((location) => referrers.to(location));
      return [...new Set([...own, ...more])].map(plainLocation);
    },
    modelsAlong: (pointer) => {
      const tokens = tokensOf(pointer);
      const starts = tokens.map((_, length) => childPointer("", ...tokens.slice(0, length + 1)));
      return new Set(
        starts
          .flatMap((start) => locationsAt(root, start))
          .flatMap((at) => alike(root, at))
          .flatMap(({ location }) => /^\/components\/schemas\/[^/]+$/.exec(location) ?? []),
      );
    },
    typesAt: (pointer) =>
      locationsAt(root, pointer)
        .flatMap((at) => alike(root, at))
        .flatMap(({ schema }) => (isObject(schema) ? textsOf([schema["type"]].flat()) : [])),
    declared: (pointer) =>
      locationsAt(root, pointer).flatMap((at) => {
        if (at.isMissing === true) return [];
        const schemas = alike(root, at).filter(
          ({ schema }) => isObject(schema) && schema["$ref"] === undefined,
        );
        return [{ location: at.location, schemas }];
      }),
    within: referrers.within,
    isOpen: (location) =>
      alike(root, { schema: valueAt(root, location), location }).some(
        ({ schema }) =>
          isObject(schema) &&
          schema["additionalProperties"] !== undefined &&
          schema["additionalProperties"] !== false,
      ),
  };
};
