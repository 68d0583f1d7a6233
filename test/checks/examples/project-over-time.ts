import type { ActiveExamples } from "../kit/example.ts";
import { replacementExamples } from "../kit/replacement-examples.ts";

export const examples: ActiveExamples = replacementExamples({
  kind: "project",
  id: 10,
  reads: ["listProjects"],
  readBlames: "DON-09",
});
