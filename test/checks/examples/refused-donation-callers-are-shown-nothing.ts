import type { ExchangeExample } from "../kit/example.ts";
import { disclosureExamples } from "../kit/disclosure-examples.ts";

const pageOf = (skip: number, id: number, name: string): ExchangeExample => ({
  operation: "listDonors",
  path: `/api/Donor/list?Skip=${skip}`,
  credential: "donation.credentials.token",
  body: { items: [{ id, name, email: `${id}@example.org` }], total: 2 },
});
const quinn = pageOf(0, 1, "Quinn Petrov");
const noor = pageOf(1, 2, "Noor Haddad");
const refused: ExchangeExample = {
  operation: "listDonors",
  path: "/api/Donor/list",
  credential: "donation.credentials.revokedToken",
  status: 401,
};
const saying = (detail: string): object => ({ title: "Unauthorized", status: 401, detail });

export const examples = disclosureExamples(
  {
    fact: "DON-21",
    records: [quinn, noor],
    refused,
    elsewhere: { operation: "listGifts", path: "/api/Gift/list" },
    saying,
    where: "/detail",
    own: "Quinn Petrov",
  },
  {
    fails: {
      "DON-21 /page/items/0/name: The refusal without a credential carries the page": {
        ...refused,
        credential: "none",
        body: { title: "Unauthorized", status: 401, page: quinn.body },
        after: [
          quinn,
          noor,
          {
            ...refused,
            operation: "listGifts",
            path: "/api/Gift/list",
            body: saying("The token was revoked."),
          },
        ],
      },
    },
  },
);
