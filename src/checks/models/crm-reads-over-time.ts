import { readingModel } from "../support/reading-model.ts";

export const crmReadsOverTime = readingModel(
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
);
