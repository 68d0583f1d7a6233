import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ interface: "crm", body: { list: [], total: 0 } }],
  otherwise: [
    { assumes: "an empty page is the first one", path: "/api/Search?page=3", body: { list: [], total: 7 } },
  ],
  fails: [
    {
      what: "Reading an unknown contact answers the empty list of the search behind it, with a 404",
      blames: "CRM-28",
      operation: "getContact",
      status: 404,
    },
    {
      what: "The serializer leaves out a total of 0",
      blames: "CRM-28",
      interface: "crm",
      changes: { "/total": undefined },
      pointer: "/total",
    },
  ],
};
