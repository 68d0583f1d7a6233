import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "issueToken", body: token }],
  fails: [
    {
      what: "expires_in counts the token's lifetime in days",
      blames: "CRM-36",
      changes: { "/expires_in": 15 },
      pointer: "/expires_in",
    },
    {
      what: ".expires is the moment of issue",
      blames: "CRM-36",
      changes: { "/.expires": "Mon, 06 Jan 2020 09:00:00 GMT" },
      pointer: "/.expires",
    },
  ],
};
