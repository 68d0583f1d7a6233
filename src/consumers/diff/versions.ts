import { textsOf } from "../../documents/json.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";

/** Two versions of a value in an OpenAPI document. */
export interface Versions<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** The two sides of a change as data; a missing side is omitted. */
export interface Sides {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Reports a change at a pointer; the kind has no direction yet. */
export type ReportChange = (kind: string, pointer: string, message: string, sides?: Sides) => void;

export interface SchemaContext {
  readonly roots: Versions<unknown>;
  readonly report: ReportChange;
  /** The same for changes without a direction. */
  readonly annotate: ReportChange;
  /** Called instead of descending into a named model on both sides, which is compared once, elsewhere. */
  readonly meet: (model: string) => void;
  /** Reports every difference between two versions of an inner schema. */
  readonly descend: (pair: Versions<Schema>, location: Location) => void;
}

/** The location of a comparison: the pointer, and the enclosing pairs, so that cycles end. */
export interface Location {
  readonly pointer: string;
  readonly inside: ReadonlySet<string>;
}

export const text = (value: unknown): string => JSON.stringify(value) ?? "nothing";

/** Reports facts and questions annotated on one side only, in a schema or beside its reference. */
export const compareAnnotations = (pair: Versions<unknown>, pointer: string, report: ReportChange): void => {
  const listed = (node: unknown, names: readonly string[]): readonly string[] =>
    isObject(node) ? names.flatMap((name) => textsOf(node[name])) : [];
  const compare = (names: readonly string[], added: string, removed: string): void => {
    const [before, after] = [listed(pair.old, names), listed(pair.new, names)];
    for (const id of after) if (!before.includes(id)) report(added, pointer, id);
    for (const id of before) if (!after.includes(id)) report(removed, pointer, id);
  };
  compare(["x-facts", "x-facts-about"], "fact-attached", "fact-detached");
  compare(["x-unknown"], "question-opened", "question-closed");
};
