import { textsOf } from "../../generators/documents/json.ts";
import { isObject } from "../../harness/model/json-object.ts";
import type { Schema } from "../../generators/schemas/schema.ts";

/** Two versions of a value in an OpenAPI document. */
export interface Versions<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** The two sides of a change as data; a side that there is not is left out. */
export interface Sides {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Records what changed at a pointer; the kind is without its direction. */
export type ReportChange = (kind: string, pointer: string, message: string, sides?: Sides) => void;

export interface SchemaContext {
  readonly roots: Versions<unknown>;
  readonly report: ReportChange;
  /** The same of what has no direction. */
  readonly annotate: ReportChange;
  /** Called instead of descending into a named model that both sides have; compared once, elsewhere. */
  readonly meet: (model: string) => void;
  /** Reports every difference between two versions of a schema inside the one at hand. */
  readonly descend: (pair: Versions<Schema>, location: Location) => void;
}

/** Where a comparison is: the pointer, and the pairs it is inside of, so that circles end. */
export interface Location {
  readonly pointer: string;
  readonly inside: ReadonlySet<string>;
}

export const text = (value: unknown): string => JSON.stringify(value) ?? "nothing";

/** Reports facts and questions that are attached to a node on one side only: to a schema, also beside its reference. */
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
