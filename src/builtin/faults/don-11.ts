import { faultsOf } from "./fault.ts";
import { forgivingTypes } from "./support/query-types.ts";

const isNumber = (type: unknown): type is number => typeof type === "number";

export const faults = faultsOf("DON-11", {
  gross: {
    "query-type-is-not-looked-at": [
      "The path decides the query type, and queryType may be anything",
      forgivingTypes(() => true),
    ],
    "query-type-may-be-left-out": [
      "A query without queryType is taken for one of its endpoint's",
      forgivingTypes(({ queryType }) => queryType === undefined),
    ],
  },
  structural: {
    "gift-query-may-leave-its-type-out": [
      "The gift query alone does without queryType",
      forgivingTypes(({ queryType }) => queryType === undefined, ["queryGifts"]),
    ],
    "query-types-go-up-to-ten": [
      "Query type 10 is within the bounds",
      forgivingTypes(({ queryType }) => queryType === 10),
    ],
    "negative-query-type-means-any": [
      "The donor query checks the upper bound only",
      forgivingTypes(({ queryType }) => isNumber(queryType) && queryType < 0, ["queryDonors"]),
    ],
    "fractional-query-type-is-cut": [
      "The segment query cuts a fraction off",
      forgivingTypes(({ queryType }) => isNumber(queryType) && queryType % 1 !== 0, ["querySegments"]),
    ],
    "null-query-type-is-the-default": [
      "The query of recurring gifts takes null for the default of its type",
      forgivingTypes(({ queryType }) => queryType === null, ["queryRecurringGifts"]),
    ],
    "a-word-for-a-query-type-is-passed-over": [
      "The campaign query passes over a queryType that it cannot read",
      forgivingTypes(({ queryType }) => typeof queryType === "string", ["queryCampaigns"]),
    ],
    "half-a-query-type-is-rounded-up": [
      "The donor query rounds its type",
      forgivingTypes(
        ({ queryType }, own) => isNumber(queryType) && Math.round(queryType) === own,
        ["queryDonors"],
      ),
    ],
    "half-a-query-type-is-cut-off": [
      "The gift query cuts a fraction off that leaves its own type",
      forgivingTypes(
        ({ queryType }, own) => isNumber(queryType) && Math.floor(queryType) === own,
        ["queryGifts"],
      ),
    ],
    "query-types-may-be-text": [
      "The query of recurring gifts reads its type from a text",
      forgivingTypes(({ queryType }, own) => queryType === String(own), ["queryRecurringGifts"]),
    ],
  },
  behavioural: {
    "query-type-is-required-only-with-a-filter": [
      "A query type is needed for reading the filter, and asked for only where there is one",
      forgivingTypes(({ groups }) => groups === undefined),
    ],
    "query-type-is-required-only-without-a-filter": [
      "The gift query looks at the type only where there is no filter",
      forgivingTypes(({ groups }) => Array.isArray(groups) && groups.length > 0, ["queryGifts"]),
    ],
    "query-type-may-be-true": [
      "A queryType of true counts as the operation's own",
      forgivingTypes(({ queryType }) => queryType === true),
    ],
  },
});
