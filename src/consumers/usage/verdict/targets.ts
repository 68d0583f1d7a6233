import { childPointer, tokensOf, valueAtPointer } from "../../../core/formats/json-pointer.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { isText, itemsOf, textsOf } from "../../../documents/json.ts";
import { pointerOf } from "../../../documents/references.ts";

const choices = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords that lead from a schema to one that a use can name. */
const named = new Set(["properties", "items", "additionalProperties"]);

/** A schema, and its canonical location. */
interface SchemaLocation {
  readonly schema: unknown;
  readonly location: string;
  /** Nothing is declared there. */
  readonly isMissing?: true;
}

const isSchemaStart = (tokens: readonly string[], index: number): boolean =>
  (tokens[0] === "components" && tokens[1] === "schemas" && index === 3) ||
  (index > 2 && tokens[index - 1] === "schema");

type Links = ReadonlyMap<string, ReadonlySet<string>>;

const modelOf = (pointer: string): string | undefined => /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0];

/** The references to each component, and those of each model. */
const referencesIn = (root: unknown): { readonly users: Links; readonly uses: Links } => {
  const users = new Map<string, Set<string>>();
  const uses = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
  };
  const visit = (node: unknown, pointer: string): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index));
    if (!isObject(node)) return;
    if (isText(node["$ref"])) {
      const reference = pointerOf(node["$ref"]);
      add(users, reference, pointer);
      const model = modelOf(pointer);
      if (model !== undefined) add(uses, model, reference);
    }
    for (const [key, value] of Object.entries(node)) visit(value, childPointer(pointer, key));
  };
  visit(root, "");
  return { users, uses };
};

const closed = (start: string, next: Links): ReadonlySet<string> => {
  const found = new Set([start]);
  // Iteration of a set includes entries added meanwhile.
  for (const one of found) for (const other of next.get(one) ?? []) found.add(other);
  return found;
};

/** Names of path parameters do not matter. */
export const plainLocation = (pointer: string): string => pointer.replaceAll(/\{[^}/]*\}/g, "{}");

