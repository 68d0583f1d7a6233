import { creationModel } from "../support/creation-model.ts";

export const createdGroupsOverTime = creationModel(
  {
    name: "group",
    create: "createGroup",
    fact: "VOL-05",
    body: "createGroup",
    invalid: "invalidGroup",
  },
  {
    id: "created-groups-over-time",
    effort: 15,
    title: "A group that was created is read again and again, whoever is created or refused afterwards",
    why: "A group that is gone at the second look loses everybody who was to join it.",
  },
);
