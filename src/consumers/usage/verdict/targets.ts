import { childPointer, tokensOf } from "../../../core/formats/json-pointer.ts";
import { madeFor } from "../../../core/model/made-once.ts";
import { isObject } from "../../../core/model/json-object.ts";
import type { ApiDocument } from "../../../documents/document.ts";
import { isText, itemsOf, textsOf } from "../../../documents/json.ts";
import { schemaNameOf } from "../../../documents/references.ts";
import { isSameOrInside } from "../use.ts";
import { createLocations, type LocatedRoot, type Locations, plainLocation } from "../locations.ts";

const choices = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords that lead from a schema to one that a use can name. */
const named = new Set(["properties", "items", "additionalProperties"]);

/** A schema, and its location. */
interface SchemaLocation {
  readonly schema: unknown;
  readonly location: string;
  /** Nothing is declared there. */
  readonly isMissing?: true;
}

type Models = ApiDocument["models"];

const modelLocation = (name: string): string => childPointer("/components/schemas", name);

const isModel = (location: string): boolean => /^\/components\/schemas\/[^/]+$/.test(location);

/** A schema with all other schemas of the same value. */
const alike = (models: Models, at: SchemaLocation, seen = new Set<unknown>()): readonly SchemaLocation[] => {
  const { schema, location } = at;
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const name = isText(schema["$ref"]) ? schemaNameOf(schema["$ref"]) : undefined;
  const referred =
    name === undefined
      ? []
      : alike(models, { schema: models.get(name)?.schema, location: modelLocation(name) }, seen);
  const parts = choices.flatMap((keyword) =>
    itemsOf(schema[keyword]).flatMap((part) => alike(models, { schema: part, location }, seen)),
  );
  return [at, ...referred, ...parts];
};

const step = (
  models: Models,
  locations: readonly SchemaLocation[],
  tokens: readonly string[],
): readonly SchemaLocation[] => {
  const around = locations.flatMap((at) => alike(models, at));
  const found = around.flatMap(({ schema, location }): SchemaLocation[] => {
    const inner = tokens.reduce<unknown>(
      (value, token) => (isObject(value) ? value[token] : undefined),
      schema,
    );
    return inner === undefined ? [] : [{ schema: inner, location: childPointer(location, ...tokens) }];
  });
  if (found.length > 0) return found;
  // If it is declared nowhere, search wherever it could be.
  const bases = around.length > 0 ? around : locations;
  return bases.map(({ location }) => ({
    schema: {},
    location: childPointer(location, ...tokens),
    isMissing: true,
  }));
};

const descend = (
  models: Models,
  { schema, location }: LocatedRoot,
  tokens: readonly string[],
): readonly SchemaLocation[] => {
  let locations: readonly SchemaLocation[] = [{ schema, location }];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    if (token === "properties") {
      locations = step(models, locations, [token, tokens[index + 1] ?? ""]);
      index += 1;
    } else if (named.has(token)) locations = step(models, locations, [token]);
  }
  return locations;
};

/** Finds the schemas at a location, or at what a pointer into the source stands for. */
const createFind =
  (models: Models, locations: Locations) =>
  (pointer: string): readonly SchemaLocation[] =>
    locations.of(pointer).flatMap((location): readonly SchemaLocation[] => {
      const found = locations.rootOf(location);
      return found === undefined
        ? [{ schema: undefined, location }]
        : descend(models, found.root, tokensOf(found.rest));
    });

type Links = ReadonlyMap<string, ReadonlySet<string>>;

/** The locations of references to each model, and the models that each one refers to. */
const referencesIn = ({ roots }: Locations): { readonly users: Links; readonly uses: Links } => {
  const users = new Map<string, Set<string>>();
  const uses = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
  };
  const visit = (node: unknown, pointer: string, root: string): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index), root);
    if (!isObject(node)) return;
    const name = isText(node["$ref"]) ? schemaNameOf(node["$ref"]) : undefined;
    if (name !== undefined) {
      add(users, modelLocation(name), pointer);
      add(uses, root, modelLocation(name));
    }
    for (const [key, value] of Object.entries(node)) visit(value, childPointer(pointer, key), root);
  };
  for (const { location, schema } of roots) visit(schema, location, location);
  return { users, uses };
};

