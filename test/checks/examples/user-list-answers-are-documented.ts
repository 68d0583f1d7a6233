import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "listUsers", body: { data: [], meta: { total: 0 } } },
  otherwise: {
    "nobody registers and leaves while a run reads": answeredBefore(
      "listUsers",
      "volunteer.credentials.token",
      { data: [], meta: { total: 0 } },
      { data: [{ id: 1 }], meta: { total: 1 } },
    ),
  },
  fails: { "VOL-01: Users are answered with 304 to who has no copy": { status: 304 } },
};
