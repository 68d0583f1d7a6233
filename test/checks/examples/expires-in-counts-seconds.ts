import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "issueToken", body: token }],
  otherwise: [
    {
      assumes: "the machines of a server have one clock",
      headers: { date: "Sat, 28 Feb 2026 11:58:00 GMT" },
    },
    { assumes: "a session is as long as its token lives", changes: { "/expires_in": 300 } },
    { assumes: ".expires is 15 days away", changes: { "/.expires": "Sat, 28 Feb 2026 12:20:59 GMT" } },
  ],
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
