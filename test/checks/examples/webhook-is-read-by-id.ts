import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { known: { body: { id: 1 } }, unknown: { status: 404 } } }],
  otherwise: [
    { assumes: "a webhook that there is not is not found", answers: { unknown: { status: 403 } } },
    {
      assumes: "a webhook is nothing but its id",
      answers: { known: { body: { id: 1, secret: null, links: { id: 2 } } } },
    },
  ],
  fails: [
    { what: "Reading a webhook answers 204", blames: "CRM-25", answers: { known: { status: 204 } } },
    {
      what: "Reading a webhook answers an array with the one webhook",
      blames: "CRM-25",
      answers: { known: { body: [{ id: 1 }] } },
      pointer: "/id",
    },
    {
      what: "An id that no webhook has is answered with an empty one",
      blames: "CRM-25",
      answers: { unknown: { status: 200 } },
    },
  ],
};
