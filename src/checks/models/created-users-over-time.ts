import { creationModel } from "../support/creation-model.ts";

export const createdUsersOverTime = creationModel(
  {
    name: "user",
    create: "createUser",
    fact: "VOL-03",
    body: "createUser",
    list: { operation: "listUsers", fact: "VOL-01" },
  },
  {
    id: "created-users-over-time",
    effort: 30,
    title: "A user that was created is read again and again, whoever is created or refused afterwards",
    why: "Whoever signs up must still be there when the list is read the second time.",
  },
);
