import type { ActiveExamples } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

export const examples: ActiveExamples = creationExamples({ kind: "project", fact: "VOL-04" });
