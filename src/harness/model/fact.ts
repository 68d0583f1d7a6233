/** How the harness gets to see a fact. */
export type Sight = "passive" | "read" | "write" | "auth" | "static" | "sandbox";

export interface Fact {
  readonly id: string;
  readonly see: Sight;
  readonly statement: string;
  /**
   * JSON pointers into the OpenAPI documents where it is annotated, for example `shop.yaml#/components/schemas/Order`.
   */
  readonly places: readonly string[];
  /** For a static fact: the test that holds it. */
  readonly test?: string;
}

export interface Unknown {
  readonly id: string;
  readonly question: string;
  readonly places: readonly string[];
  /** Why no answer of a target can show it; undefined where some can. */
  readonly unseen?: string;
}
