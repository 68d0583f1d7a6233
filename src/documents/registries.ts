import { childPointer, valueAtPointer } from "../core/formats/json-pointer.ts";
import type { Fact, Sight, Unknown } from "../core/model/fact.ts";
import { interfaceNames } from "../builtin/interface-name.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { entriesOf, isText, textsOf } from "./json.ts";
import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { didYouMean } from "../core/output/suggest.ts";
import type { LocatedDocument } from "./source-document.ts";

const sights = ["passive", "read", "write", "auth", "static", "sandbox"] as const satisfies readonly Sight[];

/** The prefixes that come first; others follow in order of first appearance in the file. */
const families = ["GEN", "CRM", "DON", "VOL", "EVT"];

const partsOf = (id: string): readonly [prefix: string, number: number] => {
  const [prefix = "", number = ""] = id.split("-");
  return [prefix, Number(number)];
};

const inOrder = <Item extends { readonly id: string }>(entries: readonly Item[]): readonly Item[] => {
  const prefixes = [...new Set([...families, ...entries.map(({ id }) => partsOf(id)[0])])];
  const rank = (id: string): number => {
    const [prefix, number] = partsOf(id);
    return prefixes.indexOf(prefix) * 1000 + number;
  };
  return entries.toSorted((one, other) => rank(one.id) - rank(other.id));
};

interface Entry {
  readonly id: string;
  readonly value: JsonObject;
  readonly document: LocatedDocument;
}

const location = (entry: Entry, key?: string): string =>
  entry.document.location(key === undefined ? childPointer("", entry.id) : childPointer("", entry.id, key));

const readEntries = (document: LocatedDocument, idPattern: RegExp): readonly Entry[] => {
  if (!isObject(document.root))
    throw new UsageError("expected a map from ids to entries", { location: document.location("") });
  return entriesOf(document.root).map(([id, value]) => {
    const here = document.location(childPointer("", id));
    if (!idPattern.test(id)) throw new UsageError(`${id} is not an id of this registry`, { location: here });
    if (!isObject(value)) throw new UsageError(`${id} has no entry`, { location: here });
    return { id, value, document };
  });
};

const requiredText = (entry: Entry, key: string): string => {
  const value = entry.value[key];
  if (isText(value) && value !== "") return value;
  throw new UsageError(`${entry.id} lacks a ${key}`, { location: location(entry) });
};

const sightOf = (entry: Entry): Sight => {
  const text = requiredText(entry, "see");
  const sight = sights.find((known) => known === text);
  if (sight !== undefined) return sight;
  throw new UsageError(`${entry.id} is seen by ${text}`, {
    location: location(entry, "see"),
    hint: `one of ${sights.join(", ")}`,
  });
};

/**
 * specs/facts.yaml, by prefix and number.
 * @throws UsageError at the invalid entry.
 */
export const readFacts = (document: LocatedDocument): readonly Fact[] =>
  inOrder(
    readEntries(document, /^[A-Z]{3}-\d+$/).map((entry) => ({
      id: entry.id,
      see: sightOf(entry),
      statement: requiredText(entry, "statement"),
      places: textsOf(entry.value["places"]),
      ...(isText(entry.value["test"]) ? { test: entry.value["test"] } : {}),
    })),
  );

/**
 * specs/unknowns.yaml, by number.
 * @throws UsageError at the invalid entry.
 */
export const readUnknowns = (document: LocatedDocument): readonly Unknown[] =>
  inOrder(
    readEntries(document, /^U-\d+$/).map((entry) => ({
      id: entry.id,
      question: requiredText(entry, "question"),
      places: textsOf(entry.value["places"]),
      ...(isText(entry.value["unseen"]) ? { unseen: entry.value["unseen"] } : {}),
    })),
  );

/**
 * Rejects locations in a registry that do not exist in the OpenAPI documents.
 * @throws UsageError at the line of the location.
 */
export const checkLocations = (
  registry: LocatedDocument,
  entries: readonly (Fact | Unknown)[],
  documents: readonly Pick<LocatedDocument, "root">[],
): void => {
  const byName = new Map(interfaceNames.map((name, index) => [`${name}.yaml`, documents[index]]));
  for (const { id, places: locations } of entries) {
    for (const [index, text] of locations.entries()) {
      const [file = "", pointer] = text.split("#");
      const document = byName.get(file);
      const here = registry.location(childPointer("", id, "places", index));
      if (document === undefined || pointer === undefined)
        throw new UsageError(`${text} is not a location in a document`, {
          location: here,
          hint: didYouMean(file, byName.keys()),
        });
      if (valueAtPointer(document.root, pointer) === undefined)
        throw new UsageError(`${text} points to nothing`, { location: here });
    }
  }
};
