import type { JsonObject } from "../../core/model/json-object.ts";
import { faultsOf, type Answering, type Fault, type FaultEnvironment, type FaultRequest } from "./fault.ts";
import { parse, problemAnswer } from "./support/answers.ts";
import { mainCredential } from "./support/credentials.ts";
import { add, asArray, lowerCase, objectOf, property } from "./support/edit.ts";
import { queries } from "./support/names.ts";
import { conditionsOf, groupsOfBody, isFiltered, onConditions } from "./support/queries.ts";
import { sends } from "./support/requests.ts";
import {
  again,
  answering,
  instead,
  isRequestOf,
  onAnswer,
  onRequest,
  sending,
  type Of,
} from "./support/rows.ts";

type Wrap = Fault["wrap"];

/**
 * The parameters of the query type in a body, in lower case, as the sandbox lists them; the request counts against
 * another credential's hour.
 */
const knownParameters = async (
  next: Answering,
  incoming: FaultRequest,
  environment: FaultEnvironment,
): Promise<ReadonlySet<string>> => {
  const queryType = String(property(parse(incoming.body), "queryType"));
  const url = new URL(`/donation/api/Query/options/${encodeURIComponent(queryType)}`, incoming.url);
  const headers = new Headers({ authorization: `Bearer ${mainCredential(environment, "donation")}` });
  const answer = await next({
    method: "GET",
    url,
    headers,
    operation: "getQueryOptions",
    path: { queryType },
    body: undefined,
  });
  const { options, parameters } = objectOf(parse(answer.body));
  const entries = asArray(Array.isArray(options) ? options : parameters);
  return new Set(
    entries.map((entry) =>
      String(typeof entry === "string" ? entry : property(entry, "parameter")).toLowerCase(),
    ),
  );
};

/** Changes conditions on unknown parameters; undefined results are dropped. */
const onUnknownParameters =
  (
    of: Of,
    change: (
      condition: JsonObject,
      known: ReadonlySet<string>,
      position: number,
      depth: number,
    ) => JsonObject | undefined,
  ): Wrap =>
  (next, environment) =>
  async (incoming) => {
    if (!isRequestOf(incoming, of)) return next(incoming);
    const known = await knownParameters(next, incoming, environment);
    return onConditions(of, (condition, position, depth) =>
      known.has(String(condition["parameter"]).toLowerCase())
        ? condition
        : change(condition, known, position, depth),
    )(
      next,
      environment,
    )(incoming);
  };

const nothing = (): undefined => undefined;

const unsupported = problemAnswer(400, "Conditions are not supported.");

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
        problemAnswer(400, "secondaryValue is unknown."),
        sends((query) => groupsOfBody(query).some(hasSecondaryValue)),
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
