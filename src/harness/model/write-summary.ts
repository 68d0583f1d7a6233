import type { InterfaceName } from "./interface-name.ts";

/** What became of a scratch record that a run has written to. */
export interface PutBack {
  /** By which `tripact restore --forget` knows it. */
  readonly id: string;
  readonly interface: InterfaceName;
  /** As a person knows it: `contact note 10`. */
  readonly record: string;
  /**
   * `not put back` keeps every later run from starting. `not replaced` does not: the target took the write that puts
   * the record back and still shows it changed, so that there is nothing left to be done.
   */
  readonly state: "as it was" | "put back" | "not replaced" | "not put back";
  /** Why it is not as it was, or what else there is to know. */
  readonly reason?: string;
  /** Of a record that was not replaced: the fact that the target breaks by that, where it breaks one. */
  readonly fact?: string;
  /** Of a record that was not replaced: the write that should have replaced it. */
  readonly operation?: string;
}

/** The result of a run's writes, once the journal was replayed. */
export interface WriteSummary {
  /** In the order in which they were first written to. */
  readonly records: readonly PutBack[];
  /** What nothing takes back, one sentence each, with how often. */
  readonly left: readonly { readonly what: string; readonly times: number }[];
}

/** Whether a record is not as it was. */
export const isLeftChanged = ({ state }: PutBack): boolean =>
  state === "not put back" || state === "not replaced";
