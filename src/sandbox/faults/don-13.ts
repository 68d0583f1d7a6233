import type { OperationId } from "../../contract/generated/operations.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf, type Fault } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { onUnknownParameters } from "./support/known-parameters.ts";
import { problem } from "./support/problems.ts";
import { conditionsOf, groupsOf, onConditions, onQuery } from "./support/queries.ts";
import { answering } from "./support/refusing.ts";
import { parse } from "./support/wrappers.ts";
import { objectOf } from "./support/edit.ts";

const nothing = (): undefined => undefined;

const refusingConditions =
  (of: OperationId, when: (query: JsonObject) => boolean): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    const query = objectOf(parse(incoming.body));
    return incoming.operation === of && groupsOf(query).length > 0 && when(query)
      ? problem(400, "Conditions are not supported.")
      : next(incoming);
  };

export const faults = faultsOf("DON-13", {
  gross: {
    "filter-is-passed-over": [
      "The queries take groups and do not filter",
      onQuery(queries, (query) => ({ ...query, groups: undefined })),
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
      (next) => async (incoming) => {
        if (incoming.operation !== "queryGifts" || incoming.body === undefined) return next(incoming);
        const checked = await next(incoming);
        const body = { ...(parse(incoming.body) as object), groups: undefined };
        return checked.status === 200 ? next({ ...incoming, body: JSON.stringify(body) }) : checked;
      },
    ],
    "segment-query-drops-unknown-parameters": [
      "The segment query alone leaves a condition on an unknown parameter out",
      onUnknownParameters(["querySegments"], nothing),
    ],
    "secondary-value-is-not-known": [
      "The gift query refuses a condition with secondaryValue",
      answering(
        ["queryGifts"],
        ({ body }) =>
          groupsOf(parse(body)).some((group) =>
            conditionsOf(group).some((condition) => Object.hasOwn(condition, "secondaryValue")),
          ),
        () => problem(400, "secondaryValue is unknown."),
      ),
    ],
  },
  behavioural: {
    "conditions-of-segments-are-refused": [
      "A query of segments refuses any condition",
      refusingConditions("querySegments", () => true),
    ],
    "conditions-go-with-no-order": [
      "A query of gifts refuses a condition together with an order",
      refusingConditions("queryGifts", (query) => query["sortBy"] !== undefined),
    ],
    "unknown-parameter-counts-in-its-beginning": [
      "The donor query takes a parameter that begins with a known one for that",
      onUnknownParameters(["queryDonors"], (condition, known) => {
        const sent = String(condition["parameter"]).toLowerCase();
        const [closest] = [...known]
          .filter((name) => sent.startsWith(name))
          .toSorted((one, other) => other.length - one.length);
        return closest === undefined ? condition : { ...condition, parameter: closest };
      }),
    ],
    "unknown-parameter-is-dropped-beside-a-known-one": [
      "Only the first condition of a group is checked; others on unknown parameters are left out",
      onUnknownParameters(queries, (condition, _known, position) => (position > 0 ? undefined : condition)),
    ],
    "unknown-parameter-is-dropped-within-a-group": [
      "In a group within a group conditions on unknown parameters are left out",
      onUnknownParameters(queries, (condition, _known, _position, depth) =>
        depth > 0 ? undefined : condition,
      ),
    ],
    "only-the-first-of-several-values-counts": [
      "Of values the first one counts",
      onConditions(queries, (condition) => {
        const { values } = condition;
        return Array.isArray(values) ? { ...condition, values: values.slice(0, 1) as unknown } : condition;
      }),
    ],
  },
});
