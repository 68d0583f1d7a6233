import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { answeredAtOnce } from "../relations/at-once.ts";

export const atOnce: readonly ActiveCheck[] = [
  answeredAtOnce(
    {
      of: "crm",
      facts: { getContact: "CRM-22", replaceContactNote: "CRM-26" },
      two: ["getContact"],
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
      facts: {
        listDonors: "DON-04",
        listGifts: "DON-04",
        queryDonors: "DON-10",
        queryGifts: "DON-10",
        replaceCampaign: "DON-17",
      },
      two: ["queryDonors"],
    },
    {
      id: "donation-requests-at-once",
      effort: 17,
      title: "Donation requests at once are answered like each alone",
      why: "A list that is empty while something is written looks like lost donors.",
    },
  ),
  answeredAtOnce(
    {
      of: "volunteer",
      facts: { listUsers: "VOL-01", getUser: "VOL-02", updateGroup: "VOL-05", setGroupMembers: "VOL-06" },
      stranger: resources.volunteer.user.stranger,
      set: resources.volunteer.members,
    },
    {
      id: "volunteer-requests-at-once",
      effort: 16,
      title: "Volunteer requests at once are answered like each alone",
      why: "Members must not be lost because somebody renames the group in the same second.",
    },
  ),
];
