import { faultsOf } from "./fault.ts";
import { onProblem } from "./support/donation-errors.ts";
import { property, put, objectOf } from "./support/edit.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

export const faults = faultsOf("DON-19", {
  gross: {
    "error-status-is-always-400": [
      "The status in every error is 400",
      onProblem((body) => put(body, "status", 400)),
    ],
    "error-status-is-zero": [
      "The status in every error is 0: nobody sets it",
      onProblem((body) => put(body, "status", 0)),
    ],
  },
  structural: {
    "refused-caller-is-told-403": [
      "The status in a 401 of the gift list is 403",
      onProblem((body) => put(body, "status", 403), { statuses: [401], operations: ["listGifts"] }),
    ],
    "refused-replacement-is-told-as-500": [
      "The error of a refused replacement was made for an exception and says 500",
      onProblem((body) => put(body, "status", 500), {
        operations: ["replaceCampaign", "replaceProject", "replaceSegment"],
      }),
    ],
    "discovery-errors-say-500": [
      "Whatever discovery refuses says 500 in its body",
      onAnswer(["getQueryOptions", "getQueryList"], (outgoing) =>
        outgoing.status < 400
          ? outgoing
          : withJson(outgoing, { ...objectOf(parse(outgoing.body)), status: 500 }),
      ),
    ],
  },
  behavioural: {
    "unreadable-campaigns-are-refused-with-200": [
      "A replacement that cannot be read is answered with an error and 200",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        return incoming.operation === "replaceCampaign" && outgoing.status === 400
          ? { ...outgoing, status: 200 }
          : outgoing;
      },
      { alsoBreaks: { "DON-20": "It is a success by its status." } },
    ],
    "field-errors-are-told-as-422": [
      "The status in an error is 422 where a field is at fault",
      onProblem((body) => (property(body, "errors") === undefined ? body : put(body, "status", 422))),
    ],
  },
});
