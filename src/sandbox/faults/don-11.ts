import { defineFault, type Fault } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { forgivingTypes } from "./support/query-types.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "query-type-is-not-looked-at",
    fact: "DON-11",
    grade: "gross",
    title: "The path tells the query type, and queryType may be anything",
    wrap: forgivingTypes(queries, () => true),
  }),
  defineFault({
    id: "query-type-may-be-left-out",
    fact: "DON-11",
    grade: "gross",
    title: "A query without queryType is taken for one of its endpoint's",
    wrap: forgivingTypes(queries, ({ queryType }) => queryType === undefined),
  }),
  defineFault({
    id: "gift-query-may-leave-its-type-out",
    fact: "DON-11",
    grade: "structural",
    title: "The gift query alone does without queryType",
    wrap: forgivingTypes(["queryGifts"], ({ queryType }) => queryType === undefined),
  }),
  defineFault({
    id: "query-types-go-up-to-ten",
    fact: "DON-11",
    grade: "structural",
    title: "Query type 10 is within the bounds",
    wrap: forgivingTypes(queries, ({ queryType }) => queryType === 10),
  }),
  defineFault({
    id: "negative-query-type-means-any",
    fact: "DON-11",
    grade: "structural",
    title: "The donor query checks the upper bound only",
    wrap: forgivingTypes(["queryDonors"], ({ queryType }) => typeof queryType === "number" && queryType < 0),
  }),
  defineFault({
    id: "fractional-query-type-is-cut",
    fact: "DON-11",
    grade: "structural",
    title: "The segment query cuts a fraction off",
    wrap: forgivingTypes(
      ["querySegments"],
      ({ queryType }) => typeof queryType === "number" && !Number.isInteger(queryType),
    ),
  }),
  defineFault({
    id: "null-query-type-is-the-default",
    fact: "DON-11",
    grade: "structural",
    title: "The query of recurring gifts takes null for the default of its type",
    wrap: forgivingTypes(["queryRecurringGifts"], ({ queryType }) => queryType === null),
  }),
  defineFault({
    id: "a-word-for-a-query-type-is-passed-over",
    fact: "DON-11",
    grade: "structural",
    title: "The campaign query passes over a queryType that it cannot read",
    wrap: forgivingTypes(["queryCampaigns"], ({ queryType }) => typeof queryType === "string"),
  }),
  defineFault({
    id: "query-type-is-required-only-with-a-filter",
    fact: "DON-11",
    grade: "behavioural",
    title: "A query type is needed for reading the filter, and asked for only where there is one",
    wrap: forgivingTypes(queries, ({ groups }) => groups === undefined),
  }),
  defineFault({
    id: "query-type-is-required-only-without-a-filter",
    fact: "DON-11",
    grade: "behavioural",
    title: "The gift query looks at the type only where there is no filter",
    wrap: forgivingTypes(["queryGifts"], ({ groups }) => Array.isArray(groups) && groups.length > 0),
  }),
];
