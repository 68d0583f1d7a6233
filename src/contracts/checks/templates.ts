import type { ApiOperation } from "../../documents/document.ts";

/** A path parameter, and the path up to it with all names left out: `/orders/{}/lines/{}`. */
export interface PathPlace {
  readonly name: string;
  readonly template: string;
  /** The path before it, which probably lists what the parameter names: `/orders/{}/lines`. */
  readonly collection: string;
}

export const erased = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}");

export const placesIn = (path: string): readonly PathPlace[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(({ 1: name = "", index }) => {
    const before = erased(path.slice(0, index));
    return { name, template: `${before}{}`, collection: before.replace(/\/[^/]*$/, "") || "/" };
  });

/** Whether a path ends with a parameter, so that it names one record. */
export const isItemPath = (path: string): boolean => /\{[^{}]*\}\/?$/.test(path);

/** `statuses` and `boxes` lose two letters, `databases` and `houses` one. */
const singular = (word: string): string =>
  word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/(?<=ss|x|h|ias|[^aeo]us)es$|(?<!s)s$/, "");

/** The same for `/pets` and `/pet`. */
const stem = (collection: string): string => {
  const cut = collection.lastIndexOf("/") + 1;
  return collection.slice(0, cut) + singular(collection.slice(cut).toLowerCase());
};

/** The last word of a collection's path: `order` of `/shop/orders`. */
export const nounOf = (collection: string): string => {
  const word = collection.split("/").findLast((part) => part !== "" && part !== "{}") ?? "";
  return singular(word).replaceAll(/\W/g, "");
};

/** Templates of records by the stem of the path that lists or creates them. */
export const templatesByCollection = (
  operations: readonly ApiOperation[],
): ReadonlyMap<string, readonly PathPlace[]> => {
  const places = new Map(
    operations.flatMap(({ path }) => placesIn(path)).map((place) => [place.template, place]),
  );
  return Map.groupBy(places.values(), ({ collection }) => stem(collection));
};

export const recordsBelow = (
  path: string,
  byCollection: ReadonlyMap<string, readonly PathPlace[]>,
): readonly PathPlace[] => byCollection.get(stem(erased(path).replace(/\/$/, ""))) ?? [];

/** Values of a template's parameters in a path; undefined if it is none of the template. */
export const templateValues = (template: string, path: string): readonly string[] | undefined => {
  const parts = template.split("/");
  const given = path.replace(/\/$/, "").split("/");
  if (parts.length !== given.length) return undefined;
  const values: string[] = [];
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? "";
    if (part === "{}") values.push(decodedText(text));
    else if (part !== text) return undefined;
  }
  return values;
};

const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
