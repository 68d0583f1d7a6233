import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getUser", body: { data: { id: 1 } } }],
  otherwise: [
    { assumes: "a user is below data", body: { user: { id: "1" } } },
    { assumes: "a user shows an id", body: { data: { first_name: "Grace" } } },
  ],
  fails: [{ what: "A user is answered with 304 to who has no copy", blames: "VOL-02", status: 304 }],
};
