import { refusals } from "../kit/refusals.ts";

export const examples = refusals(
  401,
  {
    "GEN-04: The donation interface knows a credential of the CRM and answers 403 in place of 401": {
      "querySegments with a crm credential": 403,
    },
    "GEN-04: The volunteer interface takes credentials of the donation interface": {
      "getUser with a donation credential": 200,
    },
  },
  {
    pass: {
      "accepted: listContactMethodTypes": 200,
      "accepted: listDonors": 200,
      "accepted: listUsers": 200,
    },
    otherwise: {
      "a credential opens its own interface": { isUnjudged: true, answers: { "accepted: listDonors": 401 } },
    },
  },
);
