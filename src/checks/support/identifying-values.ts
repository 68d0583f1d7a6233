import { childPointer } from "../../core/formats/json-pointer.ts";
import { isFieldName } from "../../builtin/documents.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import { mayBeId, isObject } from "./json.ts";

/** A value that identifies a record: no other record has it by chance. */
export interface IdentifyingValue {
  readonly name: string;
  /** The value's words, equal for other spellings of it. */
  readonly key: string;
}

/** An object of an answer: its ids, and the values that identify it. */
export interface IdentifiedObject {
  /** Its own, or else those of the object that contains it. */
  readonly ids: readonly string[];
  readonly values: readonly IdentifyingValue[];
  /** The properties on the way to it, without positions in lists. */
  readonly path: string;
  /** Whether the way to it has only documented properties: undocumented content may belong to many records. */
  readonly isDocumented: boolean;
}

/** More words do not identify better. */
const mostWords = 8;

/** The rest of a longer text is not read. */
const mostTextWords = 400;
const mostCharacters = 10_000;

/** Values chosen from a short list, which many records share. */
const chosen =
  /(?:type|status|state|label|role|kind|country|gender|prefix|suffix|categor\w*|privacy|currency|scheme|method|format|language|zone|reason|action\w*|code|title|url|link|href|date|time|utc|_at)$/i;

/** Names under which a single word identifies. */
const own = /(?:name|mail|phone|secret|token|address\d?|city|value)$/i;

const wordsOf = (text: string): readonly string[] =>
  (
    text
      .slice(0, mostCharacters)
      .normalize("NFC")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, mostTextWords);

/** A single word keeps its case, since names are words too. */
const keyOf = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] ?? "") : words.join(" ").toLowerCase();

const lettersIn = (text: string): number => (text.match(/\p{L}/gu) ?? []).length;

const digitsIn = (text: string): number => (text.match(/\p{N}/gu) ?? []).length;

/** Values that are unique by their name alone. */
export const isUnique = (name: string): boolean => /secret$/i.test(name) || isOwnLink(name);

/** Callback address of a run or a consumer: the one link that is personal. */
const isOwnLink = (name: string): boolean => /^(?:payload_?url|website)$/i.test(name);

const isLink = (text: string): boolean => /^(?:https?:\/\/|\/)/i.test(text);

/** Whether a value may identify its record, by tests cheaper than its words. */
const mayIdentify = (name: string, text: string): boolean => {
  // Records of other kinds may have the same id.
  if (/^(?:id|ID)$|(?:Id|_id)$/.test(name)) return false;
  // A date, or a partly hidden value.
  if (/^\d{4}-\d\d-\d\d|[*•…]/.test(text)) return false;
  if (isLink(text)) return isOwnLink(name);
  if (chosen.test(name)) return false;
  return lettersIn(text) >= 3 || digitsIn(text) >= 7;
};

const isIdentifying = (name: string, text: string, words: readonly string[]): boolean => {
  if (isLink(text)) return words.length > 2;
  return words.length > 1 ? text.length >= 6 : own.test(name) && text.length >= 4;
};

/** The identifying value of a property; undefined if it is none. */
export const identifyingValue = (name: string, value: unknown): IdentifyingValue | undefined => {
  if (typeof value !== "string") return undefined;
  const text = value.slice(0, mostCharacters).trim();
  if (!mayIdentify(name, text)) return undefined;
  const words = wordsOf(text);
  return isIdentifying(name, text, words) ? { name, key: keyOf(words.slice(0, mostWords)) } : undefined;
};

const idsUnder = (names: RegExp, entries: readonly (readonly [string, unknown])[]): readonly string[] =>
  entries.flatMap(([name, value]) => (names.test(name) && mayBeId(value) ? [String(value)] : []));

/** The id of an object; without one, the ids that it refers to. */
const idsOf = (entries: readonly (readonly [string, unknown])[]): readonly string[] => {
  const own = idsUnder(/^id$/i, entries);
  return own.length > 0 ? own : idsUnder(/(?:Id|_id)$/, entries);
};

/** The way to an object of an answer. */
type Way = Pick<IdentifiedObject, "ids" | "path" | "isDocumented">;

const start: Way = { ids: [], path: "", isDocumented: true };

/** Several watches read one answer. */
const valuesOf = madeOnce((object: Readonly<Record<string, unknown>>): readonly IdentifyingValue[] =>
  Object.entries(object).flatMap(([name, value]) =>
    // A property that no document names may say something of the answer, such as the node that sent it.
    isFieldName(name) ? (identifyingValue(name, value) ?? []) : [],
  ),
);

interface Part {
  readonly value: unknown;
  readonly way: Way;
  readonly isEntry: boolean;
}

/** The contents of an object or a list, as parts. */
const partsOf = (value: object, way: Way): readonly Part[] =>
  Array.isArray(value)
    ? value.map((entry) => ({ value: entry, way, isEntry: true }))
    : Object.entries(value)
        .filter(([, inner]) => typeof inner === "object")
        .map(([key, inner]) => ({
          value: inner,
          way: {
            ids: way.ids,
            path: `${way.path}/${key}`,
            isDocumented: way.isDocumented && isFieldName(key),
          },
          isEntry: false,
        }));

/**
 * The identifiable objects of an answer, at any depth; containers precede their contents.
 * @param isRead which entries of lists are looked into
 */
export const identifiedObjects = function* (
  value: unknown,
  isRead: (entry: unknown) => boolean = () => true,
): Generator<IdentifiedObject> {
  // Not recursive: a generator for each of many small objects takes a kilobyte.
  const waiting: Part[] = [{ value, way: start, isEntry: false }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part.value !== "object" || part.value === null) continue;
    if (part.isEntry && !isRead(part.value)) continue;
    let { way } = part;
    if (isObject(part.value)) {
      const entries = Object.entries(part.value);
      const own = idsOf(entries);
      way = own.length > 0 ? { ...way, ids: own } : way;
      const isRecognised = entries.some(([, inner]) => typeof inner === "string");
      const values = isRecognised ? valuesOf(part.value) : [];
      if (values.length > 0) yield { ...way, values };
    }
    for (const inner of partsOf(part.value, way).toReversed()) waiting.push(inner);
  }
};

interface LocatedText {
  readonly pointer: string;
  readonly text: string;
}

export const textsIn = function* (value: unknown, pointer = ""): Generator<LocatedText> {
  if (typeof value === "string") yield { pointer, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, childPointer(pointer, key));
};

/** Every run of words in a text that may be the key of an identifying value. */
export const possibleKeys = function* (text: string): Generator<string> {
  const words = wordsOf(text);
  for (const start of words.keys())
    for (let count = 1; count <= mostWords && start + count <= words.length; count += 1)
      yield keyOf(words.slice(start, start + count));
};
