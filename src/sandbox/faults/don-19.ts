import { defineFault, type Fault } from "./fault.ts";
import { onProblem } from "./support/donation-errors.ts";
import { property, put, objectOf } from "./support/edit.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "error-status-is-always-400",
    fact: "DON-19",
    grade: "gross",
    title: "The status in every error is 400",
    wrap: onProblem((body) => put(body, "status", 400)),
  }),
  defineFault({
    id: "error-status-is-zero",
    fact: "DON-19",
    grade: "gross",
    title: "The status in every error is 0: nobody sets it",
    wrap: onProblem((body) => put(body, "status", 0)),
  }),
  defineFault({
    id: "refused-caller-is-told-403",
    fact: "DON-19",
    grade: "structural",
    title: "The status in a 401 of the gift list is 403",
    wrap: onProblem((body) => put(body, "status", 403), { statuses: [401], operations: ["listGifts"] }),
  }),
  defineFault({
    id: "field-errors-are-told-as-422",
    fact: "DON-19",
    grade: "behavioural",
    title: "The status in an error is 422 where a field is at fault",
    wrap: onProblem((body) => (property(body, "errors") === undefined ? body : put(body, "status", 422))),
  }),
  defineFault({
    id: "refused-replacement-is-told-as-500",
    fact: "DON-19",
    grade: "structural",
    title: "The error of a refused replacement was made for an exception and says 500",
    wrap: onProblem((body) => put(body, "status", 500), {
      operations: ["replaceCampaign", "replaceProject", "replaceSegment"],
    }),
  }),
  defineFault({
    id: "discovery-errors-say-500",
    fact: "DON-19",
    grade: "structural",
    title: "Whatever discovery refuses says 500 in its body",
    wrap: onAnswer(["getQueryOptions", "getQueryList"], (outgoing) =>
      outgoing.status < 400
        ? outgoing
        : withJson(outgoing, { ...objectOf(parse(outgoing.body)), status: 500 }),
    ),
  }),
];
