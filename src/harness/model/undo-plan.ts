import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";

/** How a record is put back: one write, tried with each body in turn until one is taken. */
export interface UndoWrite {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly method: Method;
  /** Below the base address, filled and encoded. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly bodies: readonly unknown[];
  /** A read that shows the record, below the base address; absent where none is documented or configured. */
  readonly readPath?: string;
  /** By which that read distinguishes the record from others. */
  readonly recordId?: string;
  /** What that read must show afterwards. */
  readonly shows?: Shown;
  /** What that read has shown before the first write. */
  readonly original?: Shown;
  /** The fact that a target breaks by taking this write and showing something else afterwards. */
  readonly fact?: string;
}

/** What a read shows of a record: scalar properties by name, or the members of a group. */
export type Shown =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "members"; readonly ids: readonly unknown[] };

/** What becomes of what a write changes. */
export type UndoPlan =
  | {
      readonly kind: "record";
      /** The record as a person knows it, the same for every write to it: `group 3`. */
      readonly record: string;
      /** A read to be made before the first write, below the base address. */
      readonly readPath?: string;
      /** The body that puts the record back whatever it was; absent where that body is read. */
      readonly declared?: unknown;
      /** @param before what that read answered, as parsed JSON; undefined without one, or when it failed. */
      undo(before: unknown): UndoWrite | undefined;
    }
  | { readonly kind: "none"; readonly what: string };
