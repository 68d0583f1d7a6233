import { measureJson } from "../model/json-limits.ts";
import { UnreadableEntry } from "./recorded.ts";

/** What an entry or a body in it may hold: more than any export of these interfaces, in less than 100 MB when read. */
const mostValues = 500_000;

/** Whether a JSON text may be parsed: values take many times its size. */
export const hasFewValues = (text: string): boolean =>
  // A value has at least one character of its own.
  text.length <= mostValues || measureJson(text).values <= mostValues;

/** @throws UnreadableEntry where a JSON text may not be parsed. */
export const assertFewValues = (text: string, what: string): void => {
  if (!hasFewValues(text)) throw new UnreadableEntry(`${what} holds more than ${mostValues} values`);
};
