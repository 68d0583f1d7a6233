import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getUser", body: { data: { id: 1 } } },
  otherwise: {
    "a user is below data": { body: { user: { id: "1" } } },
    "a user shows an id": { body: { data: { first_name: "Grace" } } },
  },
  fails: { "VOL-02: A user is answered with 304 to who has no copy": { status: 304 } },
};
