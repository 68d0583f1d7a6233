import type { ActiveExamples } from "../kit/example.ts";
import { readingIds } from "../kit/reading-ids.ts";

const reading = readingIds("troublesome-webhook-ids-find-nothing");

export const examples: ActiveExamples = {
  pass: reading((id) => id),
  otherwise: { "what is not an id is not found": reading((id) => id, { status: 400 }) },
  fails: { "CRM-25: the sign of a webhook's id is passed over": reading((id) => id.replace("-", "")) },
};
