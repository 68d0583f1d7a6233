import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 403 } } }],
  otherwise: refusedOtherwise(403),
  fails: [
    {
      what: "A key without permission gets 404 from the one POST, which hides what it may not change",
      blames: "CRM-39",
      answers: { "addEventContact with a key without permission": { status: 404 } },
    },
    {
      what: "A key without permission gets 422 from the replacement of a note, which is validated first",
      blames: "CRM-39",
      answers: { "replaceContactNote with a key without permission": { status: 422 } },
    },
  ],
};