const closed = (start: string, next: Links): ReadonlySet<string> => {
  const found = new Set([start]);
  // Iteration of a set includes entries added meanwhile.
  for (const one of found) for (const other of next.get(one) ?? []) found.add(other);
  return found;
};

/** The locations of references to a model as a whole, also through models that are nothing but another one. */
const createReferrers =
  (users: Links, direct: (pointer: string) => readonly string[]) =>
  (location: string): readonly string[] => {
    const [, model, rest = ""] =
      /^(\/components\/schemas\/[^/]+)((?:\/items|\/additionalProperties)*)$/.exec(location) ?? [];
    if (model === undefined) return [];
    const found = new Set<string>();
    const models = new Set([model]);
    // Iteration of a set includes entries added meanwhile.
    for (const one of models)
      for (const referrer of [...(users.get(one) ?? [])].flatMap(direct)) {
        found.add(`${referrer}${rest}`);
        if (isModel(referrer)) models.add(referrer);
      }
    return [...found];
  };

/** Resolves locations of a document, and pointers into its source, to the locations of uses. */
export const createTargets = ({ models, ...document }: ApiDocument) => {
  const locations = createLocations({ models, ...document });
  const find = createFind(models, locations);
  const direct = (pointer: string): readonly string[] => [
    ...new Set(find(pointer).map(({ location }) => location)),
  ];
  const { users, uses } = referencesIn(locations);
  const referrers = createReferrers(users, direct);
  const around = (pointer: string): readonly SchemaLocation[] =>
    find(pointer).flatMap((at) => alike(models, at));
  return {
    /** Where a value is declared, through references and `allOf`; for a whole model also its references. */
    at: (pointer: string) => {
      const own = direct(pointer);
      return [...new Set([...own, ...own.flatMap(referrers)])].map(plainLocation);
    },
    /** The locations of what a pointer into the source names. */
    locationsOf: locations.of,
    /** The models along a pointer into values, from start to end. */
    modelsAlong: (pointer: string) => {
      const tokens = tokensOf(pointer);
      const starts = tokens.map((_, length) => childPointer("", ...tokens.slice(0, length + 1)));
      return new Set(
        starts
          .flatMap((start) => around(start))
          .flatMap(({ location }) => (isModel(location) ? [location] : [])),
      );
    },
    /** The types that are declared at a pointer; empty if any is allowed. */
    typesAt: (pointer: string) =>
      around(pointer).flatMap(({ schema }) => (isObject(schema) ? textsOf([schema["type"]].flat()) : [])),
    /** Where a value is declared, with all its schemas; empty if it is not declared. */
    declared: (pointer: string) =>
      find(pointer).flatMap((at) => {
        if (at.isMissing === true) return [];
        const schemas = alike(models, at).filter(
          ({ schema }) => isObject(schema) && schema["$ref"] === undefined,
        );
        return [{ location: at.location, schemas }];
      }),
    /** The models that the schema at a location refers to itself. */
    referredBy: (location: string) => uses.get(location) ?? new Set<string>(),
    /** The schemas below a part of an operation, and every model that their values may contain. */
    below: (part: string): readonly string[] => [
      ...new Set(
        locations.roots
          .filter((root) => isSameOrInside(plainLocation(root.location), plainLocation(part)))
          .flatMap(({ location }) => [...closed(location, uses)]),
      ),
    ],
    /** The schema that holds a location, and every model that its values may contain. */
    within: madeFor((location: string): readonly string[] => {
      const root = locations.rootOf(location)?.root.location ?? location;
      return [...closed(root, uses)].map(plainLocation);
    }),
    /** Whether objects at a location may have unlisted properties. */
    isOpen: (location: string) =>
      around(location).some(
        ({ schema }) =>
          isObject(schema) &&
          schema["additionalProperties"] !== undefined &&
          schema["additionalProperties"] !== false,
      ),
  };
};

export type Targets = ReturnType<typeof createTargets>;
