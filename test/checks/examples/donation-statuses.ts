import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "replaceProject", status: 204 },
  alsoPasses: [
    { operation: "listDonors" },
    { operation: "queryDonors", status: 400 },
    { operation: "listDonors", status: 429 },
    { operation: "listDonors", status: 304, requestHeaders: { "if-none-match": '"7"' } },
  ],
  otherwise: {
    "HTTP itself refuses nothing": { status: 415 },
    "there is no limit": { status: 429 },
    "a server never fails": { status: 500 },
  },
  fails: {
    "DON-20: A replacement is answered with 202 and done later": { status: 202 },
    "DON-20: A replacement that conflicts with another gets 409": { status: 409 },
    "DON-20: What nobody asked for conditionally is not modified": { status: 304 },
  },
};
