import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 400 } } }],
  otherwise: [
    { assumes: "what cannot be meant is refused", answers: { "*": { body: { items: [], total: 0 } } } },
    {
      assumes: "a server is never busy",
      answers: { "listGifts with a Skip that is no number": { status: 503 } },
    },
    {
      assumes: "a list without a match has a body",
      answers: { "listDonors with a Take below zero": { status: 204 } },
    },
  ],
  fails: [
    {
      what: "A Skip in words ends in an error of the server",
      blames: "DON-20",
      answers: { "listGifts with a Skip that is no number": { status: 500 } },
    },
    {
      what: "A query with two parameters in words is a broken business rule",
      blames: "DON-20",
      answers: { "queryGifts with two parameters that are no numbers": { status: 422 } },
    },
  ],
};
