import { replacementModel } from "../support/replacement-model.ts";

export const projectOverTime = replacementModel(
  {
    name: "project",
    replace: "replaceProject",
    reads: [{ operation: "listProjects", fact: "DON-09" }],
  },
  {
    id: "project-over-time",
    title: "Every read shows a project as it was last replaced, whatever was sent before",
    why: "A second replacement that merges brings back what was removed from a project.",
  },
);
