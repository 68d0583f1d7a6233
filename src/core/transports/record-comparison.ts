import { anyCase, isGone, isObject, type JsonObject } from "../model/json-object.ts";
import type { Shown } from "../model/undo-plan.ts";
import type { FieldLabel } from "../model/field-label.ts";

/** The record with an id in an answer: the answer itself, an object one or two levels down, or an item of a list. */
export const comparableRecord = (answer: unknown, id: string): JsonObject | undefined => {
  const items = isObject(answer) ? answer["items"] : undefined;
  let level: readonly unknown[] = Array.isArray(items) ? items : [answer];
  for (let depth = 0; depth < 3; depth += 1) {
    const found = level.filter(isObject).find((one) => String(anyCase(one, "id")) === id);
    if (found !== undefined) return found;
    level = level.filter(isObject).flatMap((one) => Object.values(one));
  }
  return undefined;
};

const memberId = (entry: unknown): unknown =>
  isObject(entry)
    ? (["user_id", "userid", "member_id", "memberid", "id"] as const)
        .map((name) => anyCase(entry, name))
        .find((id) => typeof id === "string" || typeof id === "number")
    : entry;

/** The ids of a group's members; undefined if the answer holds no list of them, or states another total. */
export const membersIn = (answer: unknown): readonly unknown[] | undefined => {
  const data = isObject(answer) ? (answer["data"] ?? answer["members"] ?? answer["users"]) : answer;
  const list = isObject(data) ? (data["members"] ?? data["users"]) : data;
  if (!Array.isArray(list)) return undefined;
  const total = isObject(answer) && isObject(answer["meta"]) ? answer["meta"]["total"] : undefined;
  if (typeof total === "number" && total !== list.length) return undefined;
  const ids = list.map(memberId);
  return ids.every((id) => typeof id === "string" || typeof id === "number") ? ids : undefined;
};

/** A property for which a read does not show the expected value. */
export interface Difference {
  /** A property, or `members`. */
  readonly name: string;
  /** True if it should be empty: it is unspecified whether a write that omits a property clears it. */
  readonly isEmptied: boolean;
}

const textsOf = (ids: readonly unknown[]): ReadonlySet<string> => new Set(ids.map(String));

/** Any empty value shows another: servers show a date that is not set as null or as 0001-01-01. */
const isShown = (now: unknown, value: unknown): boolean =>
  (isGone(now) && isGone(value)) || JSON.stringify(now ?? null) === JSON.stringify(value ?? null);

/** Differences between a read and the expected state. */
export const differencesIn = (
  answer: unknown,
  shows: Shown,
  id: string,
  label: FieldLabel,
): readonly Difference[] => {
  if (shows.kind === "members") {
    const [now, then] = [textsOf(membersIn(answer) ?? []), textsOf(shows.ids)];
    const isSame = now.size === then.size && [...then].every((one) => now.has(one));
    return isSame ? [] : [{ name: "members", isEmptied: false }];
  }
  const record = comparableRecord(answer, id);
  const different = Object.entries(shows.fields)
    .filter(([name, value]) => !isShown(record?.[name], value))
    .map(([name, value]) => ({ name: label(name), isEmptied: isGone(value) }));
  return [...new Map(different.map((one) => [one.name, one])).values()];
};
