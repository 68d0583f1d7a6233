import type { Assumptions } from "../../assumptions/assumptions.ts";
import type { Database } from "../database.ts";
import type { Sql } from "../sql.ts";
import type { Field, Row } from "./field.ts";

/** A record as JSON. */
export type DonationRecord = Readonly<Record<string, unknown>>;

/** What parts of records are made of: the rows of one page, all of one organization. */
export interface PartSource {
  readonly database: Database;
  readonly organizationId: number;
  readonly rows: readonly Row[];
  readonly assumptions: Assumptions;
  /** The columns that the caller chose, in its order; undefined for whole records. */
  readonly chosen: readonly string[] | undefined;
}

/**
 * A field of a record that is an object or an array: it can be shown and chosen, but not compared or sorted
 * by.
 */
export interface Part {
  /** Its name, which an assumption may decide. */
  name(assumptions: Assumptions): string;
  /** `details` for a part that only comes when details are asked for. */
  readonly comes: "always" | "details";
  /** Reads the part of every row at once; the answer gives the value for a row. */
  load(source: PartSource): (row: Row) => unknown;
}

/** A kind of record: the table it lives in, with columns `id` and `organization_id`, and its fields. */
export interface Kind {
  /** camelCase, singular. */
  readonly name: string;
  readonly table: Sql;
  /** In the order in which a record shows them; the first is `id`. */
  readonly fields: readonly Field[];
  readonly parts: readonly Part[];
  /**
   * True where rows number millions and come from the seed alone: they are counted once (see `totals.ts`).
   */
  readonly isLarge: boolean;
}

/** The field of that name in any case of letters, as conditions and SortBy spell it. */
export const findField = (kind: Kind, name: string): Field | undefined => {
  const sought = name.toLowerCase();
  return kind.fields.find((field) => field.name.toLowerCase() === sought);
};

/** The fields that a list or query may be ordered by. */
export const sortableFields = (kind: Kind): readonly Field[] =>
  kind.fields.filter(({ isSortable }) => isSortable);

/** Every name that selectedColumns may hold. */
export const columnNames = (kind: Kind, assumptions: Assumptions): string[] => [
  ...kind.fields.map(({ name }) => name),
  ...kind.parts.map((part) => part.name(assumptions)),
];

/** A part whose name nobody disputes. */
export const part = (name: string, load: Part["load"], comes: Part["comes"] = "always"): Part => ({
  name: () => name,
  comes,
  load,
});
