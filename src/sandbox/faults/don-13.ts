import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf } from "./fault.ts";
import { problem } from "./support/answers.ts";
import { onUnknownParameters } from "./support/known-parameters.ts";
import { queries } from "./support/names.ts";
import { conditionsOf, groupsOf, isFiltered, onConditions } from "./support/queries.ts";
import { sends } from "./support/requests.ts";
import { again, answering, instead, onAnswer, onRequest, sending } from "./support/rows.ts";
import { add, lowerCase } from "./support/verbs.ts";

const nothing = (): undefined => undefined;

const unsupported = problem(400, "Conditions are not supported.");

const unfiltered = sending(add("groups", undefined));

const hasSecondaryValue = (group: JsonObject): boolean =>
  conditionsOf(group).some((condition) => Object.hasOwn(condition, "secondaryValue"));

export const faults = faultsOf("DON-13", {
  gross: {
    "filter-is-passed-over": [
      "The queries take groups and do not filter",
      onRequest(queries, unfiltered),
      { alsoBreaks: { "DON-12": "What is passed over is not checked either." } },
    ],
    "unknown-parameter-drops-its-condition": [
      "A condition on an unknown parameter is ignored",
      onUnknownParameters(queries, nothing),
    ],
  },
  structural: {
    "gift-query-passes-over-its-filter": [
      "The gift query checks its filter and does not use it",
      onAnswer("queryGifts", again(unfiltered), 200),
    ],
    "segment-query-drops-unknown-parameters": [
      "The segment query alone leaves a condition on an unknown parameter out",
      onUnknownParameters("querySegments", nothing),
    ],
    "secondary-value-is-not-known": [
      "The gift query refuses a condition with secondaryValue",
      answering(
        "queryGifts",
        problem(400, "secondaryValue is unknown."),
        sends((query) => groupsOf(query).some(hasSecondaryValue)),
      ),
    ],
  },
  behavioural: {
    "conditions-of-segments-are-refused": [
      "A query of segments refuses any condition",
      instead("querySegments", unsupported, isFiltered),
    ],
    "conditions-go-with-no-order": [
      "A query of gifts refuses a condition together with an order",
      instead(
        "queryGifts",
        unsupported,
        isFiltered,
        sends(({ sortBy }) => sortBy !== undefined),
      ),
    ],
    "unknown-parameter-counts-in-its-beginning": [
      "The donor query takes a parameter that begins with a known one for that",
      onUnknownParameters("queryDonors", (condition, known) => {
        const sent = lowerCase(condition["parameter"]);
        const beginnings = [...known].filter((name) => sent.startsWith(name));
        const [closest] = beginnings.toSorted((one, other) => other.length - one.length);
        return closest === undefined ? condition : { ...condition, parameter: closest };
      }),
    ],
    "unknown-parameter-is-dropped-beside-a-known-one": [
      "Only the first condition of a group is checked; others on unknown parameters are left out",
      onUnknownParameters(queries, (condition, _known, position) => (position > 0 ? undefined : condition)),
    ],
    "unknown-parameter-is-dropped-within-a-group": [
      "In a group within a group conditions on unknown parameters are left out",
      onUnknownParameters(queries, (condition, _known, _at, depth) => (depth > 0 ? undefined : condition)),
    ],
    "only-the-first-of-several-values-counts": [
      "Of values the first one counts",
      onConditions(queries, (condition) =>
        Array.isArray(condition["values"])
          ? { ...condition, values: condition["values"].slice(0, 1) }
          : condition,
      ),
    ],
  },
});
