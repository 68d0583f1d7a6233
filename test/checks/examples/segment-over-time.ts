import type { ActiveExamples } from "../kit/example.ts";
import { replacementExamples } from "../kit/replacement-examples.ts";

export const examples: ActiveExamples = replacementExamples({
  kind: "segment",
  id: 16,
  reads: ["querySegments"],
  readBlames: "DON-10",
});
