import { readingModel } from "../support/reading-model.ts";

export const donationReadsOverTime = readingModel(
  {
    of: "donation",
    reads: [
      { operation: "listDonors", fact: "DON-04" },
      { operation: "listGifts", fact: "DON-04" },
      { operation: "listProjects", fact: "DON-09" },
      { operation: "queryDonors", fact: "DON-10" },
      { operation: "queryGifts", fact: "DON-10" },
      { operation: "getQueryOptions", fact: "DON-15" },
      { operation: "getQueryList", fact: "DON-16" },
    ],
    outsiders: {
      none: { fact: "DON-21", expected: "refusal" },
      revokedToken: { fact: "DON-21", expected: "refusal" },
    },
    effort: 56,
    longest: 8,
  },
  {
    id: "donation-reads-over-time",
    title: "A donation read gets the same answer or refusal again, whoever asks in between",
    why: "A server that remembers its last caller lets the next one in without a token.",
  },
);
