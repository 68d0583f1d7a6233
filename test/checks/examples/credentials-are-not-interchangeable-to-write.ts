import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "accepted: listContactMethodTypes": {},
        "accepted: listDonors": {},
        "accepted: listUsers": {},
        "*": { status: 401 },
      },
    },
  ],
  otherwise: [
    ...refusedOtherwise(401),
    {
      assumes: "a credential opens its own interface",
      isUnjudged: true,
      answers: { "accepted: listDonors": { status: 401 } },
    },
  ],
  fails: [
    {
      what: "The donation interface knows a credential of the CRM and answers 403 in place of 401",
      blames: "GEN-04",
      answers: { "replaceProject with a crm credential": { status: 403 } },
    },
    {
      what: "The volunteer interface takes credentials of the donation interface",
      blames: "GEN-04",
      answers: { "createProject with a donation credential": { status: 201 } },
    },
  ],
};
