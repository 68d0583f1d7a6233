import { faultsOf } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { forgivingTypes } from "./support/query-types.ts";

export const faults = faultsOf("DON-11", {
  gross: {
    "query-type-is-not-looked-at": [
      "The path decides the query type, and queryType may be anything",
      forgivingTypes(queries, () => true),
    ],
    "query-type-may-be-left-out": [
      "A query without queryType is taken for one of its endpoint's",
      forgivingTypes(queries, ({ queryType }) => queryType === undefined),
    ],
  },
  structural: {
    "gift-query-may-leave-its-type-out": [
      "The gift query alone does without queryType",
      forgivingTypes(["queryGifts"], ({ queryType }) => queryType === undefined),
    ],
    "query-types-go-up-to-ten": [
      "Query type 10 is within the bounds",
      forgivingTypes(queries, ({ queryType }) => queryType === 10),
    ],
    "negative-query-type-means-any": [
      "The donor query checks the upper bound only",
      forgivingTypes(["queryDonors"], ({ queryType }) => typeof queryType === "number" && queryType < 0),
    ],
    "fractional-query-type-is-cut": [
      "The segment query cuts a fraction off",
      forgivingTypes(
        ["querySegments"],
        ({ queryType }) => typeof queryType === "number" && !Number.isInteger(queryType),
      ),
    ],
    "null-query-type-is-the-default": [
      "The query of recurring gifts takes null for the default of its type",
      forgivingTypes(["queryRecurringGifts"], ({ queryType }) => queryType === null),
    ],
    "a-word-for-a-query-type-is-passed-over": [
      "The campaign query passes over a queryType that it cannot read",
      forgivingTypes(["queryCampaigns"], ({ queryType }) => typeof queryType === "string"),
    ],
    "half-a-query-type-is-rounded-up": [
      "The donor query rounds its type",
      forgivingTypes(
        ["queryDonors"],
        ({ queryType }, own) => typeof queryType === "number" && Math.round(queryType) === own,
      ),
    ],
    "half-a-query-type-is-cut-off": [
      "The gift query cuts a fraction off that leaves its own type",
      forgivingTypes(
        ["queryGifts"],
        ({ queryType }, own) => typeof queryType === "number" && Math.floor(queryType) === own,
      ),
    ],
    "query-types-may-be-text": [
      "The query of recurring gifts reads its type from a text",
      forgivingTypes(["queryRecurringGifts"], ({ queryType }, own) => queryType === String(own)),
    ],
  },
  behavioural: {
    "query-type-is-required-only-with-a-filter": [
      "A query type is needed for reading the filter, and asked for only where there is one",
      forgivingTypes(queries, ({ groups }) => groups === undefined),
    ],
    "query-type-is-required-only-without-a-filter": [
      "The gift query looks at the type only where there is no filter",
      forgivingTypes(["queryGifts"], ({ groups }) => Array.isArray(groups) && groups.length > 0),
    ],
  },
});
