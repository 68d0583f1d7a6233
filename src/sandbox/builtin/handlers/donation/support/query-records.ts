import type { RequestBodyOf } from "../../../../../builtin/generated/operation-types.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import type { EndpointContext } from "../../../../pipeline/endpoint.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../../refusal.ts";
import { toSql } from "../../../../store/donation/expression.ts";
import { columnNames, type RecordKindEntity } from "../../../../store/donation/kind.ts";
import { kindOfQueryType } from "../../../../store/donation/kinds.ts";
import { pageOf, readPaging, type ListPage } from "./lists.ts";
import { readFilter } from "./read-filter.ts";

type QueryRequest = RequestBodyOf<
  "queryDonors" | "queryGifts" | "queryCampaigns" | "queryRecurringGifts" | "querySegments"
>;

/** Answers a query endpoint (DON-10 to DON-14). An empty list of columns means all columns. */
export const queryRecords =
  (kind: RecordKindEntity) =>
  (
    { body }: { readonly body: QueryRequest },
    context: EndpointContext,
  ): { readonly status: 200; readonly body: ListPage } | SandboxRefusal<400> => {
    const { assumptions, caller, clock } = context;
    const paging = readPaging(kind, body, assumptions);
    const filter = readFilter(body.groups ?? [], kind, assumptions);
    const problems = [
      ...misplacedType(kind, body, assumptions),
      ...unknownColumns(kind, body, assumptions),
      ...problemsOf(paging),
      ...problemsOf(filter),
    ];
    if (problems.length > 0 || "problems" in paging || "problems" in filter) {
      return refuse(400, "The query cannot be answered.", { fields: problems });
    }
    const { organizationId } = caller;
    const circumstances = {
      now: clock.now(),
      case: assumptions["U-13.case"],
      emptyMatchesNull: assumptions["U-13.empty"] === "with-null",
      negationMatchesNull: assumptions["U-13.negation"] === "with-null",
    };
    const condition = filter.expression === undefined ? undefined : toSql(filter.expression, circumstances);
    const chosen = body.selectedColumns?.length === 0 ? undefined : body.selectedColumns;
    const showing = { chosen, withDetails: body.includeDetails ?? false, assumptions };
    return { status: 200, body: pageOf(context, { kind, organizationId, condition }, paging, showing) };
  };

const problemsOf = (reading: object): readonly FieldError[] =>
  // Both readings have them in this form, or not at all.
  "problems" in reading ? (reading.problems as readonly FieldError[]) : [];

const misplacedType = (
  kind: RecordKindEntity,
  { queryType }: QueryRequest,
  assumptions: Assumptions,
): FieldError[] =>
  kindOfQueryType(queryType, assumptions) === kind
    ? []
    : [
        {
          field: "queryType",
          code: "NOT_ALLOWED",
          message: "This endpoint answers queries of another type.",
        },
      ];

const unknownColumns = (
  kind: RecordKindEntity,
  { selectedColumns = [] }: QueryRequest,
  assumptions: Assumptions,
): FieldError[] => {
  const known = new Set(columnNames(kind, assumptions));
  return selectedColumns.flatMap((name, index) =>
    known.has(name)
      ? []
      : [{ field: `selectedColumns[${index}]`, code: "NOT_ALLOWED", message: "There is no such column." }],
  );
};
