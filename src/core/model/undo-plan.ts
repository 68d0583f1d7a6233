import type { ResponseOutcome } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";

/** How to restore a record: one write, tried with each body in turn until one is accepted. */
export interface UndoWrite {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly method: Method;
  /** Below the base address, filled in and encoded. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly bodies: readonly unknown[];
  /** A read that shows the record, below the base address; absent if none is documented or configured. */
  readonly readPath?: string;
  /** Identifies the record in that read. */
  readonly recordId?: string;
  /** What that read must show afterwards. */
  readonly shows?: Shown;
  /** What that read showed before the first write. */
  readonly original?: Shown;
  /** The fact broken by a target that accepts this write and then shows something else. */
  readonly fact?: string;
}

/** A read's view of a record: scalar properties by name, or the members of a group. */
export type Shown =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "members"; readonly ids: readonly unknown[] };

/** How the effect of a write is undone. */
export type UndoPlan =
  | {
      readonly kind: "record";
      /** Readable name of the record, the same for every write to it: `group 3`. */
      readonly record: string;
      /** A read to make before the first write, below the base address. */
      readonly readPath?: string;
      /** A body that restores the record whatever it was; absent if that body must be read. */
      readonly declared?: unknown;
      /** @param before the parsed JSON answer of that read; undefined without one, or if it failed. */
      undo(before: unknown): UndoWrite | undefined;
    }
  | { readonly kind: "none"; readonly what: string }
  /** A creation: its answer says which record is new, and what removes it. Until then `what` may have happened. */
  | {
      readonly kind: "creation";
      readonly what: string;
      /** Undefined if the answer shows no record that can be removed. */
      created(answer: ResponseOutcome): CreatedRecord | undefined;
    }
  /** A change of a record that the run has created: its removal undoes the change, too. */
  | { readonly kind: "own" };

/** A record that a run has created, with the write that removes it. */
export interface CreatedRecord {
  /** Readable name: `order 17`. */
  readonly record: string;
  readonly removal: Pick<
    UndoWrite,
    "interface" | "operation" | "method" | "path" | "pathParameters" | "readPath"
  >;
}
