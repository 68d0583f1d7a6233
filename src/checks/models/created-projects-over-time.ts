import { creationModel } from "../support/creation-model.ts";

export const createdProjectsOverTime = creationModel(
  {
    name: "project",
    create: "createProject",
    fact: "VOL-04",
    body: "createProject",
  },
  {
    id: "created-projects-over-time",
    effort: 15,
    title: "A project that was created is read again and again, whoever is created or refused afterwards",
    why: "Volunteers who are sent to a new project must find it tomorrow.",
  },
);
