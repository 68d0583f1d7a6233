import { measureJson } from "../../core/model/json-limits.ts";
import { UnreadableEntry } from "./recorded.ts";

/** Limit of values in an entry or a body: more than any export of these interfaces has, below 100 MB in memory. */
export const mostEntryValues = 500_000;

/** Whether a JSON text may be parsed: its values take many times its size in memory. */
export const hasFewValues = (text: string): boolean =>
  // Every value has at least one character.
  text.length <= mostEntryValues || measureJson(text).values <= mostEntryValues;

/** @throws UnreadableEntry if a JSON text may not be parsed. */
export const assertFewValues = (text: string, what: string): void => {
  if (!hasFewValues(text)) throw new UnreadableEntry(`${what} holds more than ${mostEntryValues} values`);
};
