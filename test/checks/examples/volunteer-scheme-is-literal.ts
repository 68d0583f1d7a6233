import { refusals } from "../kit/refusals.ts";

export const examples = refusals(
  401,
  { "VOL-08: Any letter case will do": { bearer: 200 } },
  {
    pass: { "as usual": 200 },
    otherwise: {
      "the token opens the list of users": { isUnjudged: true, answers: { "as usual": 403 } },
    },
  },
);
