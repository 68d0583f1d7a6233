import type { Impact } from "../../harness/model/impact.ts";

/** Who may be hurt by a change of a document. */
export type Audience = "consumers" | "providers";

/** Which way the data travels: what consumers send is a request, what they are answered a response. */
export type Direction = "request" | "response";

/** One difference between two versions of a document. */
export interface Change {
  /** Id of the kind, for example `response-property-removed`. */
  readonly kind: string;
  /** What it means for those who call the interface and use the generated types. */
  readonly consumers: Impact;
  /** What it means for those who serve the interface. */
  readonly providers: Impact;
  /** JSON pointer to the location: in the new document, or in the old one where it is there no longer. */
  readonly pointer: string;
  /** Ids of the operations it concerns, sorted; none where it concerns the document as a whole. */
  readonly operations: readonly string[];
  /** What changed there, for example `maxLength 10 → 20`. */
  readonly message: string;
  /** What the types, the values or the fixed value were; absent where there were none, or where they do not matter. */
  readonly before?: unknown;
  /** What they are now. Of a property that came, its types. */
  readonly after?: unknown;
}
