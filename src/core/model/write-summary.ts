import type { InterfaceName } from "./interface-name.ts";

/** State of a scratch record that a run has written to. */
export interface PutBack {
  /** The id for `tripact restore --forget`. */
  readonly id: string;
  readonly interface: InterfaceName;
  /** Readable name: `contact note 10`. */
  readonly record: string;
  /**
   * `not put back` keeps later runs from starting. `not replaced` does not: the target accepted the restoring write but
   * still shows the record changed, so nothing remains to be done. Nor does `not removed`: the target shows a record that
   * the run has created, and refuses to remove it.
   */
  readonly state: "as it was" | "put back" | "not replaced" | "not removed" | "not put back";
  /** Why it is not restored, or further information. */
  readonly reason?: string;
  /** For `not replaced`: the fact that the target breaks, if any. */
  readonly fact?: string;
  /** For `not replaced`: the write that should have replaced it. */
  readonly operation?: string;
}

/** Result of a run's writes after the journal was replayed. */
export interface WriteSummary {
  /** In the order of their first writes. */
  readonly records: readonly PutBack[];
  /** What cannot be undone, one sentence each, with counts. */
  readonly left: readonly { readonly what: string; readonly times: number }[];
}

/** Whether a record is still changed. */
export const isLeftChanged = ({ state }: PutBack): boolean => state !== "as it was" && state !== "put back";
