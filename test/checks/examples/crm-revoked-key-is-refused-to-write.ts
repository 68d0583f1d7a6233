import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "Adding an event contact does not ask whether a key was revoked",
      blames: "CRM-32",
      answers: { "addEventContact with a revoked key": { status: 200 } },
    },
    {
      what: "Replacing a note does not ask whether a key was revoked",
      blames: "CRM-32",
      answers: { "replaceContactNote with a revoked key": { status: 200 } },
    },
  ],
};
