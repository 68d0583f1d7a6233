import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { createdStays } from "../relations/created-stays.ts";

const { user, group, project, members } = resources.volunteer;

export const createdOverTime: readonly ActiveCheck[] = [
  createdStays(user, {
    id: "created-users-over-time",
    effort: 30,
    title: "A created user stays readable, whatever is created or refused afterwards",
    why: "A volunteer who signs up must still be listed on the second read.",
  }),
  createdStays(
    group,
    {
      id: "created-groups-over-time",
      effort: 20,
      title: "A created group stays readable, whatever is created, updated or refused afterwards",
      why: "A group that disappears after its first read loses everybody who was about to join.",
    },
    [members],
  ),
  createdStays(project, {
    id: "created-projects-over-time",
    effort: 24,
    title: "A created project stays readable, whatever is created, updated or refused afterwards",
    why: "Volunteers who are sent to a new project must find it tomorrow.",
  }),
];
