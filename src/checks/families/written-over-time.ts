import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { lastWritten } from "../relations/last-written.ts";

const { crm, donation, volunteer } = resources;

export const writtenOverTime: readonly ActiveCheck[] = [
  lastWritten(crm.note, {
    id: "note-over-time",
    effort: 36,
    title: "A note is as it was last replaced, whatever was sent before",
    why: "A server that is right once may merge or forget from the second request on.",
  }),
  lastWritten(
    donation.campaign,
    {
      id: "campaign-over-time",
      effort: 36,
      title: "Every read shows a campaign as it was last replaced, whatever was sent before",
      why: "A list that lags behind the store shows a campaign that no longer exists in that form.",
    },
    donation.project,
  ),
  lastWritten(
    donation.project,
    {
      id: "project-over-time",
      effort: 36,
      title: "Every read shows a project as it was last replaced, whatever was sent before",
      why: "A second replacement that merges brings back what was removed from a project.",
    },
    donation.segment,
  ),
  lastWritten(
    donation.segment,
    {
      id: "segment-over-time",
      effort: 36,
      title: "Every read shows a segment as it was last replaced, whatever was sent before",
      why: "A refused replacement that is stored anyway changes who gets which letter.",
    },
    donation.campaign,
  ),
  lastWritten(
    volunteer.group,
    {
      id: "group-over-time",
      effort: 32,
      title: "A group is as it was last updated, whatever was sent before",
      why: "A refused update that is stored anyway renames a group for everybody.",
    },
    volunteer.project,
  ),
  lastWritten(
    volunteer.project,
    {
      id: "volunteer-project-over-time",
      effort: 32,
      title: "A project is as it was last updated, whatever was sent before",
      why: "Volunteers go to the old address when a second update is lost.",
    },
    volunteer.group,
  ),
];
