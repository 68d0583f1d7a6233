import { refusals } from "../kit/refusals.ts";

export const examples = refusals(
  403,
  {
    "CRM-39: A key without permission gets an empty list of contact method types": {
      "listContactMethodTypes with a key without permission": 200,
    },
    "CRM-39: A key without permission gets 404 from the read of webhooks": {
      "getWebhook with a key without permission": 404,
    },
  },
  {
    otherwise: {
      "whoever may not read a contact may know that there is one": {
        "getContact with a key without permission, in full": 404,
      },
    },
  },
);
