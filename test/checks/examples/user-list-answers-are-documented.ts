import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listUsers", body: { data: [], meta: { total: 0 } } }],
  otherwise: [
    {
      assumes: "nobody registers and leaves while a run reads",
      credential: "volunteer.credentials.token",
      after: [0, 1].map((total) => ({
        operation: "listUsers",
        credential: "volunteer.credentials.token",
        body: { data: [{ id: 1 }].slice(0, total), meta: { total } },
      })),
    },
  ],
  fails: [{ what: "Users are answered with 304 to who has no copy", blames: "VOL-01", status: 304 }],
};
