import type { InterfaceName } from "./interface-name.ts";

/** An answer that points elsewhere. It is an answer like any other: nobody follows it. */
export interface Redirect {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
  /** Where it points: below the base address, to any other, or nowhere that can be read. */
  readonly to: "the same base address" | "another address" | "nowhere";
  readonly times: number;
}
