import { own } from "../../../core/model/json-object.ts";
import { textsOf } from "../../../documents/json.ts";
import type { SchemaShape } from "../../../documents/shapes/shape.ts";
import type { Bound } from "../../../documents/shapes/value-shape.ts";
import { bounds, kindName, singles } from "../kinds.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { locationOf, type SchemaRule } from "./rule.ts";

const isTighter = (before: Bound | undefined, after: Bound | undefined, isLower: boolean): boolean => {
  if (before === undefined || after === undefined) return before === undefined;
  if (before.value === after.value) return after.isExclusive;
  return after.value > before.value === isLower;
};

const exclusives: Readonly<Record<string, string>> = {
  minimum: "exclusiveMinimum",
  maximum: "exclusiveMaximum",
};

const isSameBound = (one: Bound | undefined, other: Bound | undefined): boolean =>
  one?.value === other?.value && one?.isExclusive === other?.isExclusive;

export const compareBounds: SchemaRule = (pair, { report }) => {
  for (const [side, keywords] of Object.entries(bounds))
    for (const keyword of keywords) {
      const [before, after] = [pair.old.bounds.get(keyword), pair.new.bounds.get(keyword)];
      if (isSameBound(before, after)) continue;
      const isExclusive = [before, after].some((bound) => bound?.isExclusive);
      const name = isExclusive ? (own(exclusives, keyword) ?? keyword) : keyword;
      const how = isTighter(before, after, side === "below") ? "tightened" : "loosened";
      const shown = [before, after].map((bound) => String(bound?.value ?? "none"));
      report(
        `${kindName(name)}-${how}`,
        locationOf(pair, keyword, own(exclusives, keyword) ?? ""),
        `${name} ${shown.join(" → ")}`,
      );
    }
};

const shownAll = (values: ReadonlyMap<string, unknown>): string =>
  values.size === 0 ? "nothing" : [...values.keys()].join(" and ");

/** Keywords without an order: one value instead of another, or more of them. */
const compareSingle = (
  keyword: string,
  name: string,
  pair: Versions<ReadonlyMap<string, unknown>>,
  at: string,
  report: Parameters<SchemaRule>[1]["report"],
): void => {
  const added = [...pair.new].filter(([key]) => !pair.old.has(key));
  const removed = [...pair.old].filter(([key]) => !pair.new.has(key));
  const message = `${keyword} ${shownAll(pair.old)} → ${shownAll(pair.new)}`;
  const [[, before] = [], [, after] = []] = [removed[0] ?? [], added[0] ?? []];
  if (added.length > 0 && removed.length > 0)
    return report(`${name}-changed`, at, message, { before, after });
  if (added.length > 0) report(`${name}-imposed`, at, message, { after });
  if (removed.length > 0) report(`${name}-lifted`, at, message, { before });
};

const none: ReadonlyMap<string, unknown> = new Map();

/** Keywords that no rule knows are named, too. */
export const compareConstraints: SchemaRule = (pair, { report }) => {
  for (const keyword of new Set([...pair.old.constraints.keys(), ...pair.new.constraints.keys()])) {
    const [before, after] = [
      pair.old.constraints.get(keyword) ?? none,
      pair.new.constraints.get(keyword) ?? none,
    ];
    const at = locationOf(pair, keyword);
    const name = own(singles, keyword);
    if (name !== undefined) compareSingle(keyword, name, { old: before, new: after }, at, report);
    else if (before.size !== after.size || [...before.keys()].some((key) => !after.has(key)))
      report("constraint-changed", at, `${keyword} changed`);
  }
};

export const compareMarks: SchemaRule = (pair, { report }) => {
  const mark = (before: boolean, after: boolean, kind: string, keyword: string): void => {
    if (before !== after) report(after ? kind : `no-longer-${kind}`, locationOf(pair, keyword), keyword);
  };
  mark(pair.old.isDeprecated, pair.new.isDeprecated, "deprecated", "deprecated");
  mark(pair.old.isReadOnly, pair.new.isReadOnly, "read-only", "readOnly");
  mark(pair.old.isWriteOnly, pair.new.isWriteOnly, "write-only", "writeOnly");
  const [before, after] = [asJsonText(pair.old.default), asJsonText(pair.new.default)];
  if (before !== after)
    report("default-changed", locationOf(pair, "default"), `default ${before} → ${after}`, {
      ...(pair.old.hasDefault && { before: pair.old.default }),
      ...(pair.new.hasDefault && { after: pair.new.default }),
    });
  if (pair.old.isUnique !== pair.new.isUnique)
    report(
      pair.new.isUnique ? "repeated-items-refused" : "repeated-items-allowed",
      locationOf(pair, "uniqueItems"),
      "uniqueItems",
    );
};

/** The ids under keys of a schema, and of the parts that it shares with the other version, each with its location. */
const annotated = (
  { parts }: SchemaShape,
  other: SchemaShape,
  keys: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    parts
      .filter((part, index) => index === 0 || other.locations.has(part.at))
      .flatMap(({ keywords, at }) =>
        keys.flatMap((key) => textsOf(keywords[key])).map((id) => [id, at] as const),
      ),
  );

/** Facts and questions, which have no direction. */
export const compareFacts = (
  pair: Versions<SchemaShape>,
  annotate: Parameters<SchemaRule>[1]["report"],
): void => {
  const compare = (keys: readonly string[], added: string, removed: string): void => {
    const before = annotated(pair.old, pair.new, keys);
    const after = annotated(pair.new, pair.old, keys);
    for (const [id, at] of after) if (!before.has(id)) annotate(added, at, id);
    for (const [id, at] of before) if (!after.has(id)) annotate(removed, at, id);
  };
  compare(["x-facts", "x-facts-about"], "fact-attached", "fact-detached");
  compare(["x-unknown"], "question-opened", "question-closed");
};
