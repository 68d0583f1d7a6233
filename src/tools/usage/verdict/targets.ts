import { childPointer, tokensOf, valueAt } from "../../../harness/formats/json-pointer.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { isText, textsOf } from "../../../generators/documents/json.ts";
import { alike, locationsAt } from "./declared-locations.ts";
import { pointerOf } from "../../../generators/documents/references.ts";

interface Referrers {
  /** Locations that are a model itself, its items, or a shared parameter, by reference. */
  to(location: string): readonly string[];
  /** A model, and every model that values of it may hold. */
  within(location: string): ReadonlySet<string>;
}

type Links = ReadonlyMap<string, ReadonlySet<string>>;

const modelOf = (pointer: string): string | undefined => /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0];

/** Where each component is referred to, and what each model refers to. */
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
  // A set yields what is added while it is read.
  for (const one of found) for (const other of next.get(one) ?? []) found.add(other);
  return found;
};

/** Who refers to a model, and to whom a model refers. */
const createReferrers = (root: unknown, direct: (pointer: string) => readonly string[]): Referrers => {
  const { users, uses } = referencesIn(root);

  /** A shared parameter is used where operations take it. */
  const toParameter = (location: string): readonly string[] => {
    const [, parameter = "", rest = ""] = /^(\/components\/parameters\/[^/]+)(.*)$/.exec(location) ?? [];
    return [...(users.get(parameter) ?? [])].flatMap(direct).map((user) => `${user}${rest}`);
  };

  const toModel = (location: string): readonly string[] => {
    const [, model, rest = ""] =
      /^(\/components\/schemas\/[^/]+)((?:\/items|\/additionalProperties)*)$/.exec(location) ?? [];
    if (model === undefined) return [];
    const found = new Set<string>();
    const pending = [model];
    const seen = new Set(pending);
    for (const one of pending)
      for (const user of users.get(one) ?? [])
        for (const referrer of direct(user)) {
          found.add(`${referrer}${rest}`);
          if (/^\/components\/schemas\/[^/]+$/.test(referrer) && !seen.has(referrer)) {
            seen.add(referrer);
            pending.push(referrer);
          }
        }
    return [...found];
  };

  const to = (location: string): readonly string[] => [...toModel(location), ...toParameter(location)];

  return { to, within: (location: string) => closed(modelOf(location) ?? location, uses) };
};

/** Names of path parameters are nobody's business. */
export const plainLocation = (pointer: string): string => pointer.replaceAll(/\{[^}/]*\}/g, "{}");

/** Finds the locations, as uses have them, that a pointer into a document stands for. */
export const createTargets = (root: unknown) => {
  const direct = (pointer: string): readonly string[] => [
    ...new Set(locationsAt(root, pointer).map(({ location }) => location)),
  ];
  const referrers = createReferrers(root, direct);
  return {
    /** Where a value is declared, through references and `allOf`; for a whole model also what refers to it. */
    at: (pointer: string) => {
      const own = direct(pointer);
      const more = own.flatMap((location) => referrers.to(location));
      return [...new Set([...own, ...more])].map(plainLocation);
    },
    /** The models of which a pointer leads into values, from its start to its end. */
    modelsAlong: (pointer: string) => {
      const tokens = tokensOf(pointer);
      const starts = tokens.map((_, length) => childPointer("", ...tokens.slice(0, length + 1)));
      return new Set(
        starts
          .flatMap((start) => locationsAt(root, start))
          .flatMap((at) => alike(root, at))
          .flatMap(({ location }) => /^\/components\/schemas\/[^/]+$/.exec(location) ?? []),
      );
    },
    /** The types that are declared at a pointer; none where any is allowed. */
    typesAt: (pointer: string) =>
      locationsAt(root, pointer)
        .flatMap((at) => alike(root, at))
        .flatMap(({ schema }) => (isObject(schema) ? textsOf([schema["type"]].flat()) : [])),
    /** Where a value is declared, with all schemas that are stated of it; none where it is not. */
    declared: (pointer: string) =>
      locationsAt(root, pointer).flatMap((at) => {
        if (at.isMissing === true) return [];
        const schemas = alike(root, at).filter(
          ({ schema }) => isObject(schema) && schema["$ref"] === undefined,
        );
        return [{ location: at.location, schemas }];
      }),
    /** A model, and every model that values of it may hold. */
    within: referrers.within,
    /** Whether objects at a location may have properties that are not listed. */
    isOpen: (location: string) =>
      alike(root, { schema: valueAt(root, location), location }).some(
        ({ schema }) =>
          isObject(schema) &&
          schema["additionalProperties"] !== undefined &&
          schema["additionalProperties"] !== false,
      ),
  };
};

export type Targets = ReturnType<typeof createTargets>;
