import type { ActiveExamples } from "../kit/example.ts";

const declared = { id: 16, name: "Disposable segment", description: "Free to be replaced." };
const marked = { id: 16, name: "Conformance run 7", description: "Conformance run 7" };
const other = { id: 1, name: "General" };
const page = (record: object) => ({ items: [other, record], total: 2 });
const readBy = "the segment is read by querySegments";

export const examples: ActiveExamples = {
  passes: [
    {
      settings: { "donation.scratch.segment": declared },
      replay: JSON.stringify([
        ["put", [7, 0]],
        ["without", [[7, ["description"]], 0]],
        ["refused-none", [66, 0]],
        ["malformed", [null, 0]],
      ]),
      answers: {
        "1 begin: the declared replacement of the segment": { status: 204 },
        "2 begin: the segment is read by querySegments": { body: page(declared) },
        "3 put: a replacement marked 7 of the segment": { body: marked },
        [`4 put: ${readBy}`]: { body: page(marked) },
        "5 without: a replacement without description of the segment": { status: 204 },
        [`6 without: ${readBy}`]: { body: page({ ...marked, description: null }) },
        "7 refused-none: a replacement with no credential, to be refused, of the segment": { status: 401 },
        [`8 refused-none: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "9 malformed: a malformed replacement of the segment": { status: 400 },
        [`10 malformed: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "*": { body: page(marked) },
      },
    },
    {
      // Of two that overlap, either one may be stored.
      settings: { "donation.scratch.segment": declared },
      replay: JSON.stringify([["two-at-once", [[7, 8], 0]]]),
      answers: {
        "1 begin: the declared replacement of the segment": { status: 204 },
        "2 begin: the segment is read by querySegments": { body: page(declared) },
        "3 two-at-once: one of two replacements at once, marked 7, of the segment": { status: 204 },
        "4 two-at-once: the other one, marked 8, of the segment": { status: 204 },
        [`5 two-at-once: ${readBy}`]: { body: page(marked) },
      },
    },
  ],
  fails: [
    {
      what: "The read shows the record as it was before",
      blames: "DON-17",
      pointer: "/items/1/name",
      answers: { [`4 put: ${readBy}`]: { body: page(declared) } },
    },
    {
      what: "A property that was left out stays",
      blames: "DON-17",
      pointer: "/items/1/description",
      answers: { [`6 without: ${readBy}`]: { body: page(marked) } },
    },
    {
      what: "A refused replacement is stored",
      blames: "DON-17",
      pointer: "/items/1/name",
      answers: { [`8 refused-none: ${readBy}`]: { body: page({ id: 16, name: "Conformance run 66" }) } },
    },
    {
      what: "The record beside it is replaced, too",
      blames: "DON-17",
      answers: { [`4 put: ${readBy}`]: { body: { items: [{ ...marked, id: 1 }, marked], total: 2 } } },
    },
    {
      what: "The record is not listed any more",
      blames: "DON-17",
      answers: { [`4 put: ${readBy}`]: { body: { items: [other], total: 1 } } },
    },
    {
      what: "The record is listed twice",
      blames: "DON-17",
      answers: { [`4 put: ${readBy}`]: { body: { items: [marked, marked], total: 2 } } },
    },
    {
      what: "A replacement without a credential is taken",
      blames: "DON-21",
      answers: {
        "7 refused-none: a replacement with no credential, to be refused, of the segment": { status: 200 },
      },
    },
    {
      what: "Malformed JSON is taken",
      blames: "DON-20",
      answers: { "9 malformed: a malformed replacement of the segment": { status: 200 } },
    },
    {
      what: "The read fails after a replacement",
      blames: "DON-10",
      answers: { [`4 put: ${readBy}`]: { status: 500 } },
    },
  ],
};
