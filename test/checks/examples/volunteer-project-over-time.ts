import type { ActiveExamples } from "../kit/example.ts";
import { updateExamples } from "../kit/update-examples.ts";

export const examples: ActiveExamples = updateExamples({ kind: "project", fact: "VOL-04" });
