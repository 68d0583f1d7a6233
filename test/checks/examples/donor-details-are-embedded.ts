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
  passes: [
    {
      seed: 1,
      answers: {
        "queryDonors long": {},
        "queryDonors first": {
          body: { items: [{ DonorAddresses: [address], DonorContactMethods: [] }], total: 2 },
        },
        "queryDonors last": {
          body: { items: [{ donorAddresses: [], donorContactMethods: [] }], total: 2 },
        },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a donor has an address and contact methods",
      answers: {
        "queryDonors first": { body: { items: [{ DonorAddresses: [], DonorContactMethods: [] }], total: 2 } },
      },
    },
    { assumes: "pages of fifty are answered with details", answers: { "queryDonors long": { status: 400 } } },
    {
      assumes: "there are donors",
      isUnjudged: true,
      answers: { "queryDonors first": { body: { items: [], total: 0 } } },
    },
  ],
  fails: [
    {
      what: "The query ignores includeDetails",
      blames: "DON-08",
      answers: { "queryDonors first": { changes: { "/items/0/DonorAddresses": undefined } } },
      pointer: "/items/0/DonorAddresses",
    },
    {
      what: "Only the first page embeds contact methods",
      blames: "DON-08",
      answers: { "queryDonors last": { changes: { "/items/0/donorContactMethods": null } } },
      pointer: "/items/0/DonorContactMethods",
    },
    {
      what: "An address is a line of text",
      blames: "DON-08",
      answers: { "queryDonors first": { changes: { "/items/0/DonorAddresses/0": "884 Harbor Road" } } },
      pointer: "/items/0/DonorAddresses/0",
    },
  ],
};
