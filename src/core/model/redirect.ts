import type { InterfaceName } from "./interface-name.ts";

/** A redirecting answer; redirects are never followed. */
export interface Redirect {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
  /** Its target: below the base address, elsewhere, or unreadable. */
  readonly to: "the same base address" | "another address" | "nowhere";
  readonly times: number;
}
