import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "issueToken",
      body: {
        access_token: "token-2",
        token_type: "bearer",
        expires_in: 1199,
        refresh_token: "token-3",
        userName: "robin+crm@riverbend.example",
        twoFactorEnabled: "False",
        ".issued": "Sat, 28 Feb 2026 12:01:00 GMT",
        ".expires": "Sun, 15 Mar 2026 12:01:00 GMT",
      },
    },
  ],
  fails: [
    {
      what: "expires_in counts the token's lifetime in days",
      blames: "CRM-36",
      changes: { "/expires_in": 15 },
      pointer: "/expires_in",
    },
  ],
};
