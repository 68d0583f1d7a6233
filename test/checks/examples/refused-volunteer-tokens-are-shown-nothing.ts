import type { ExchangeExample, PassiveExamples } from "../kit/example.ts";

const owner: ExchangeExample = {
  operation: "getUser",
  credential: "volunteer.credentials.token",
  body: { data: { id: 1, first_name: "Grace", email: "grace.petrov@volunteers.example" } },
};

const refused = (message: string): ExchangeExample => ({
  operation: "getUser",
  credential: "volunteer.credentials.limitedToken",
  after: [owner],
  status: 403,
  body: { message },
});

export const examples: PassiveExamples = {
  passes: [refused("The credential does not open user 1.")],
  fails: [
    {
      what: "The refusal names the user",
      blames: "VOL-09",
      ...refused("This is grace.petrov@volunteers.example."),
      pointer: "/message",
    },
    {
      what: "The refusal is a text with the user in it",
      blames: "VOL-09",
      ...refused(""),
      body: undefined,
      text: JSON.stringify(owner.body),
    },
  ],
};
