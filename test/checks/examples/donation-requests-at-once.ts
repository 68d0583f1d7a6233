import type { ActiveExamples } from "../kit/example.ts";

const donors = { body: { items: [{ id: 1, name: "Ada" }], total: 2 } };
const none = { body: { items: [], total: 0 } };
const one = { body: { items: [{ id: 1, name: "Ada" }], total: 1 } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([["at-once"]]),
    answers: {
      listDonors: donors,
      listGifts: donors,
      queryDonors: donors,
      queryGifts: donors,
      replaceCampaign: 204,
    },
  },
  otherwise: {
    "no donor is removed meanwhile": {
      "8 at-once: listDonors, at once": one,
      "13 at-once: listDonors, after": one,
    },
  },
  fails: {
    "DON-04: A list is empty while something is written": { "8 at-once: listDonors, at once": none },
    "DON-10: A query is empty while a list is read": { "10 at-once: queryDonors, at once": none },
    "DON-10: Of two queries at once, the second is empty": {
      "11 at-once: another queryDonors, at once": none,
    },
    "DON-17: A campaign cannot be replaced while donors are read": {
      "7 at-once: replaceCampaign, at once": 400,
    },
  },
};
