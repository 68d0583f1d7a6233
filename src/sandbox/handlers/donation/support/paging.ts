import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { FieldError } from "../../../refusal.ts";
import { findField, type Kind } from "../../../store/donation/kind.ts";
import type { Order, Window } from "../../../store/donation/pages.ts";

export interface PageWish {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly descending?: boolean | undefined;
}

export interface Paging {
  readonly window: Window;
  readonly order: Order;
}

/**
 * The requested page, with the assumed defaults: the first, of the default size, by id, ascending (U-30). SortBy
 * ignores case (DON-05) and, if blank, counts as not given.
 */
export const readPaging = (
  kind: Kind,
  { skip = 0, take, sortBy = "", descending = false }: PageWish,
  assumptions: Assumptions,
): Paging | { readonly problems: readonly FieldError[] } => {
  const problems: FieldError[] = [];
  const maximum = assumptions["U-30.maximumTake"];
  if (take !== undefined && take > maximum && assumptions["U-30.beyondMaximum"] === "refuse") {
    problems.push({
      field: "take",
      code: "OUT_OF_RANGE",
      message: `A page holds at most ${maximum} records.`,
    });
  }
  const field = findField(kind, sortBy.trim() === "" ? "id" : sortBy.trim());
  if (field === undefined || field.details.isSortable !== true) {
    problems.push({ field: "sortBy", code: "NOT_ALLOWED", message: "The result cannot be ordered by that." });
  }
  if (field === undefined || problems.length > 0) return { problems };
  const size = Math.min(take ?? assumptions["U-30.defaultTake"], maximum);
  const descendingIds = descending && (assumptions.ties === "turned" || field.column.text === "id");
  return { window: { skip, take: size }, order: { field, descending, descendingIds } };
};

/** The problems under the parameter names of list endpoints: `take` is `Take`. */
export const asParameters = (problems: readonly FieldError[]): FieldError[] =>
  problems.map((problem) => ({
    ...problem,
    field: problem.field.charAt(0).toUpperCase() + problem.field.slice(1),
  }));
