import { isAscii, isUtf8 } from "node:buffer";
import { parseJson } from "../model/json-object.ts";
import { assertFewValues } from "./entry-values.ts";
import { isHarEntry, readHarEntry } from "./har-entry.ts";
import { isInteraction, readInteraction } from "./interaction.ts";
import { isObject, type JsonObject, objectAt } from "./json-value.ts";
import { type Recorded, UnreadableEntry } from "./recorded.ts";

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** UTF-8 text without byte order mark. @throws UnreadableEntry */
export const textOf = (bytes: Uint8Array): string => {
  const buffer = bufferOf(bytes);
  // The fastest conversion, and most recordings are ASCII.
  if (isAscii(buffer)) return buffer.toString("latin1");
  if (!isUtf8(buffer)) throw new UnreadableEntry("an entry that is not text in UTF-8");
  const text = buffer.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
};

/** Schemathesis events without an exchange: an object whose only key is the event's name. */
const isEvent = (value: JsonObject): boolean => {
  const keys = Object.keys(value);
  return keys.length === 1 && /^[A-Z][A-Za-z]+$/.test(keys[0] ?? "") && isObject(value[keys[0] ?? ""]);
};

const scenarioInteractions = (value: JsonObject): readonly Recorded[] =>
  Object.values(objectAt(objectAt(objectAt(value, "ScenarioFinished"), "recorder"), "interactions"))
    .filter(isObject)
    .filter(isInteraction)
    .map(readInteraction);

/** Whether a value is an entry in a known form. */
export const isEntry = (value: unknown): value is JsonObject =>
  isObject(value) && (isInteraction(value) || isEvent(value));

/**
 * The exchanges of a parsed entry; none for an event without exchange.
 * @throws UnreadableEntry
 */
export const readValue = (value: unknown): readonly Recorded[] => {
  if (!isObject(value)) throw new UnreadableEntry("an entry that is not an object");
  if (isHarEntry(value)) return [readHarEntry(value)];
  if (isInteraction(value)) return [readInteraction(value)];
  if (isEvent(value)) return scenarioInteractions(value);
  throw new UnreadableEntry("an entry without a request");
};

/** The exchanges of an entry in JSON. @throws UnreadableEntry */
export const readJsonEntry = (bytes: Uint8Array): readonly Recorded[] => {
  const text = textOf(bytes);
  assertFewValues(text, "an entry that");
  const value = parseJson(text);
  if (value === undefined) throw new UnreadableEntry("an entry that is not JSON");
  return readValue(value);
};
