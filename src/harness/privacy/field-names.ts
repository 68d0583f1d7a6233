import { isFieldLike } from "./field-words.ts";
import { childPointer, tokensOf } from "../formats/json-pointer.ts";
import { documentedBodies } from "../../contract/generated/documented-bodies.ts";
import type { DocumentedPlace } from "../model/documented-place.ts";
import { operations } from "../../contract/generated/operations.ts";
import type { Operation } from "../model/operation.ts";

/** Without regard to case and separators: `contact_type` and `ContactType` name the same field. */
export const foldedName = (name: string): string => name.replace(/[_\-\s.]/g, "").toLowerCase();

function* namesIn(place: DocumentedPlace, seen: Set<DocumentedPlace>): Generator<string> {
  if (seen.has(place)) return;
  seen.add(place);
  yield* place.required ?? [];
  for (const [name, inner] of Object.entries(place.fields ?? {})) {
    yield name;
    yield* namesIn(inner, seen);
  }
  if (place.items !== undefined) yield* namesIn(place.items, seen);
  if (place.map !== undefined) yield* namesIn(place.map, seen);
}

/** Root keys under which the records of undocumented bodies are looked for. */
const usualRoots = [
  "data",
  "items",
  "list",
  "results",
  "meta",
  "links",
  "attributes",
  "user",
  "group",
  "project",
];

let known: ReadonlySet<string> | undefined;

const documentedNames = (): ReadonlySet<string> => {
  const seen = new Set<DocumentedPlace>();
  const table: readonly Operation[] = Object.values(operations);
  return new Set(
    [
      ...Object.values(documentedBodies).flatMap((place) => [...namesIn(place, seen)]),
      ...table.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
      ...usualRoots,
    ].map(foldedName),
  );
};

/**
 * Whether the documents list a name, in whatever spelling. Any other key of an answer may be somebody's data: a map
 * has names of people for its keys.
 */
export const isDocumentedName = (name: string): boolean =>
  (known ??= documentedNames()).has(foldedName(name));

/** The same names come again with every record. */
const fieldNames = new Map<string, boolean>();
const mostRemembered = 10_000;
const longestRemembered = 64;

/**
 * Whether a key is the name of a field, since the documents list it or all its words are such as fields are called
 * by: most records of the donation and volunteer interfaces are not stated.
 */
export const isFieldName = (name: string): boolean => {
  const known = fieldNames.get(name);
  if (known !== undefined) return known;
  const found = isDocumentedName(name) || isFieldLike(name);
  // Keys that are data are without end and as long as they like.
  if (fieldNames.size < mostRemembered && name.length <= longestRemembered) fieldNames.set(name, found);
  return found;
};

/** A pointer that may be told: positions and names of fields stay, every other key becomes `*`. */
export const toldPointer = (pointer: string, isKnown: (name: string) => boolean = isFieldName): string =>
  tokensOf(pointer).reduce(
    (told, token) => childPointer(told, /^(0|[1-9]\d{0,8})$/.test(token) || isKnown(token) ? token : "*"),
    "",
  );
