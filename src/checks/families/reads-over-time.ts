import type { ActiveCheck } from "../../harness/model/check.ts";
import { readsStay } from "../relations/reads-stay.ts";

/** Checks that reads are answered as before, whoever has asked meanwhile. */
export const readsOverTime: readonly ActiveCheck[] = [
  readsStay(
    {
      of: "crm",
      reads: [
        {
          operation: "getContact",
          fact: "CRM-22",
          id: "contactId",
          foreign: "crm.records.otherOrganizationContactId",
        },
        {
          operation: "getWebhook",
          fact: "CRM-25",
          id: "webhookId",
          foreign: "crm.records.otherOrganizationWebhookId",
        },
        { operation: "listContactMethodTypes", fact: "CRM-23" },
      ],
      outsiders: {
        none: { fact: "CRM-30", expected: [401] },
        limitedApiKey: { fact: "CRM-39", expected: [403] },
        revokedApiKey: { fact: "CRM-32", expected: [401] },
      },
      effort: 70,
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
        { operation: "listDonors", fact: "DON-04" },
        { operation: "listGifts", fact: "DON-04" },
        { operation: "listProjects", fact: "DON-09" },
        { operation: "queryDonors", fact: "DON-10" },
        { operation: "queryGifts", fact: "DON-10" },
        { operation: "getQueryOptions", fact: "DON-15" },
        { operation: "getQueryList", fact: "DON-16" },
      ],
      outsiders: {
        none: { fact: "DON-21", expected: "refusal" },
        revokedToken: { fact: "DON-21", expected: "refusal" },
      },
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
      reads: [
        { operation: "listUsers", fact: "VOL-01" },
        {
          operation: "getUser",
          fact: "VOL-02",
          id: "id",
          foreign: "volunteer.records.otherOrganizationUserId",
        },
      ],
      outsiders: {
        none: { fact: "VOL-08", expected: [401] },
        limitedToken: { fact: "VOL-09", expected: [403] },
        revokedToken: { fact: "VOL-09", expected: [401] },
        suspendedToken: { fact: "VOL-09", expected: [401] },
        accessDisabledToken: { fact: "VOL-09", expected: [401] },
      },
      effort: 52,
      longest: 12,
    },
    {
      id: "volunteer-reads-over-time",
      title: "A volunteer read gets the same answer or refusal again, whoever asks in between",
      why: "A suspension must outlast an accepted request.",
    },
  ),
];
