import type { Resource } from "../../core/model/resource.ts";
import { shownFlag } from "../../core/validation/shape-of.ts";
import { isObject, type JsonObject } from "./json.ts";

/**
 * Marks the free texts and amounts of a body with a number that shows when they were written. Free properties are not
 * stated: only names that hold nothing else anywhere are used.
 */
const freeText = /^(?:name|title|description|summary|notes?|comments?|first_?name|last_?name)$/i;
const amount = /^(?:goal|cost|budget|goal_?amount|target_?amount)$/i;

const markedText = (mark: number): string => `Conformance run ${mark}`;

/** The mark in a text; undefined if no run has written it. */
export const markIn = (value: unknown): number | undefined => {
  const digits = typeof value === "string" ? /conformance run (\d+)/i.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

/** A text of a run unchanged, any other value by its form. */
export const shownMark = (value: unknown): string => {
  const mark = markIn(value);
  return mark === undefined ? shownFlag(value) : JSON.stringify(markedText(mark));
};

export const isFree = (name: string, value: unknown): boolean =>
  (typeof value === "string" && freeText.test(name)) || (typeof value === "number" && amount.test(name));

/** Whether servers set a property themselves: when a record was created or changed, and by whom. */
export const isSetByServer = (name: string): boolean =>
  /^(?:last_?)?(?:created?|modif(?:y|ied)|updated?)(?:_?(?:at|on|by|date|time|user|utc))*$/i.test(name);

/** Whether a moment is the sender's. */
export const isTerm = (name: string): boolean =>
  /^(?:start|end)_?(?:date|time|at|on)?(?:_?time)?$/i.test(name);

/** The body with another mark in everything that is free. */
export const marked = (body: JsonObject, mark: number): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isFree(name, value)) return [name, value];
      return [name, typeof value === "string" ? markedText(mark) : 1000 + mark];
    }),
  );

/**
 * A body that the run makes up, by number. If an answer is stated to show the record, its flags, numbers and days vary
 * too.
 */
export const varied = ({ shown, days = {} }: Resource, body: JsonObject, mark: number): JsonObject => {
  const changed = marked(body, mark);
  if (shown !== "whole") return changed;
  const flags = Object.keys(body).filter((name) => typeof body[name] === "boolean");
  const values = Object.entries(changed).map(([name, value]): readonly [string, unknown] => {
    if (flags.includes(name)) return [name, ((mark >> flags.indexOf(name)) & 1) === 1];
    // At an hour that is on the same day nearly everywhere.
    if (name in days) return [name, `2021-03-${String(1 + (mark % 28)).padStart(2, "0")}T10:30:00Z`];
    return [name, typeof value === "number" ? mark : value];
  });
  return Object.fromEntries(values);
};

/** The marks in texts at the root of a record. */
export const marksIn = (record: unknown): readonly number[] =>
  isObject(record) ? Object.values(record).flatMap((value) => markIn(value) ?? []) : [];

/** The marks of all texts anywhere in a value. */
export const marksWithin = (value: unknown): readonly number[] =>
  [...(JSON.stringify(value) ?? "").matchAll(/conformance run (\d+)/gi)].map(([, mark]) => Number(mark));
