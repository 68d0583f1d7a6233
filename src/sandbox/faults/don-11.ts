import { faultsOf } from "./fault.ts";
import { forgivingTypes } from "./support/query-types.ts";

const isNumber = (type: unknown): type is number => typeof type === "number";

export const faults = faultsOf("DON-11", {
  gross: {
    "query-type-is-not-looked-at": forgivingTypes(() => true),
    "query-type-may-be-left-out": forgivingTypes(({ queryType }) => queryType === undefined),
  },
  structural: {
    "gift-query-may-leave-its-type-out": forgivingTypes(
      ({ queryType }) => queryType === undefined,
      ["queryGifts"],
    ),
    "query-types-go-up-to-ten": forgivingTypes(({ queryType }) => queryType === 10),
    "negative-query-type-means-any": forgivingTypes(
      ({ queryType }) => isNumber(queryType) && queryType < 0,
      ["queryDonors"],
    ),
    "fractional-query-type-is-cut": forgivingTypes(
      ({ queryType }) => isNumber(queryType) && queryType % 1 !== 0,
      ["querySegments"],
    ),
    "null-query-type-is-the-default": forgivingTypes(
      ({ queryType }) => queryType === null,
      ["queryRecurringGifts"],
    ),
    "a-word-for-a-query-type-is-passed-over": forgivingTypes(
      ({ queryType }) => typeof queryType === "string",
      ["queryCampaigns"],
    ),
    "half-a-query-type-is-rounded-up": forgivingTypes(
      ({ queryType }, own) => isNumber(queryType) && Math.round(queryType) === own,
      ["queryDonors"],
    ),
    "half-a-query-type-is-cut-off": forgivingTypes(
      ({ queryType }, own) => isNumber(queryType) && Math.floor(queryType) === own,
      ["queryGifts"],
    ),
    "query-types-may-be-text": forgivingTypes(
      ({ queryType }, own) => queryType === String(own),
      ["queryRecurringGifts"],
    ),
  },
  behavioural: {
    "query-type-is-required-only-with-a-filter": forgivingTypes(({ groups }) => groups === undefined),
    "query-type-is-required-only-without-a-filter": forgivingTypes(
      ({ groups }) => Array.isArray(groups) && groups.length > 0,
      ["queryGifts"],
    ),
  },
});
