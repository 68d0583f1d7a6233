import type { QueryParameters } from "../../../../../builtin/generated/operation-types.ts";
import { operations } from "../../../../../builtin/generated/operations.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import { JsonText, type EndpointContext } from "../../../../pipeline/endpoint.ts";
import { parseParameters } from "../../../../pipeline/parse-parameters.ts";
import { isRefusal, refuse, type FieldError, type SandboxRefusal } from "../../../../refusal.ts";
import { findField, type DonationRecord, type RecordKindEntity } from "../../../../store/donation/kind.ts";
import {
  countSelected,
  idsInWindow,
  type RecordOrder,
  type RecordSelection,
  type Window,
} from "../../../../store/donation/pages.ts";
import { recordsOf, type Showing } from "../../../../store/donation/records.ts";
import { searchFor } from "../../../../store/donation/search.ts";

interface PageWish {
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  readonly sortBy?: string | undefined;
  readonly descending?: boolean | undefined;
}

interface Paging {
  readonly window: Window;
  readonly order: RecordOrder;
}

/**
 * The requested page, with the assumed defaults: the first, of the default size, by id, ascending (U-30). SortBy
 * ignores case (DON-05) and, if blank, counts as not given.
 */
export const readPaging = (
  kind: RecordKindEntity,
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
  const field = findField(kind, sortBy.trim() === "" ? "id" : sortBy.trim(), assumptions);
  if (field === undefined || field.details.isSortable !== true) {
    problems.push({ field: "sortBy", code: "NOT_ALLOWED", message: "The result cannot be ordered by that." });
  }
  if (field === undefined || problems.length > 0) return { problems };
  const size = Math.min(take ?? assumptions["U-30.defaultTake"], maximum);
  const descendingIds = descending && (assumptions.ties === "turned" || field.column.text === "id");
  return { window: { skip, take: size }, order: { field, descending, descendingIds } };
};

/** The problems under the parameter names of list endpoints: `take` is `Take`. */
const asParameters = (problems: readonly FieldError[]): FieldError[] =>
  problems.map((problem) => ({
    ...problem,
    field: problem.field.charAt(0).toUpperCase() + problem.field.slice(1),
  }));

/** The envelope of all paged results (DON-01), as written by the database. */
export type ListPage = JsonText<{ items: DonationRecord[]; total: number }>;

export const pageOf = (
  { database }: EndpointContext,
  selection: RecordSelection,
  { order, window }: Paging,
  showing: Showing,
): ListPage => {
  const total = countSelected(database, selection);
  const ids = idsInWindow(database, selection, order, window, total);
  const records = recordsOf(database, selection.kind, selection.organizationId, ids, showing);
  return new JsonText(`{"items":[${records.join(",")}],"total":${total}}`);
};

type ListQuery = QueryParameters<"listDonors" | "listGifts" | "listCampaigns">;

type ListAnswer = { readonly status: 200; readonly body: ListPage } | SandboxRefusal<400>;

const noPage = (problems: readonly FieldError[]): SandboxRefusal<400> =>
  refuse(400, "The page cannot be made.", { fields: asParameters(problems) });

/** @param isWhole whether all records are shown unless a page size is asked for */
const answerList = (
  kind: RecordKindEntity,
  query: ListQuery,
  context: EndpointContext,
  isWhole = false,
): ListAnswer => {
  const { assumptions, caller } = context;
  const { organizationId } = caller;
  const { Skip: skip, Take: take, SortBy: sortBy, Descending: descending, Filter: filter = "" } = query;
  const paging = readPaging(kind, { skip, take, sortBy, descending }, assumptions);
  if ("problems" in paging) return noPage(paging.problems);
  const condition = searchFor({ kind, organizationId, filter, mode: assumptions["U-10"] });
  const showing = { chosen: undefined, withDetails: query.IncludeDetails ?? false, assumptions };
  const window = isWhole && take === undefined ? { ...paging.window, take: Infinity } : paging.window;
  const selection = { kind, organizationId, condition };
  return { status: 200, body: pageOf(context, selection, { ...paging, window }, showing) };
};

/** Answers a list endpoint with all its parameters (DON-01 to DON-08). */
export const listRecords =
  (kind: RecordKindEntity) =>
  ({ query }: { readonly query: ListQuery }, context: EndpointContext): ListAnswer =>
    answerList(kind, query, context);

/**
 * Answers a reference list. The specification omits its parameters: the sandbox assumes the paging parameters of the
 * other lists and, if none is given, returns everything, because no default page size is known.
 */
export const listReferenceData =
  (kind: RecordKindEntity) =>
  (
    { undocumented }: { readonly undocumented: Readonly<Record<string, string>> },
    context: EndpointContext,
  ): ListAnswer => {
    const parsed = parseParameters(pagingParameters, {}, new URLSearchParams(undocumented));
    if (isRefusal(parsed)) return parsed;
    // Parsed by the parameters of such a list.
    const query = parsed.query as ListQuery;
    const negative = (["Skip", "Take"] as const).filter((name) => (query[name] ?? 0) < 0);
    if (negative.length > 0)
      return noPage(negative.map((field) => ({ field, code: "OUT_OF_RANGE", message: "Send 0 or more." })));
    return answerList(kind, query, context, true);
  };

const pagingParameters = operations.listDonors.parameters.filter(({ name }) =>
  ["Skip", "Take", "SortBy", "Descending"].includes(name),
);
