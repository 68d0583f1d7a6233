import type { FilePlace } from "./file-place.ts";

/** How the engine can observe a fact. */
export type Sight = "passive" | "read" | "write" | "auth" | "static" | "sandbox";

export interface Fact {
  readonly id: string;
  readonly see: Sight;
  readonly statement: string;
  /** JSON pointers to its annotations in the OpenAPI documents, for example `shop.yaml#/components/schemas/Order`. */
  readonly places: readonly string[];
  /** The lines of the same places; those of the built-in contract are in tripact's package. */
  readonly lines?: readonly FilePlace[];
  /** For a static fact, the test that verifies it. */
  readonly test?: string;
}

export interface Unknown {
  readonly id: string;
  readonly question: string;
  readonly places: readonly string[];
  /** Why no answer of a target can show it; undefined if some can. */
  readonly unseen?: string;
}
