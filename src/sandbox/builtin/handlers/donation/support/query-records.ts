import type { RequestBodyOf } from "../../../../../builtin/generated/operation-types.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import type { EndpointContext } from "../../../../pipeline/endpoint.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../../refusal.ts";
import { toSql } from "../../../../store/donation/expression.ts";
import { columnNames, findField, type RecordKindEntity } from "../../../../store/donation/kind.ts";
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
    const columns = readColumns(kind, body, assumptions);
    const filter = readFilter(body.groups ?? [], kind, assumptions);
    const problems = [
      ...misplacedType(kind, body, assumptions),
      ...problemsOf(columns),
      ...problemsOf(paging),
      ...problemsOf(filter),
    ];
    if (problems.length > 0 || "problems" in paging || "problems" in filter || "problems" in columns) {
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
    const showing = { ...columns, withDetails: body.includeDetails ?? false, assumptions };
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

/** The chosen columns by the names in records; undefined for all. */
const readColumns = (
  kind: RecordKindEntity,
  { selectedColumns = [] }: QueryRequest,
  assumptions: Assumptions,
): { readonly chosen: readonly string[] | undefined } | { readonly problems: readonly FieldError[] } => {
  const known = new Set(columnNames(kind, assumptions));
  const read = selectedColumns.map((sent) =>
    known.has(sent) ? sent : readableColumn(kind, sent, assumptions),
  );
  const problems = read.flatMap((name, index) =>
    name === undefined
      ? [{ field: `selectedColumns[${index}]`, code: "NOT_ALLOWED", message: "There is no such column." }]
      : [],
  );
  if (problems.length > 0) return { problems };
  return { chosen: read.length === 0 ? undefined : read.filter((name) => name !== undefined) };
};

/** Columns are otherwise known by their exact name alone. */
const readableColumn = (kind: RecordKindEntity, sent: string, assumptions: Assumptions): string | undefined =>
  assumptions["U-34"] === "exact" ? undefined : findField(kind, sent, assumptions)?.name;
