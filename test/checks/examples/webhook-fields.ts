import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  otherwise: [
    { assumes: "a webhook is active", changes: { "/active": false, "/giftCreate": false } },
    { assumes: "ids fit into 32 bits", changes: { "/id": 1_099_511_627_776 } },
  ],
  fails: [
    {
      what: "A webhook's flags are 0 or 1",
      blames: "CRM-15",
      changes: { "/contactCreate": 1 },
      pointer: "/contactCreate",
    },
    {
      what: "eventDelete, the flag that came last, is missing",
      blames: "CRM-15",
      changes: { "/eventDelete": undefined },
      pointer: "/eventDelete",
    },
  ],
};
