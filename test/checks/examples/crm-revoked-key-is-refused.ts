import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A revoked key gets 403 from the read of webhooks",
      blames: "CRM-32",
      answers: { "getWebhook with a revoked key": { status: 403 } },
    },
    {
      what: "Reading a contact does not ask whether a key was revoked",
      blames: "CRM-32",
      answers: { "getContact with a revoked key": { status: 200 } },
    },
  ],
};
