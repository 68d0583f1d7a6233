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
      what: ".issued and .expires are ISO 8601",
      blames: "CRM-16",
      changes: { "/.issued": "2026-02-28T12:01:00.000Z" },
      pointer: "/.issued",
    },
    {
      what: "A serializer that takes no dots calls them issued and expires",
      blames: "CRM-16",
      changes: { "/.issued": undefined },
      pointer: "/.issued",
    },
  ],
};
