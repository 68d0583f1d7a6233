import { pagedLists, resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { stayingRead, readsStay } from "../relations/reads-stay.ts";

const { contact, webhook } = resources.crm;
const { listDonors, listGifts, listProjects, queryDonors, queryGifts } = pagedLists.donation;
const { user } = resources.volunteer;

/** Checks that reads are answered as before, whoever has asked meanwhile. */
export const readsOverTime: readonly ActiveCheck[] = [
  readsStay(
    {
      of: "crm",
      reads: [
        stayingRead(contact),
        stayingRead(webhook),
        { operation: "listContactMethodTypes", fact: "CRM-23" },
      ],
      outsiders: [
        ...contact.refused,
        { credential: "crm.credentials.revokedApiKey", status: 401, fact: "CRM-32" },
      ],
      stranger: { credential: contact.stranger, fact: "GEN-05" },
      effort: 66,
      longest: 10,
    },
    {
      id: "crm-reads-over-time",
      title: "A CRM read gets the same answer or refusal again, whoever asks in between",
      why: "A cache that forgets who asked hands one organization's contacts to the next caller.",
    },
  ),
  readsStay(
    {
      of: "donation",
      reads: [
        listDonors,
        listGifts,
        listProjects,
        queryDonors,
        queryGifts,
        { operation: "getQueryOptions", fact: "DON-15" },
        { operation: "getQueryList", fact: "DON-16" },
      ],
      outsiders: resources.donation.campaign.refused,
      effort: 56,
      longest: 8,
    },
    {
      id: "donation-reads-over-time",
      title: "A donation read gets the same answer or refusal again, whoever asks in between",
      why: "A server that remembers its last caller lets the next one in without a token.",
    },
  ),
  readsStay(
    {
      of: "volunteer",
      reads: [pagedLists.volunteer.listUsers, stayingRead(user)],
      outsiders: [
        ...user.refused,
        { credential: "volunteer.credentials.accessDisabledToken", status: 401, fact: "VOL-09" },
      ],
      stranger: { credential: user.stranger, fact: "GEN-05" },
      effort: 46,
      longest: 12,
    },
    {
      id: "volunteer-reads-over-time",
      title: "A volunteer read gets the same answer or refusal again, whoever asks in between",
      why: "A suspension must outlast an accepted request.",
    },
  ),
];
