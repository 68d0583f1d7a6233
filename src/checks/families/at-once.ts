import { resources } from "../../contract/generated/resources.ts";
import type { ActiveCheck } from "../../harness/model/check.ts";
import { answeredAtOnce } from "../relations/at-once.ts";

/** Checks that requests at once are answered like alone. */
export const atOnce: readonly ActiveCheck[] = [
  answeredAtOnce(
    {
      of: "crm",
      facts: { getContact: "CRM-22", replaceContactNote: "CRM-26" },
      two: "getContact",
    },
    {
      id: "crm-requests-at-once",
      effort: 8,
      title: "CRM requests at once are answered like each alone",
      why: "A server that shares a buffer between requests answers one person's record to another.",
    },
  ),
  answeredAtOnce(
    {
      of: "donation",
      facts: { listDonors: "DON-04", queryDonors: "DON-10", replaceCampaign: "DON-17" },
    },
    {
      id: "donation-requests-at-once",
      effort: 8,
      title: "Donation requests at once are answered like each alone",
      why: "A list that is empty while something is written looks like lost donors.",
    },
  ),
  answeredAtOnce(
    {
      of: "volunteer",
      facts: { getUser: "VOL-02", updateGroup: "VOL-05", setGroupMembers: "VOL-06" },
      set: resources.volunteer.members,
    },
    {
      id: "volunteer-requests-at-once",
      effort: 10,
      title: "Volunteer requests at once are answered like each alone",
      why: "Members must not be lost because somebody renames the group in the same second.",
    },
  ),
];
