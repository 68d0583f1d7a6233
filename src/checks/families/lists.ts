import { isFieldName } from "../../builtin/documents.ts";
import { pagedLists } from "../../builtin/generated/resources.ts";
import { sendAll, type Check, type Plan, type PlanContext } from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { listAnswers } from "../relations/list-answers.ts";
import { oneOrder } from "../relations/one-order.ts";
import { pageFits } from "../relations/page-fits.ts";
import { totalsStay } from "../relations/totals-stay.ts";
import { longestPage } from "../support/combination.ts";
import { searchWord } from "../support/filter-texts.ts";
import { isObject, property } from "../support/json.ts";
import { observation } from "../support/judgements.ts";
import {
  findQueryEndpoints,
  pagedListEndpoints,
  queryEndpointNames,
  type PagedEndpoint,
} from "../support/paged-endpoint.ts";
import { recordsOnPage } from "../support/paging.ts";

const { donation, volunteer } = pagedLists;
const { listCustomFields, listPremiums, listProjects } = donation;

const listed = pagedListEndpoints.map(({ list }) => list);
const queried = queryEndpointNames.map(({ operation }) => donation[operation]);

function* listsAndQueries(context: PlanContext): Plan<readonly PagedEndpoint[]> {
  return [...pagedListEndpoints, ...(yield* findQueryEndpoints(context))];
}

/** Number of further orders tried. */
const mostOrders = 2;

/** Fields of the first record by which its list might be sorted, besides the stated ones. */
const otherNames = (page: Exchange | undefined): readonly string[] => {
  const record: unknown = page === undefined ? undefined : recordsOnPage(page)?.[0];
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
    call(
      { skip: 0, take: longestPage, sortBy: "id", descending: false, filter: searchWord },
      `${operation} matching a word`,
    ),
    ...context
      .sample(otherNames(plain), 1)
      .map((sortBy) => call({ take: 2, sortBy }, `${operation} by another field, ${sortBy}`)),
  ]);
}

/** Checks of lists: what they are asked for, their pages, totals and orders. */
export const lists: readonly Check[] = [
  listAnswers(
    listed,
    {
      id: "list-parameters-are-taken",
      title: "The three lists accept Skip, Take, SortBy, Descending, Filter and IncludeDetails",
      why: "A list that refuses or ignores one of them cannot be paged, sorted or searched.",
    },
    { few: 1, open: askWhatIsOpen },
  ),
  listAnswers(
    queried,
    {
      id: "queries-answer-pages",
      title: "The five query endpoints accept the camelCase body and return a page",
      why: "Recurring gifts and segments can be read only by structured queries.",
    },
    {
      few: 1,
      more: { groups: [] },
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
  pageFits(donation, {
    id: "page-is-no-longer-than-asked",
    fact: "DON-02",
    title: "A page holds no more items than Take",
    why: "A longer page repeats records on the next one, because callers skip by the size they asked for.",
  }),
  pageFits(donation, {
    id: "page-agrees-with-its-total",
    fact: "DON-03",
    title:
      "A page fits its total: no more records than there are, none twice, and some as long as some are left",
    why: "Consumers read pages until they hold total records; a page that contradicts its own total loses some or never ends.",
  }),
  pageFits(volunteer, {
    id: "page-of-users-fits",
    fact: "VOL-07",
    title: "Every page of users holds at most per_page of them, and no more than meta.total",
    why: "Consumers compute the number of pages from both, whichever page they are on.",
  }),
  totalsStay(
    [...listed, ...queried],
    {
      id: "page-total-is-stable",
      title: "total counts all matches and is the same on every page",
      why: "Consumers read pages until they hold total records; a wrong total loses donors or never ends.",
    },
    listsAndQueries,
  ),
  totalsStay([volunteer.listUsers], {
    id: "users-are-listed",
    title: "A list of users is answered, and meta.total is the same for every per_page",
    why: "Consumers compute the number of pages from both.",
  }),
  oneOrder(
    [...listed, ...queried],
    {
      id: "pages-follow-one-order",
      title: "SortBy ignores case, Descending reverses the order, Skip leaves out exactly as many records",
      why: "Offset paging is correct only when all pages come from one order.",
      // With few requests, combined parameters show most of it.
      turns: listed.length + queried.length,
    },
    listsAndQueries,
  ),
];
