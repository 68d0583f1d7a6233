import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { interface: "crm", body: { list: [], total: 0 } },
  otherwise: {
    "an empty page is the first one": { path: "/api/Search?page=3", body: { list: [], total: 7 } },
  },
  fails: {
    "CRM-28: Reading an unknown contact answers the empty list of the search behind it, with a 404": {
      operation: "getContact",
      status: 404,
    },
    "CRM-28: The serializer leaves out a total of 0": { interface: "crm", "/total": undefined },
  },
};
