import type { Schema } from "../../generators/schemas/schema.ts";
import type { Direction } from "./change.ts";

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
  readonly direction: Direction;
  readonly report: ReportChange;
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
