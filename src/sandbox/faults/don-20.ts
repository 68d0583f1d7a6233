import { faultsOf } from "./fault.ts";
import { json } from "./support/answers.ts";
import { onDonationError } from "./support/donation-errors.ts";
import { queries, replacements } from "./support/donation-operations.ts";
import { put } from "./support/edit.ts";
import { pageIn } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

const isUnreadable = (body: string | undefined): boolean => body !== undefined && parse(body) === undefined;

export const faults = faultsOf("DON-20", {
  gross: {
    "invalid-input-gets-422": [
      "What the donation interface refuses with 400 gets 422",
      onDonationError(
        (outgoing) => ({ ...withJson(outgoing, put(parse(outgoing.body), "status", 422)), status: 422 }),
        { statuses: [400] },
      ),
    ],
  },
  structural: {
    "gift-query-conflicts": [
      "A filter that the gift query cannot use gets 409",
      onDonationError(
        (outgoing) => ({ ...withJson(outgoing, put(parse(outgoing.body), "status", 409)), status: 409 }),
        { statuses: [400], operations: ["queryGifts"] },
      ),
    ],
    "segment-replacement-answers-created": [
      "Replacing a segment is answered with 201",
      onAnswer("replaceSegment", (outgoing) =>
        outgoing.status < 300 ? { ...outgoing, status: 201 } : outgoing,
      ),
      { alsoBreaks: { "DON-17": "A replacement is done with 200 or 204." } },
    ],
    "query-options-are-not-authoritative": [
      "Query options are answered with 203, by a cache in between",
      onAnswer("getQueryOptions", (outgoing) =>
        outgoing.status === 200 ? { ...outgoing, status: 203 } : outgoing,
      ),
      { alsoBreaks: { "DON-15": "Query options are answered with 200." } },
    ],
    "custom-fields-are-partial-content": [
      "The list of custom fields is answered with 206",
      onAnswer("listCustomFields", (outgoing) =>
        outgoing.status === 200 ? { ...outgoing, status: 206 } : outgoing,
      ),
      { alsoBreaks: { "DON-09": "A list is answered with 200." } },
    ],
  },
  behavioural: {
    "malformed-projects-are-taken-after-a-whole-one": [
      "A replacement of a project that cannot be read is taken for the one before it",
      (next) => {
        let count = 0;
        return async (incoming) => {
          const outgoing = await next(incoming);
          if (incoming.operation !== "replaceProject") return outgoing;
          if (outgoing.status < 300) count += 1;
          return outgoing.status === 400 && count > 2 && isUnreadable(incoming.body)
            ? { ...outgoing, status: 204, body: "" }
            : outgoing;
        };
      },
    ],
    "skips-in-words-fail": [
      "A Skip that is no number ends in an error of the server",
      (next) => async (incoming) =>
        incoming.operation === "listCampaigns" && incoming.url.searchParams.get("Skip") === "many"
          ? problem(500, "Something went wrong.")
          : next(incoming),
    ],
    "a-page-beyond-the-end-is-unsatisfiable": [
      "A gift list page beyond the end is answered with 416",
      onAnswer("listGifts", (outgoing) =>
        pageIn(outgoing)?.items.length === 0
          ? json(416, { title: "Range Not Satisfiable", status: 416, detail: "There is no such page." })
          : outgoing,
      ),
      { alsoBreaks: { "DON-04": "So is a search that finds nothing." } },
    ],
    "malformed-query-fails": [
      "Malformed JSON in a query ends in an error of the server",
      onAnswer(queries, (outgoing, { body }) =>
        outgoing.status === 400 && isUnreadable(body) ? problem(500, "Something went wrong.") : outgoing,
      ),
    ],
    "malformed-replacement-is-done": [
      "A replacement that cannot be read is answered with 200 and changes nothing",
      onAnswer(replacements, (outgoing, { body }) =>
        outgoing.status === 400 && isUnreadable(body) ? { ...withJson(outgoing, {}), status: 200 } : outgoing,
      ),
    ],
  },
});
