import { readingModel } from "../support/reading-model.ts";

export const volunteerReadsOverTime = readingModel(
  {
    of: "volunteer",
    reads: [
      { operation: "listUsers", fact: "VOL-01" },
      {
        operation: "getUser",
        fact: "VOL-02",
        id: "id",
        foreign: "volunteer.records.otherOrganizationUserId",
      },
    ],
    outsiders: {
      none: { fact: "VOL-08", expected: [401] },
      limitedToken: { fact: "VOL-09", expected: [403] },
      revokedToken: { fact: "VOL-09", expected: [401] },
      suspendedToken: { fact: "VOL-09", expected: [401] },
      accessDisabledToken: { fact: "VOL-09", expected: [401] },
    },
    effort: 60,
    longest: 12,
  },
  {
    id: "volunteer-reads-over-time",
    title: "A volunteer read gets the same answer or refusal again, whoever asks in between",
    why: "A suspension must outlast an accepted request.",
  },
);
