import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "issueToken", body: token },
  otherwise: {
    "the machines of a server have one clock": { headers: { date: "Sat, 28 Feb 2026 11:58:00 GMT" } },
    "sessions are of one length": {
      after: [{ operation: "issueToken", body: { ...token, expires_in: 1200 } }],
      "/expires_in": 3600,
    },
    "a session is as long as its token lives": { "/expires_in": 300 },
    ".expires is 15 days away": { "/.expires": "Sat, 28 Feb 2026 12:20:59 GMT" },
  },
  fails: {
    "CRM-36: expires_in counts the token's lifetime in days": { "/expires_in": 15 },
    "CRM-36 /expires_in: expires_in of a refreshed token counts milliseconds": {
      after: [{ operation: "issueToken", body: { ...token, expires_in: 1200 } }],
      "/expires_in": 1_200_000,
    },
    "CRM-36: .expires is the moment of issue": { "/.expires": "Mon, 06 Jan 2020 09:00:00 GMT" },
  },
};
