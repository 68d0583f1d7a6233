import type { ActiveExamples } from "../kit/example.ts";

const address = {
  id: 35,
  label: "Home",
  address1: "884 Harbor Road",
  address2: "Apt. 4",
  city: "Portland",
  state: "OR",
  postal: "97280",
  country: "US",
  isPrimary: true,
};

export const examples: ActiveExamples = {
  pass: {
    seed: 1,
    answers: {
      "queryDonors long": 200,
      "queryDonors first": {
        body: { items: [{ DonorAddresses: [address], DonorContactMethods: [] }], total: 2 },
      },
      "queryDonors last": { body: { items: [{ donorAddresses: [], donorContactMethods: [] }], total: 2 } },
    },
  },
  otherwise: {
    "a donor has an address and contact methods": {
      "queryDonors first": { body: { items: [{ DonorAddresses: [], DonorContactMethods: [] }], total: 2 } },
    },
    "pages of fifty are answered with details": { "queryDonors long": 400 },
    "there are donors": {
      isUnjudged: true,
      answers: { "queryDonors first": { body: { items: [], total: 0 } } },
    },
  },
  fails: {
    "DON-08 /items/0/DonorAddresses: The query ignores includeDetails": {
      "queryDonors first": { "/items/0/DonorAddresses": undefined },
    },
    "DON-08 /items/0/DonorContactMethods: Only the first page embeds contact methods": {
      "queryDonors last": { "/items/0/donorContactMethods": null },
    },
    "DON-08 /items/0/DonorAddresses/0: An address is a line of text": {
      "queryDonors first": { "/items/0/DonorAddresses/0": "884 Harbor Road" },
    },
  },
};
