import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A read without a credential is redirected to the login page",
      blames: "CRM-30",
      answers: {
        "getContact with no credential": { status: 302 },
        "getContact with no credential, in full": { status: 302 },
        "getContact with a credential in other places, together": { status: 302 },
      },
    },
    {
      what: "The key alone, without Bearer before it, is accepted",
      blames: "CRM-30",
      answers: { "getContact with no scheme": { status: 200 } },
    },
    {
      what: "The key is compared without regard to case",
      blames: "CRM-30",
      answers: { "getWebhook with a token in the other letter case": { status: 200 } },
    },
  ],
};
