import { faultsOf } from "./fault.ts";
import { jsonAnswer, parse, problemAnswer, withJson } from "./support/answers.ts";
import { put } from "./support/edit.ts";
import { paged, queries, replacements } from "./support/names.ts";
import { pageInAnswer, wants } from "./support/pages.ts";
import { asksWith, isUnreadable, leniently } from "./support/requests.ts";
import { type Changing, instead, onAnswer, onRequest, status, success } from "./support/rows.ts";
import { everAfter } from "./support/rules.ts";

/** An error with another status, also in its body. */
const refusedWith =
  (status: number): Changing =>
  (outgoing) => ({ ...withJson(outgoing, put(parse(outgoing.body), "status", status)), status });

const unsatisfiable = { title: "Range Not Satisfiable", status: 416, detail: "There is no such page." };

export const faults = faultsOf("DON-20", {
  gross: {
    "invalid-input-gets-422": [
      "What the donation interface refuses with 400 gets 422",
      onAnswer("donation", refusedWith(422), 400),
    ],
  },
  structural: {
    "gift-query-conflicts": [
      "A filter that the gift query cannot use gets 409",
      onAnswer("queryGifts", refusedWith(409), 400),
    ],
    "segment-replacement-answers-created": [
      "Replacing a segment is answered with 201",
      onAnswer("replaceSegment", status(201)),
      { alsoBreaks: { "DON-17": "A replacement is done with 200 or 204." } },
    ],
    "query-options-are-not-authoritative": [
      "Query options are answered with 203, by a cache in between",
      onAnswer("getQueryOptions", status(203), 200),
      { alsoBreaks: { "DON-15": "Query options are answered with 200." } },
    ],
    "custom-fields-are-partial-content": [
      "The list of custom fields is answered with 206",
      onAnswer("listCustomFields", status(206), 200),
      { alsoBreaks: { "DON-09": "A list is answered with 200." } },
    ],
  },
  behavioural: {
    "malformed-projects-are-taken-after-a-whole-one": [
      "A replacement of a project that cannot be read is taken for the one before it",
      onAnswer("replaceProject", status(204), 400, isUnreadable, everAfter("replaceProject", success, 3)),
    ],
    "skips-in-words-fail": [
      "A Skip that is no number ends in an error of the server",
      instead("listCampaigns", problemAnswer(500, "Something went wrong."), asksWith("Skip", "many")),
    ],
    "a-page-beyond-the-end-is-unsatisfiable": [
      "A gift list page beyond the end is answered with 416",
      onAnswer(
        "listGifts",
        jsonAnswer(416, unsatisfiable),
        200,
        (_incoming, _here, outgoing) => pageInAnswer(outgoing)?.items.length === 0,
      ),
      { alsoBreaks: { "DON-04": "So is a search that finds nothing." } },
    ],
    "malformed-query-fails": [
      "Malformed JSON in a query ends in an error of the server",
      onAnswer(queries, problemAnswer(500, "Something went wrong."), 400, isUnreadable),
    ],
    "malformed-replacement-is-done": [
      "A replacement that cannot be read is answered with 200 and changes nothing",
      onAnswer(replacements, (outgoing) => ({ ...withJson(outgoing, {}), status: 200 }), 400, isUnreadable),
    ],
    "a-skip-below-zero-fails": [
      "A Skip below zero reaches the database and is a 500",
      instead(
        paged,
        problemAnswer(500, "Something went wrong."),
        wants(({ skip = 0 }) => skip < 0),
      ),
    ],
    "an-empty-query-fails": [
      "A query without a body is a 500",
      instead(queries, problemAnswer(500, "Something went wrong."), ({ body = "" }) => body === ""),
    ],
    "a-comma-too-many-is-read": [
      "Queries and replacements are read with a comma behind the last property",
      onRequest([...queries, ...replacements], leniently(/,(?=\})/g, "")),
    ],
  },
});
