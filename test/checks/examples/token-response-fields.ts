import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "issueToken", body: token }],
  otherwise: [
    { assumes: "the account has one factor", changes: { "/twoFactorEnabled": "True" } },
    { assumes: "names of accounts are addresses", changes: { "/userName": "Robin" } },
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
