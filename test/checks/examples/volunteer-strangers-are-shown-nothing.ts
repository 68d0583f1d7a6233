import type { ExchangeExample } from "../kit/example.ts";
import { disclosureExamples } from "../kit/disclosure-examples.ts";

const userOf = (id: number, first_name: string, email: string): ExchangeExample => ({
  operation: "getUser",
  path: `/v1/users/${id}`,
  credential: "volunteer.credentials.token",
  body: { data: { id, first_name, email } },
});
const grace = userOf(1, "Grace", "grace.petrov@volunteers.example");
const noor = userOf(2, "Noor", "noor@volunteers.example");
const refused: ExchangeExample = {
  operation: "getUser",
  credential: "none",
  status: 401,
};

export const examples = disclosureExamples(
  {
    fact: "VOL-08",
    records: [grace, noor],
    refused,
    elsewhere: { operation: "listUsers", path: "/v1/users" },
    saying: (message) => ({ message }),
    where: "/message",
    own: "grace.petrov@volunteers.example",
  },
  {
    fails: {
      "VOL-08: The refusal is a text with the user in it": {
        ...refused,
        text: JSON.stringify(grace.body),
        after: [grace, noor, { ...refused, path: "/v1/users/3", text: "No." }],
      },
    },
  },
);
