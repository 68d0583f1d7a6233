import { resources } from "../../contract/generated/resources.ts";
import type { ActiveCheck } from "../../harness/model/check.ts";
import { createdStays } from "../relations/created-stays.ts";

const { user, group, project } = resources.volunteer;

/** Checks that created records stay. */
export const createdOverTime: readonly ActiveCheck[] = [
  createdStays(user, {
    id: "created-users-over-time",
    effort: 30,
    title: "A user that was created is read again and again, whoever is created or refused afterwards",
    why: "Whoever signs up must still be there when the list is read the second time.",
  }),
  createdStays(group, {
    id: "created-groups-over-time",
    effort: 15,
    title: "A group that was created is read again and again, whoever is created or refused afterwards",
    why: "A group that is gone at the second look loses everybody who was to join it.",
  }),
  createdStays(project, {
    id: "created-projects-over-time",
    effort: 15,
    title: "A project that was created is read again and again, whoever is created or refused afterwards",
    why: "Volunteers who are sent to a new project must find it tomorrow.",
  }),
];
