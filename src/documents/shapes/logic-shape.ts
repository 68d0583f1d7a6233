import { childPointer } from "../../core/formats/json-pointer.ts";
import { entriesOf, itemsOf, textsOf } from "../json.ts";
import type { LocatedSchema, SchemaPart } from "./schema-part.ts";
import { isSchemaValue, namesUnder, type Under } from "./parts.ts";

/** A condition and what follows from it. */
export interface SchemaCondition {
  readonly if: LocatedSchema;
  readonly consequence: LocatedSchema;
  readonly alternative: LocatedSchema;
}

/** How many items of a list are of a kind. */
export interface Containment {
  readonly schema: LocatedSchema;
  readonly count: string;
}

/** What parts say about the items of a list. */
export const createLists = (under: Under) => (parts: readonly SchemaPart[]) => {
  const prefixes = parts.map(({ keywords }) => itemsOf(keywords["prefixItems"]).length);
  return {
    positions: Math.max(0, ...prefixes),
    item: (index: number): readonly LocatedSchema[] =>
      parts.flatMap((part) => {
        const schema = itemsOf(part.keywords["prefixItems"])[index];
        return isSchemaValue(schema) ? under(part, "prefixItems", String(index)) : under(part, "items");
      }),
    items: parts.flatMap((part) => under(part, "items")),
  };
};

/** What parts say by negations, conditions and dependencies. */
export const createLogic = (under: Under) => {
  const orAnything = (part: SchemaPart, keyword: string): LocatedSchema =>
    under(part, keyword)[0] ?? { schema: true, at: childPointer(part.at, keyword) };

  const conditionsOf = (parts: readonly SchemaPart[]): readonly SchemaCondition[] =>
    parts.flatMap((part) =>
      under(part, "if").map((condition) => ({
        if: condition,
        consequence: orAnything(part, "then"),
        alternative: orAnything(part, "else"),
      })),
    );

  const containsOf = (parts: readonly SchemaPart[]): readonly Containment[] =>
    parts.flatMap((part) =>
      under(part, "contains").map((schema) => {
        const { minContains = 1, maxContains = "any" } = part.keywords;
        return { schema, count: `${String(minContains)} to ${String(maxContains)}` };
      }),
    );

  const dependentOf = (parts: readonly SchemaPart[]) => {
    const schemas = new Map<string, readonly LocatedSchema[]>();
    for (const part of parts)
      for (const name of namesUnder(part, "dependentSchemas"))
        schemas.set(name, [...(schemas.get(name) ?? []), ...under(part, "dependentSchemas", name)]);
    return {
      dependentSchemas: schemas,
      dependencies: new Set(
        parts.flatMap(({ keywords }) =>
          entriesOf(keywords["dependentRequired"]).flatMap(([name, needed]) =>
            textsOf(needed).map((other) => `${name} → ${other}`),
          ),
        ),
      ),
    };
  };

  return (parts: readonly SchemaPart[]) => ({
    not: parts.flatMap((part) => under(part, "not")),
    conditions: conditionsOf(parts),
    contains: containsOf(parts),
    ...dependentOf(parts),
  });
};
