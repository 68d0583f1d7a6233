import { isFieldName } from "../../contract/documents.ts";
import { pagedLists } from "../../contract/generated/resources.ts";
import { sendAll, type ActiveCheck, type Plan, type PlanContext } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { listAnswers } from "../relations/list-answers.ts";
import { longestPage } from "../support/combination.ts";
import { word } from "../support/filter-texts.ts";
import { isObject, property } from "../support/json.ts";
import { observation } from "../support/judgements.ts";
import {
  findQueryEndpoints,
  listEndpoints,
  queryOperations,
  type PagedEndpoint,
} from "../support/paged-endpoint.ts";
import { itemsOf } from "../support/paging.ts";

const { listCustomFields, listPremiums, listProjects, ...others } = pagedLists.donation;

/** Number of further orders tried. */
const mostOrders = 2;

/** Fields of the first record by which its list might be sorted, besides the stated ones. */
const otherNames = (page: Exchange | undefined): readonly string[] => {
  const record: unknown = page === undefined ? undefined : itemsOf(page)?.[0];
  return Object.entries(isObject(record) ? record : {})
    .filter(([name, value]) => ["string", "number"].includes(typeof value) && isFieldName(name))
    .map(([name]) => name)
    .filter((name) => !["id", "modifieddatetimeutc"].includes(name.toLowerCase()))
    .slice(0, mostOrders);
};

/** Other sort fields (U-34), what a search matches (U-10) and the largest page size are open. */
function* askWhatIsOpen(
  { operation, call }: PagedEndpoint,
  plain: Exchange | undefined,
  context: PlanContext,
): Plan {
  yield* sendAll([
    call({ skip: 0, take: longestPage, sortBy: "id", filter: word }, `${operation} matching a word`),
    ...context
      .sample(otherNames(plain), 1)
      .map((sortBy) => call({ take: 2, sortBy }, `${operation} by another field, ${sortBy}`)),
  ]);
}

/** Checks that lists are answered, with and without their parameters. */
export const listAnswering: readonly ActiveCheck[] = [
  listAnswers(
    listEndpoints.map(({ list }) => list),
    {
      id: "list-parameters-are-taken",
      title: "The three lists accept Skip, Take, SortBy, Descending, Filter and IncludeDetails",
      why: "A list that refuses or ignores one of them cannot be paged, sorted or searched.",
    },
    { few: 1, open: askWhatIsOpen },
  ),
  listAnswers(
    queryOperations.map(({ operation }) => others[operation]),
    {
      id: "queries-answer-pages",
      title: "The five query endpoints accept the camelCase body and return a page",
      why: "Recurring gifts and segments can be read only by structured queries.",
    },
    {
      few: 1,
      more: { "no groups": { skip: 0, take: 1, groups: [] } },
      find: findQueryEndpoints,
      *observe(accepted) {
        const queryType = property(accepted.request.body, "queryType");
        if (typeof queryType === "number")
          yield observation("U-15", `${accepted.operation ?? ""} takes query type ${queryType}`, accepted);
      },
    },
  ),
  listAnswers(
    [listCustomFields, listPremiums, listProjects],
    {
      id: "reference-lists-answer",
      title: "Custom fields, premiums and projects can be listed",
      why: "Other records point to them by id.",
    },
    { few: 3 },
  ),
];
