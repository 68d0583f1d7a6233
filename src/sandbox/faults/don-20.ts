import { defineFault, type Fault } from "./fault.ts";
import { json } from "./support/answers.ts";
import { onDonationError } from "./support/donation-errors.ts";
import { queries, replacements } from "./support/donation-operations.ts";
import { put } from "./support/edit.ts";
import { pageIn } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

const isUnreadable = (body: string | undefined): boolean => body !== undefined && parse(body) === undefined;

export const faults: readonly Fault[] = [
  defineFault({
    id: "invalid-input-gets-422",
    fact: "DON-20",
    grade: "gross",
    title: "What the donation interface refuses with 400 gets 422",
    wrap: onDonationError(
      (outgoing) => ({ ...withJson(outgoing, put(parse(outgoing.body), "status", 422)), status: 422 }),
      { statuses: [400] },
    ),
  }),
  defineFault({
    id: "gift-query-conflicts",
    fact: "DON-20",
    grade: "structural",
    title: "A filter that the gift query cannot use gets 409",
    wrap: onDonationError(
      (outgoing) => ({ ...withJson(outgoing, put(parse(outgoing.body), "status", 409)), status: 409 }),
      { statuses: [400], operations: ["queryGifts"] },
    ),
  }),
  defineFault({
    id: "segment-replacement-answers-created",
    fact: "DON-20",
    grade: "structural",
    title: "Replacing a segment is answered with 201",
    drags: { "DON-17": "A replacement is done with 200 or 204." },
    wrap: onAnswer("replaceSegment", (outgoing) =>
      outgoing.status < 300 ? { ...outgoing, status: 201 } : outgoing,
    ),
  }),
  defineFault({
    id: "query-options-are-not-authoritative",
    fact: "DON-20",
    grade: "structural",
    title: "Query options are answered with 203, by a cache in between",
    drags: { "DON-15": "Query options are answered with 200." },
    wrap: onAnswer("getQueryOptions", (outgoing) =>
      outgoing.status === 200 ? { ...outgoing, status: 203 } : outgoing,
    ),
  }),
  defineFault({
    id: "custom-fields-are-partial-content",
    fact: "DON-20",
    grade: "structural",
    title: "The list of custom fields is answered with 206",
    drags: { "DON-09": "A list is answered with 200." },
    wrap: onAnswer("listCustomFields", (outgoing) =>
      outgoing.status === 200 ? { ...outgoing, status: 206 } : outgoing,
    ),
  }),
  defineFault({
    id: "a-page-beyond-the-end-is-unsatisfiable",
    fact: "DON-20",
    grade: "behavioural",
    title: "A gift list page beyond the end is answered with 416",
    drags: { "DON-04": "So is a search that finds nothing." },
    wrap: onAnswer("listGifts", (outgoing) =>
      pageIn(outgoing)?.items.length === 0
        ? json(416, { title: "Range Not Satisfiable", status: 416, detail: "There is no such page." })
        : outgoing,
    ),
  }),
  defineFault({
    id: "malformed-query-fails",
    fact: "DON-20",
    grade: "behavioural",
    title: "Malformed JSON in a query ends in an error of the server",
    wrap: onAnswer(queries, (outgoing, { body }) =>
      outgoing.status === 400 && isUnreadable(body) ? problem(500, "Something went wrong.") : outgoing,
    ),
  }),
  defineFault({
    id: "malformed-replacement-is-done",
    fact: "DON-20",
    grade: "behavioural",
    title: "A replacement that cannot be read is answered with 200 and changes nothing",
    wrap: onAnswer(replacements, (outgoing, { body }) =>
      outgoing.status === 400 && isUnreadable(body) ? { ...withJson(outgoing, {}), status: 200 } : outgoing,
    ),
  }),
];
