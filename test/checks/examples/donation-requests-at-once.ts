import type { ActiveExamples } from "../kit/example.ts";

const donors = { body: { items: [{ id: 1, name: "Ada" }], total: 2 } };
const none = { body: { items: [], total: 0 } };
const one = { body: { items: [{ id: 1, name: "Ada" }], total: 1 } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([["at-once"]]),
    answers: { listDonors: donors, queryDonors: donors, replaceCampaign: 204 },
  },
  otherwise: {
    "no donor is removed meanwhile": {
      "5 at-once: listDonors, at once": one,
      "7 at-once: listDonors, after": one,
    },
  },
  fails: {
    "DON-04: A list is empty while something is written": { "5 at-once: listDonors, at once": none },
    "DON-10: A query is empty while a list is read": { "6 at-once: queryDonors, at once": none },
    "DON-17: A campaign cannot be replaced while donors are read": {
      "4 at-once: replaceCampaign, at once": 400,
    },
  },
};
