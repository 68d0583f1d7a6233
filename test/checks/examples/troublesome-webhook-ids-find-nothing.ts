import type { ActiveExamples } from "../kit/example.ts";
import { readingIds } from "../kit/reading-ids.ts";

const reading = readingIds("troublesome-webhook-ids-find-nothing");

export const examples: ActiveExamples = {
  passes: [reading((id) => id)],
  otherwise: [{ assumes: "what is not an id is not found", ...reading((id) => id, { status: 400 }) }],
  fails: [
    {
      what: "the sign of a webhook's id is passed over",
      blames: "CRM-25",
      ...reading((id) => id.replace("-", "")),
    },
  ],
};
