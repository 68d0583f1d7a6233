import { childPointer, tokensOf, valueAt } from "../formats/json-pointer.ts";
import type { Contract } from "../model/contract.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { FieldNames } from "../model/field-names.ts";
import { generalFieldWords, headerWords, isMadeOf, isWordLike } from "./field-words.ts";
import { isObject } from "../model/json-object.ts";
import { isMask, isRecordersMask, maskedName, maskOfKey } from "./masked-names.ts";
import { remembered } from "./remembered.ts";

/** What is known of names before any record is read. */
export type NamedDocuments = Pick<Contract, "operations" | "documentedBodies" | "publicTerms">;

/** Without regard to case and separators: `contact_type` and `ContactType` name the same field. */
const folded = (name: string): string => name.replace(/[_\-\s.]/g, "").toLowerCase();

function* locationsIn(
  documented: DocumentedLocation,
  seen: Set<DocumentedLocation>,
): Generator<DocumentedLocation> {
  if (seen.has(documented)) return;
  seen.add(documented);
  yield documented;
  const inner = [...Object.values(documented.fields ?? {}), documented.items, documented.map];
  for (const one of inner) if (one !== undefined) yield* locationsIn(one, seen);
}

/** Every location that the OpenAPI documents describe, each once. */
export function* documentedLocations(
  bodies: NamedDocuments["documentedBodies"],
): Generator<DocumentedLocation> {
  const seen = new Set<DocumentedLocation>();
  for (const body of Object.values(bodies)) yield* locationsIn(body, seen);
}

const documentedNames = ({ operations, documentedBodies }: NamedDocuments): ReadonlySet<string> =>
  new Set(
    [
      ...[...documentedLocations(documentedBodies)].flatMap(({ required = [], fields = {} }) => [
        ...required,
        ...Object.keys(fields),
      ]),
      ...Object.values(operations).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    ].map(folded),
  );

/** Reads the OpenAPI documents when a name is first asked for. */
export const createFieldNames = (documents: NamedDocuments): FieldNames => {
  const words = new Set([...generalFieldWords, ...documents.publicTerms.fieldWords]);
  const wordsOfHeaders = new Set([...words, ...headerWords]);
  let documented: ReadonlySet<string> | undefined;

  const isField = remembered((name) => {
    documented ??= documentedNames(documents);
    return documented.has(folded(name)) || isMadeOf(words, name);
  });
  const counted = (name: string): string => {
    if (isMask(name)) return name;
    if (isRecordersMask(name)) return maskedName;
    return isWordLike(name) || isField(name) ? name : maskOfKey(name);
  };
  return {
    isField,
    isDoubtful: (name) => isWordLike(name) && !isField(name),
    counted: remembered(counted),
    isHeader: remembered((name) => isMadeOf(wordsOfHeaders, name)),
  };
};

const isPosition = (token: string): boolean => /^(0|[1-9]\d{0,8})$/.test(token);

/** A pointer that may be shown: positions in arrays and known names stay, every other key of the body becomes `*`. */
export const shownPointer = (pointer: string, isKnown: (name: string) => boolean, body: unknown): string => {
  let parent = body;
  let shown = "";
  for (const token of tokensOf(pointer)) {
    const isShown = isObject(parent) ? isKnown(token) : isPosition(token) || isKnown(token);
    shown = childPointer(shown, isShown ? token : "*");
    parent = valueAt(parent, childPointer("", token));
  }
  return shown;
};
