import { childPointer, tokensOf, valueAt } from "../../../harness/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";
import { isText, itemsOf, textsOf } from "../../../generators/documents/json.ts";
import { pointerOf } from "../../../generators/documents/references.ts";

/** Finds the locations, as uses have them, that a pointer into a document stands for. */
export interface Targets {
  /** Where a value is declared, through references and `allOf`; for a whole model also what refers to it. */
  at(pointer: string): readonly string[];
  /** A model, and every model that values of it may hold. */
  within(location: string): ReadonlySet<string>;
  /** The types that are declared at a pointer; none where any is allowed. */
  typesAt(pointer: string): readonly string[];
  /** Whether objects at a location may have properties that are not listed. */
  isOpen(location: string): boolean;
}

/** Names of path parameters are nobody's business. */
export const plainLocation = (pointer: string): string => pointer.replaceAll(/\{[^}/]*\}/g, "{}");

const choices = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords that lead from a schema to one that a use can name. */
const named = new Set(["properties", "items", "additionalProperties"]);

/** A schema, and the location that it is known by. */
interface Place {
  readonly schema: unknown;
  readonly location: string;
}

const isSchemaStart = (tokens: readonly string[], index: number): boolean =>
  (tokens[0] === "components" && tokens[1] === "schemas" && index === 3) ||
  (index > 2 && tokens[index - 1] === "schema");

export const createTargets = (root: unknown): Targets => {
  /** A schema with all that is said of the same value elsewhere. */
  const alike = (place: Place, seen = new Set<unknown>()): readonly Place[] => {
    const { schema, location } = place;
    if (!isObject(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const reference = isText(schema["$ref"]) ? pointerOf(schema["$ref"]) : undefined;
    const referred =
      reference === undefined ? [] : alike({ schema: valueAt(root, reference), location: reference }, seen);
    const parts = choices.flatMap((keyword) =>
      itemsOf(schema[keyword]).flatMap((part) => alike({ schema: part, location }, seen)),
    );
    return [place, ...referred, ...parts];
  };

  const step = (places: readonly Place[], tokens: readonly string[]): readonly Place[] => {
    const around = places.flatMap((place) => alike(place));
    const found = around.flatMap(({ schema, location }): Place[] => {
      const inner = tokens.reduce<unknown>(
        (value, token) => (isObject(value) ? value[token] : undefined),
        schema,
      );
      return inner === undefined ? [] : [{ schema: inner, location: childPointer(location, ...tokens) }];
    });
    if (found.length > 0) return found;
    // What is declared nowhere is looked for wherever it could be.
    const bases = around.length > 0 ? around : places;
    return bases.map(({ location }) => ({ schema: {}, location: childPointer(location, ...tokens) }));
  };

  const descend = (start: Place, tokens: readonly string[]): readonly Place[] => {
    let places: readonly Place[] = [start];
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] ?? "";
      if (token === "properties") {
        places = step(places, [token, tokens[index + 1] ?? ""]);
        index += 1;
      } else if (named.has(token)) places = step(places, [token]);
    }
    return places;
  };

  /** `…/parameters/0` is known by where the parameter is and what it is called. */
  const parameterLocation = (
    tokens: readonly string[],
  ): { readonly base: string; readonly length: number } | undefined => {
    const index = tokens.indexOf("parameters");
    if (index < 2 || tokens[0] !== "paths") return undefined;
    const pointer = childPointer("", ...tokens.slice(0, index + 2));
    const value = valueAt(root, pointer);
    const parameter =
      isObject(value) && isText(value["$ref"]) ? valueAt(root, pointerOf(value["$ref"])) : value;
    if (!isObject(parameter)) return undefined;
    const base = childPointer(
      "",
      ...tokens.slice(0, index + 1),
      String(parameter["in"]),
      String(parameter["name"]),
    );
    return { base, length: index + 2 };
  };

  const placesAt = (pointer: string): readonly Place[] => {
    const tokens = tokensOf(pointer);
    const parameter = parameterLocation(tokens);
    const start = tokens.findIndex((_, index) => isSchemaStart(tokens, index));
    const cut = start < 0 && isSchemaStart(tokens, tokens.length) ? tokens.length : start;
    if (cut < 0) return [{ schema: valueAt(root, pointer), location: parameter?.base ?? pointer }];
    const head = childPointer("", ...tokens.slice(0, cut));
    const isContent = tokens.includes("content");
    // The schema of a header or a parameter is known by what it is the schema of.
    const location =
      parameter?.base ?? (isContent || tokens[1] === "schemas" ? head : head.replace(/\/schema$/, ""));
    return descend({ schema: valueAt(root, head), location }, tokens.slice(cut));
  };

  const direct = (pointer: string): readonly string[] => [
    ...new Set(placesAt(pointer).map(({ location }) => location)),
  ];

  const referrers = createReferrers(root, direct);

  const open = (location: string): boolean =>
    alike({ schema: valueAt(root, location), location }).some(
      ({ schema }) =>
        isObject(schema) &&
        schema["additionalProperties"] !== undefined &&
        schema["additionalProperties"] !== false,
    );

  return {
    at: (pointer) => {
      const own = direct(pointer);
      const more = own.flatMap((location) => referrers.to(location));
      return [...new Set([...own, ...more])].map(plainLocation);
    },
    typesAt: (pointer) =>
      placesAt(pointer)
        .flatMap((place) => alike(place))
        .flatMap(({ schema }) => (isObject(schema) ? textsOf([schema["type"]].flat()) : [])),
    within: referrers.within,
    isOpen: open,
  };
};

/** Who refers to a model, and to whom a model refers. */
const createReferrers = (root: unknown, direct: (pointer: string) => readonly string[]) => {
  const users = new Map<string, Set<string>>();
  const uses = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value));
  };
  const modelOf = (pointer: string): string | undefined => /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0];
  const visit = (node: unknown, pointer: string): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index));
    if (!isObject(node)) return;
    const reference = isText((node as JsonObject)["$ref"]) ? pointerOf(String(node["$ref"])) : undefined;
    if (reference !== undefined) {
      add(users, reference, pointer);
      const model = modelOf(pointer);
      if (model !== undefined) add(uses, model, reference);
    }
    for (const [key, value] of Object.entries(node)) visit(value, childPointer(pointer, key));
  };
  visit(root, "");

  const closed = (start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> => {
    const found = new Set([start]);
    for (const one of found) for (const other of next.get(one) ?? []) found.add(other);
    return found;
  };

  /** Locations that are the model itself, or its items, by reference. */
  const to = (location: string): readonly string[] => {
    const [, model, rest = ""] =
      /^(\/components\/schemas\/[^/]+)((?:\/items|\/additionalProperties)*)$/.exec(location) ?? [];
    if (model === undefined) return [];
    const found = new Set<string>();
    const pending = [model];
    const seen = new Set(pending);
    for (const one of pending)
      for (const user of users.get(one) ?? [])
        for (const place of direct(user)) {
          found.add(`${place}${rest}`);
          if (/^\/components\/schemas\/[^/]+$/.test(place) && !seen.has(place)) {
            seen.add(place);
            pending.push(place);
          }
        }
    return [...found];
  };

  return { to, within: (location: string) => closed(modelOf(location) ?? location, uses) };
};
