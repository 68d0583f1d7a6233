import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { allBodies, definitionsOf } from "../../documents/schemas/definitions.ts";
import type { InstanceCondition } from "../../core/model/contract-schemas.ts";
import { modelLocations } from "../../documents/schemas/model-locations.ts";
import { literal, source, variable } from "./text.ts";

interface LocationsOfBody {
  /** From a model to the pointer patterns of its values. */
  readonly patterns: Record<string, string[]>;
  /** From `<model> <pattern>` to the choices that it depends on. */
  readonly conditions: Record<string, readonly InstanceCondition[]>;
}

const locationsByDefinition = (document: InterfaceDocument): ReadonlyMap<string, LocationsOfBody> => {
  const { models, bodies } = definitionsOf(document);
  const schemas = new Map(models.map(({ name, schema }) => [name, schema]));
  const roots = models.map(({ name }) => ({ name, schema: { $ref: `#/components/schemas/${name}` } }));
  return new Map(
    [...roots, ...bodies].map((definition) => {
      const locations: LocationsOfBody = { patterns: {}, conditions: {} };
      for (const { model, pattern, conditions } of modelLocations(definition, schemas)) {
        const patterns = (locations.patterns[model] ??= []);
        if (patterns.includes(pattern)) continue;
        patterns.push(pattern);
        if (conditions.length > 0) locations.conditions[`${model} ${pattern}`] = conditions;
      }
      return [definition.name, locations];
    }),
  );
};

const responseKeys = (document: InterfaceDocument): readonly (readonly [string, string])[] => {
  const { nameOfBody } = definitionsOf(document);
  return allBodies(document)
    .filter(({ key }) => !key.endsWith(".request") && !key.endsWith(".parameters"))
    .map(({ key }) => [key, nameOfBody.get(key) ?? key]);
};

/** `model-instances.ts`: for each response body, the locations of every named model. */
export const generateModelInstances = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const shared: string[] = [];
  const entries: string[] = [];
  const conditions: Record<string, readonly InstanceCondition[]> = {};
  for (const document of contract.interfaces) {
    const locations = locationsByDefinition(document);
    const keys = responseKeys(document);
    const used = [...new Set(keys.map(([, name]) => name))].filter((name) =>
      hasLocations(locations.get(name)),
    );
    for (const name of used)
      shared.push(
        `const ${variable(document.name, name)} = ${literal(locations.get(name)?.patterns)} as const;`,
      );
    for (const [key, name] of keys) {
      if (!used.includes(name)) continue;
      entries.push(`  ${JSON.stringify(key)}: ${variable(document.name, name)},`);
      for (const [location, list] of Object.entries(locations.get(name)?.conditions ?? {}))
        conditions[`${key} ${location}`] = list;
    }
  }
  const text = source(
    ...shared,
    `/** From \`<operationId>.<status>\` and a model's name to the pointers of its values; \`*\` is any item or name. */
export const modelInstances: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {\n${entries.join("\n")}\n};`,
    `/** A branch of a choice that must be the best fit at a location. */
export interface Condition {
  readonly union: string;
  readonly branch: number;
  readonly pattern: string;
}`,
    `/** What the locations behind a choice depend on, by \`<operationId>.<status> <model> <pattern>\`. */
export const instanceConditions: Readonly<Record<string, readonly Condition[]>> = ${literal(conditions)};`,
  );
  return new Map([["model-instances.ts", text]]);
};

const hasLocations = (locations: LocationsOfBody | undefined): boolean =>
  locations !== undefined && Object.keys(locations.patterns).length > 0;
