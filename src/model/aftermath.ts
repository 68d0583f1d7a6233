import type { InterfaceName } from "./interface-name.ts";

/** What became of a scratch record that a run has written to. */
export interface PutBack {
  /** By which `tripact restore --forget` knows it. */
  readonly id: string;
  readonly interface: InterfaceName;
  /** As a person knows it: `contact note 10`. */
  readonly record: string;
  readonly state: "as it was" | "put back" | "not put back";
  /** Why it was not put back. */
  readonly reason?: string;
}

/** What the writes of a run have come to, once the journal was played. */
export interface Aftermath {
  /** In the order in which they were first written to. */
  readonly records: readonly PutBack[];
  /** What nothing takes back, one sentence each, with how often. */
  readonly left: readonly { readonly what: string; readonly times: number }[];
}
