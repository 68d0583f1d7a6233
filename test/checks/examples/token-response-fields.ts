import { token } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "issueToken", body: token },
  otherwise: {
    "the account has one factor": { "/twoFactorEnabled": "True" },
    "names of accounts are addresses": { "/userName": "Robin" },
  },
  fails: {
    "CRM-16: .issued and .expires are ISO 8601": { "/.issued": "2026-02-28T12:01:00.000Z" },
    "CRM-16: A serializer that takes no dots calls them issued and expires": { "/.issued": undefined },
  },
};
