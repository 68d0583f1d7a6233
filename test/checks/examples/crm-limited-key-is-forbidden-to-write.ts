import { refusals } from "../kit/refusals.ts";

export const examples = refusals(
  403,
  {
    "CRM-39: A key without permission gets 404 from the one POST, which hides what it may not change": {
      "addEventContact with a key without permission": 404,
    },
    "CRM-39: A key without permission gets 422 from the replacement of a note, which is validated first": {
      "replaceContactNote with a key without permission": 422,
    },
    "CRM-39: A note without any property is taken before anybody asks for the permission": {
      "replaceContactNote with a key without permission, with an empty body": 200,
    },
  },
  {
    otherwise: {
      "the permission is asked before the body is read": {
        "replaceContactNote with a key without permission, with an empty body": 422,
      },
    },
  },
);
