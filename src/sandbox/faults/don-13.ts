import { defineFault, type Fault } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { onUnknownParameters } from "./support/known-parameters.ts";
import { problem } from "./support/problems.ts";
import { conditionsOf, groupsOf, onConditions, onQuery } from "./support/queries.ts";
import { answering } from "./support/refusing.ts";
import { parse } from "./support/wrappers.ts";

const nothing = (): undefined => undefined;

export const faults: readonly Fault[] = [
  defineFault({
    id: "filter-is-passed-over",
    fact: "DON-13",
    grade: "gross",
    title: "The queries take groups and do not filter",
    wrap: onQuery(queries, (query) => ({ ...query, groups: undefined })),
    drags: { "DON-12": "What is passed over is not checked either." },
  }),
  defineFault({
    id: "unknown-parameter-drops-its-condition",
    fact: "DON-13",
    grade: "gross",
    title: "A condition on an unknown parameter is left out in silence",
    wrap: onUnknownParameters(queries, nothing),
  }),
  defineFault({
    id: "gift-query-passes-over-its-filter",
    fact: "DON-13",
    grade: "structural",
    title: "The gift query checks its filter and does not use it",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "queryGifts" || incoming.body === undefined) return next(incoming);
      const checked = await next(incoming);
      const body = { ...(parse(incoming.body) as object), groups: undefined };
      return checked.status === 200 ? next({ ...incoming, body: JSON.stringify(body) }) : checked;
    },
  }),
  defineFault({
    id: "segment-query-drops-unknown-parameters",
    fact: "DON-13",
    grade: "structural",
    title: "The segment query alone leaves a condition on an unknown parameter out",
    wrap: onUnknownParameters(["querySegments"], nothing),
  }),
  defineFault({
    id: "secondary-value-is-not-known",
    fact: "DON-13",
    grade: "structural",
    title: "The gift query refuses a condition with secondaryValue",
    wrap: answering(
      ["queryGifts"],
      ({ body }) =>
        groupsOf(parse(body)).some((group) =>
          conditionsOf(group).some((condition) => Object.hasOwn(condition, "secondaryValue")),
        ),
      () => problem(400, "secondaryValue is not known here."),
    ),
  }),
  defineFault({
    id: "unknown-parameter-counts-in-its-beginning",
    fact: "DON-13",
    grade: "behavioural",
    title: "The donor query takes a parameter that begins with a known one for that",
    wrap: onUnknownParameters(["queryDonors"], (condition, known) => {
      const sent = String(condition["parameter"]).toLowerCase();
      const [closest] = [...known]
        .filter((name) => sent.startsWith(name))
        .toSorted((one, other) => other.length - one.length);
      return closest === undefined ? condition : { ...condition, parameter: closest };
    }),
  }),
  defineFault({
    id: "unknown-parameter-is-dropped-beside-a-known-one",
    fact: "DON-13",
    grade: "behavioural",
    title: "Only the first condition of a group is checked; others on unknown parameters are left out",
    wrap: onUnknownParameters(queries, (condition, _known, position) =>
      position > 0 ? undefined : condition,
    ),
  }),
  defineFault({
    id: "unknown-parameter-is-dropped-within-a-group",
    fact: "DON-13",
    grade: "behavioural",
    title: "In a group within a group conditions on unknown parameters are left out",
    wrap: onUnknownParameters(queries, (condition, _known, _position, depth) =>
      depth > 0 ? undefined : condition,
    ),
  }),
  defineFault({
    id: "only-the-first-of-several-values-counts",
    fact: "DON-13",
    grade: "behavioural",
    title: "Of values the first one counts",
    wrap: onConditions(queries, (condition) => {
      const { values } = condition;
      return Array.isArray(values) ? { ...condition, values: values.slice(0, 1) as unknown } : condition;
    }),
  }),
];
