import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    { answers: { known: { body: { id: 1 } }, unknown: { status: 404 }, "bad credential": { status: 401 } } },
  ],
  otherwise: [
    {
      assumes: "a contact has every field of its model",
      answers: { known: { body: { id: 1, name: "Ada" } } },
    },
    {
      assumes: "a refusal is in the canonical envelope",
      answers: { "bad credential": { text: "Authorization has been denied for this request." } },
    },
  ],
  fails: [
    { what: "An id that no contact has gets 204", blames: "CRM-22", answers: { unknown: { status: 204 } } },
    {
      what: "A token that is none gets 404 from the read by id",
      blames: "CRM-22",
      answers: { "bad credential": { status: 404 } },
    },
  ],
};