/** Resolves a pointer into a document to the locations of uses. */
export const createTargets = (root: unknown) => {
  /** A schema with all other schemas of the same value. */
  const alike = (at: SchemaLocation, seen = new Set<unknown>()): readonly SchemaLocation[] => {
    const { schema, location } = at;
    if (!isObject(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const reference = isText(schema["$ref"]) ? pointerOf(schema["$ref"]) : undefined;
    const referred =
      reference === undefined
        ? []
        : alike({ schema: valueAtPointer(root, reference), location: reference }, seen);
    const parts = choices.flatMap((keyword) =>
      itemsOf(schema[keyword]).flatMap((part) => alike({ schema: part, location }, seen)),
    );
    return [at, ...referred, ...parts];
  };

  const step = (
    locations: readonly SchemaLocation[],
    tokens: readonly string[],
  ): readonly SchemaLocation[] => {
    const around = locations.flatMap((at) => alike(at));
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

  const descend = (start: SchemaLocation, tokens: readonly string[]): readonly SchemaLocation[] => {
    let locations: readonly SchemaLocation[] = [start];
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] ?? "";
      if (token === "properties") {
        locations = step(locations, [token, tokens[index + 1] ?? ""]);
        index += 1;
      } else if (named.has(token)) locations = step(locations, [token]);
    }
    return locations;
  };

  /** `…/parameters/0` is identified by its `in` and its name. */
  const parameterLocation = (
    tokens: readonly string[],
  ): { readonly base: string; readonly length: number } | undefined => {
    const index = tokens.indexOf("parameters");
    if (index < 2 || tokens[0] !== "paths") return undefined;
    const pointer = childPointer("", ...tokens.slice(0, index + 2));
    const value = valueAtPointer(root, pointer);
    const parameter =
      isObject(value) && isText(value["$ref"]) ? valueAtPointer(root, pointerOf(value["$ref"])) : value;
    if (!isObject(parameter)) return undefined;
    const base = childPointer(
      "",
      ...tokens.slice(0, index + 1),
      String(parameter["in"]),
      String(parameter["name"]),
    );
    return { base, length: index + 2 };
  };

  const locationsAt = (pointer: string): readonly SchemaLocation[] => {
    const tokens = tokensOf(pointer);
    const parameter = parameterLocation(tokens);
    const start = tokens.findIndex((_, index) => isSchemaStart(tokens, index));
    const cut = start < 0 && isSchemaStart(tokens, tokens.length) ? tokens.length : start;
    if (cut < 0) return [{ schema: valueAtPointer(root, pointer), location: parameter?.base ?? pointer }];
    const head = childPointer("", ...tokens.slice(0, cut));
    const isContent = tokens.includes("content");
    // The schema of a header or parameter is identified by its owner.
    const location =
      parameter?.base ?? (isContent || tokens[1] === "schemas" ? head : head.replace(/\/schema$/, ""));
    return descend({ schema: valueAtPointer(root, head), location }, tokens.slice(cut));
  };

  const direct = (pointer: string): readonly string[] => [
    ...new Set(locationsAt(pointer).map(({ location }) => location)),
  ];

  const { users, uses } = referencesIn(root);

  /** A shared parameter is used in the operations that take it. */
  const toParameter = (location: string): readonly string[] => {
    const [, parameter = "", rest = ""] = /^(\/components\/parameters\/[^/]+)(.*)$/.exec(location) ?? [];
    return [...(users.get(parameter) ?? [])].flatMap(direct).map((user) => `${user}${rest}`);
  };

  const toModel = (location: string): readonly string[] => {
    const [, model, rest = ""] =
      /^(\/components\/schemas\/[^/]+)((?:\/items|\/additionalProperties)*)$/.exec(location) ?? [];
    if (model === undefined) return [];
    const found = new Set<string>();
    const models = new Set([model]);
    // Iteration of a set includes entries added meanwhile.
    for (const one of models)
      for (const referrer of [...(users.get(one) ?? [])].flatMap(direct)) {
        found.add(`${referrer}${rest}`);
        if (/^\/components\/schemas\/[^/]+$/.test(referrer)) models.add(referrer);
      }
    return [...found];
  };

  return {
    /** Where a value is declared, through references and `allOf`; for a whole model also its references. */
    at: (pointer: string) => {
      const own = direct(pointer);
      const more = own.flatMap((location) => [...toModel(location), ...toParameter(location)]);
      return [...new Set([...own, ...more])].map(plainLocation);
    },
    /** The models along a pointer into values, from start to end. */
    modelsAlong: (pointer: string) => {
      const tokens = tokensOf(pointer);
      const starts = tokens.map((_, length) => childPointer("", ...tokens.slice(0, length + 1)));
      return new Set(
        starts
          .flatMap((start) => locationsAt(start))
          .flatMap((at) => alike(at))
          .flatMap(({ location }) => /^\/components\/schemas\/[^/]+$/.exec(location) ?? []),
      );
    },
    /** The types that are declared at a pointer; empty if any is allowed. */
    typesAt: (pointer: string) =>
      locationsAt(pointer)
        .flatMap((at) => alike(at))
        .flatMap(({ schema }) => (isObject(schema) ? textsOf([schema["type"]].flat()) : [])),
    /** Where a value is declared, with all its schemas; empty if it is not declared. */
    declared: (pointer: string) =>
      locationsAt(pointer).flatMap((at) => {
        if (at.isMissing === true) return [];
        const schemas = alike(at).filter(({ schema }) => isObject(schema) && schema["$ref"] === undefined);
        return [{ location: at.location, schemas }];
      }),
    /** A model, and every model that its values may contain. */
    within: (location: string) => closed(modelOf(location) ?? location, uses),
    /** Whether objects at a location may have unlisted properties. */
    isOpen: (location: string) =>
      alike({ schema: valueAtPointer(root, location), location }).some(
        ({ schema }) =>
          isObject(schema) &&
          schema["additionalProperties"] !== undefined &&
          schema["additionalProperties"] !== false,
      ),
  };
};

export type Targets = ReturnType<typeof createTargets>;
