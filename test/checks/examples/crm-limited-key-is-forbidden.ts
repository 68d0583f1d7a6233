import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 403 } } }],
  otherwise: [
    ...refusedOtherwise(403),
    {
      assumes: "whoever may not read a contact may know that there is one",
      answers: { "getContact with a key without permission, in full": { status: 404 } },
    },
  ],
  fails: [
    {
      what: "A key without permission gets an empty list of contact method types",
      blames: "CRM-39",
      answers: { "listContactMethodTypes with a key without permission": { status: 200 } },
    },
    {
      what: "A key without permission gets 404 from the read of webhooks",
      blames: "CRM-39",
      answers: { "getWebhook with a key without permission": { status: 404 } },
    },
  ],
};
