import type { Schema } from "../../generators/schemas/schema.ts";
import type { Direction } from "./change.ts";

/** Two versions of a value in the documents. */
export interface Versions<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** Takes down what changed at a pointer; the kind is without its direction. */
export type Tell = (kind: string, pointer: string, message: string) => void;

export interface SchemaContext {
  readonly roots: Versions<unknown>;
  readonly direction: Direction;
  readonly tell: Tell;
  /** Called instead of descending into a named model that stands on both sides; compared once, elsewhere. */
  readonly meet: (model: string) => void;
  /** Tells every difference between two versions of a schema inside the one at hand. */
  readonly descend: (pair: Versions<Schema>, place: Place) => void;
}

/** What a comparison descends with: the pairs it is inside of, so that circles end. */
export interface Place {
  readonly pointer: string;
  readonly inside: ReadonlySet<string>;
}

export const text = (value: unknown): string => JSON.stringify(value) ?? "nothing";
