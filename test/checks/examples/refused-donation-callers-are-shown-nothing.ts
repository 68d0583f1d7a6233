import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const owner: ExchangeExample = {
  operation: "listDonors",
  credential: "donation.credentials.token",
  body: { items: [{ id: 1, name: "Quinn Petrov", email: "quinn.petrov@example.org" }], total: 1 },
};

const refused = (detail: string): ExchangeExample => ({
  operation: "queryDonors",
  credential: "donation.credentials.revokedToken",
  after: [owner],
  status: 401,
  body: { title: "Unauthorized", status: 401, detail },
});

export const examples: PassiveExamples = {
  passes: [refused("The token was revoked.")],
  fails: [
    {
      what: "The refusal names a donor",
      blames: "DON-21",
      ...refused("Quinn Petrov is not shown."),
      pointer: "/detail",
    },
    {
      what: "The refusal without a credential carries the page",
      blames: "DON-21",
      ...refused("The token was revoked."),
      credential: "none",
      body: { title: "Unauthorized", status: 401, page: owner.body },
      pointer: "/page/items/0/name",
    },
  ],
};
