import { childPointer } from "../../../harness/formats/json-pointer.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { isText } from "../../../generators/documents/json.ts";
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
export const createReferrers = (root: unknown, direct: (pointer: string) => readonly string[]): Referrers => {
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
