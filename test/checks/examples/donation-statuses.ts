import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    { operation: "replaceProject", status: 204 },
    { operation: "listDonors" },
    { operation: "queryDonors", status: 400 },
    { operation: "listDonors", status: 429 },
    { operation: "listDonors", status: 304, requestHeaders: { "if-none-match": '"7"' } },
  ],
  otherwise: [
    { assumes: "HTTP itself refuses nothing", status: 415 },
    { assumes: "there is no limit", status: 429 },
    { assumes: "a server never fails", status: 500 },
  ],
  fails: [
    { what: "A replacement is answered with 202 and done later", blames: "DON-20", status: 202 },
    { what: "A replacement that conflicts with another gets 409", blames: "DON-20", status: 409 },
    { what: "What nobody asked for conditionally is not modified", blames: "DON-20", status: 304 },
  ],
};
