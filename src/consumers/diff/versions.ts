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

/** Reports a change at a location; the kind may have no direction yet. */
export type ReportChange = (kind: string, at: string, message: string, sides?: Sides) => void;

export const asJsonText = (value: unknown): string => JSON.stringify(value) ?? "nothing";
