import { defineFault, type Fault } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { objectOf } from "./support/edit.ts";
import { wishOf } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { onQuery } from "./support/queries.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, parse } from "./support/wrappers.ts";

const has = (body: string | undefined, name: string): boolean => Object.hasOwn(objectOf(parse(body)), name);

export const faults: readonly Fault[] = [
  defineFault({
    id: "queries-answer-created",
    fact: "DON-10",
    grade: "gross",
    title: "A query is answered with 201, since it is a POST",
    drags: { "DON-20": "201 is none of the stated statuses." },
    wrap: onAnswer(queries, (outgoing) =>
      outgoing.status === 200 ? { ...outgoing, status: 201 } : outgoing,
    ),
  }),
  defineFault({
    id: "donor-query-refuses-every-type",
    fact: "DON-10",
    grade: "gross",
    title: "The donor query refuses every query type as one of another endpoint",
    wrap: answering(["queryDonors"], always, () =>
      problem(400, "This endpoint answers queries of another type."),
    ),
  }),
  defineFault({
    id: "recurring-gift-query-is-missing",
    fact: "DON-10",
    grade: "structural",
    title: "There is no query of recurring gifts",
    wrap: answering(["queryRecurringGifts"], always, () => problem(404, "There is nothing here.")),
  }),
  defineFault({
    id: "campaign-query-refuses-include-details",
    fact: "DON-10",
    grade: "structural",
    title: "The campaign query refuses includeDetails",
    wrap: answering(
      ["queryCampaigns"],
      ({ body }) => has(body, "includeDetails"),
      () => problem(400, "includeDetails is not known here."),
    ),
  }),
  defineFault({
    id: "gift-query-refuses-an-empty-filter",
    fact: "DON-10",
    grade: "structural",
    title: "The gift query wants at least one group where there is groups",
    wrap: answering(
      ["queryGifts"],
      ({ body }) => has(body, "groups") && JSON.stringify(objectOf(parse(body))["groups"]) === "[]",
      () => problem(400, "groups must not be empty."),
    ),
  }),
  defineFault({
    id: "segment-query-wants-a-page-size",
    fact: "DON-10",
    grade: "structural",
    title: "The segment query is refused without take, though queryType alone is required",
    wrap: answering(
      ["querySegments"],
      ({ body }) => has(body, "queryType") && !has(body, "take"),
      () => problem(400, "take is required."),
    ),
  }),
  defineFault({
    id: "campaign-query-reads-pascal-case",
    fact: "DON-10",
    grade: "behavioural",
    title: "The campaign query knows its page fields in PascalCase alone and passes over the others",
    drags: {
      "DON-02": "A take that is passed over does not bound the page.",
      "DON-03": "Every page is the first one when skip is passed over.",
      "DON-06": "A descending that is passed over reverses nothing.",
      "DON-07": "A skip that is passed over skips nothing.",
    },
    wrap: onQuery("queryCampaigns", ({ queryType, groups, selectedColumns }) => ({
      queryType,
      groups,
      selectedColumns,
    })),
  }),
  defineFault({
    id: "gift-query-fails-when-descending",
    fact: "DON-10",
    grade: "behavioural",
    title: "The query of gifts fails when its page is descending",
    drags: { "DON-06": "What fails reverses nothing." },
    wrap: answering(
      ["queryGifts"],
      (incoming) => wishOf(incoming).descending === true,
      () => problem(500, "Something went wrong."),
    ),
  }),
];
