import { updateModel } from "../support/update-model.ts";

export const volunteerProjectOverTime = updateModel(
  {
    name: "project",
    update: "updateProject",
    fact: "VOL-04",
    id: "volunteer.scratch.projectId",
    body: "updateProject",
  },
  {
    id: "volunteer-project-over-time",
    title: "A project is what it was last updated to, whatever was sent before",
    why: "Volunteers come to the old place when a second update is lost.",
  },
);
