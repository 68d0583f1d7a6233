import type { Impact } from "../../core/model/impact.ts";

/** The sides that a change of a document may break. */
export type ChangeAudience = "consumers" | "providers";

/** Direction of the data: consumers send requests and receive responses. */
export type DataDirection = "request" | "response";

/** One difference between two versions of a document. */
export interface Change {
  /** Id of the kind, for example `response-property-removed`. */
  readonly kind: string;
  /** Impact on those who call the interface and use the generated types. */
  readonly consumers: Impact;
  /** Impact on those who serve the interface. */
  readonly providers: Impact;
  /** JSON pointer to the location: in the new document, or in the old one if it was removed. */
  readonly pointer: string;
  /** Ids of the affected operations, sorted; empty if it affects the document as a whole. */
  readonly operations: readonly string[];
  /** What changed there, for example `maxLength 10 → 20`. */
  readonly message: string;
  /** The previous types, values, fixed value or name; absent if there were none, or if they do not matter. */
  readonly before?: unknown;
  /** The new ones; for an added property, its types. */
  readonly after?: unknown;
}
