import type { JsonObject } from "../../harness/model/json-object.ts";
import type { ReportChange, Versions } from "./versions.ts";

/** Keywords that bound a value from below (+1: a larger number is tighter) or from above (-1). */
const bounds = [
  ["minimum", "minimum", 1],
  ["maximum", "maximum", -1],
  ["exclusiveMinimum", "exclusive-minimum", 1],
  ["exclusiveMaximum", "exclusive-maximum", -1],
  ["minLength", "min-length", 1],
  ["maxLength", "max-length", -1],
  ["minItems", "min-items", 1],
  ["maxItems", "max-items", -1],
  ["minProperties", "min-properties", 1],
  ["maxProperties", "max-properties", -1],
] as const;

const numberAt = (schema: JsonObject, keyword: string): number | undefined => {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
};

/** Reports which bounds of a schema moved, came or went. */
export const compareBounds = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  for (const [keyword, name, side] of bounds) {
    const before = numberAt(pair.old, keyword);
    const after = numberAt(pair.new, keyword);
    if (before === after) continue;
    const tighter = before === undefined || (after !== undefined && (after - before) * side > 0);
    const how = tighter ? "tightened" : "loosened";
    report(`${name}-${how}`, pointer, `${keyword} ${before ?? "none"} → ${after ?? "none"}`);
  }
};
