import type { ActiveExamples } from "../kit/example.ts";

const declared = { id: 9, name: "Disposable campaign", description: "Free to be replaced." };
const marked = { id: 9, name: "Conformance run 7", description: "Conformance run 7" };
const other = { id: 1, name: "General" };
const page = (record: object) => ({ items: [other, record], total: 2 });
const readBy = "the campaign is read by listCampaigns";

export const examples: ActiveExamples = {
  passes: [
    {
      settings: { "donation.scratch.campaign": declared },
      replay: JSON.stringify([
        ["put", [7, 0]],
        ["without", [[7, ["description"]], 0]],
        ["refused-none", [66, 0]],
        ["malformed", [null, 0]],
      ]),
      answers: {
        "1 begin: the declared replacement of the campaign": { status: 204 },
        "2 begin: the campaign is read by listCampaigns": { body: page(declared) },
        "3 begin: the campaign is read by queryCampaigns": { body: page(declared) },
        "4 put: a replacement marked 7 of the campaign": { body: marked },
        [`5 put: ${readBy}`]: { body: page(marked) },
        "6 without: a replacement without description of the campaign": { status: 204 },
        [`7 without: ${readBy}`]: { body: page({ ...marked, description: null }) },
        "8 refused-none: a replacement with no credential, to be refused, of the campaign": { status: 401 },
        [`9 refused-none: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "10 malformed: a malformed replacement of the campaign": { status: 400 },
        [`11 malformed: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "*": { body: page(marked) },
      },
    },
    {
      // Of two that overlap, either one may be stored.
      settings: { "donation.scratch.campaign": declared },
      replay: JSON.stringify([["two-at-once", [[7, 8], 0]]]),
      answers: {
        "1 begin: the declared replacement of the campaign": { status: 204 },
        "2 begin: the campaign is read by listCampaigns": { body: page(declared) },
        "3 begin: the campaign is read by queryCampaigns": { body: page(declared) },
        "4 two-at-once: one of two replacements at once, marked 7, of the campaign": { status: 204 },
        "5 two-at-once: the other one, marked 8, of the campaign": { status: 204 },
        [`6 two-at-once: ${readBy}`]: { body: page(marked) },
      },
    },
  ],
  fails: [
    {
      what: "The read shows the record as it was before",
      blames: "DON-17",
      pointer: "/items/1/name",
      answers: { [`5 put: ${readBy}`]: { body: page(declared) } },
    },
    {
      what: "A property that was left out stays",
      blames: "DON-17",
      pointer: "/items/1/description",
      answers: { [`7 without: ${readBy}`]: { body: page(marked) } },
    },
    {
      what: "A refused replacement is stored",
      blames: "DON-17",
      pointer: "/items/1/name",
      answers: { [`9 refused-none: ${readBy}`]: { body: page({ id: 9, name: "Conformance run 66" }) } },
    },
    {
      what: "The record beside it is replaced, too",
      blames: "DON-17",
      answers: { [`5 put: ${readBy}`]: { body: { items: [{ ...marked, id: 1 }, marked], total: 2 } } },
    },
    {
      what: "The record is not listed any more",
      blames: "DON-17",
      answers: { [`5 put: ${readBy}`]: { body: { items: [other], total: 1 } } },
    },
    {
      what: "The record is listed twice",
      blames: "DON-17",
      answers: { [`5 put: ${readBy}`]: { body: { items: [marked, marked], total: 2 } } },
    },
    {
      what: "A replacement without a credential is taken",
      blames: "DON-21",
      answers: {
        "8 refused-none: a replacement with no credential, to be refused, of the campaign": { status: 200 },
      },
    },
    {
      what: "Malformed JSON is taken",
      blames: "DON-20",
      answers: { "10 malformed: a malformed replacement of the campaign": { status: 200 } },
    },
    {
      what: "The read fails after a replacement",
      blames: "DON-04",
      answers: { [`5 put: ${readBy}`]: { status: 500 } },
    },
    {
      what: "The query fails from the second time on",
      blames: "DON-10",
      replay: JSON.stringify([["read", 1]]),
      answers: { "4 read: the campaign is read by queryCampaigns": { status: 500 } },
    },
  ],
};
