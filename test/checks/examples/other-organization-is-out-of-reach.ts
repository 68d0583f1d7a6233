import type { ActiveExamples } from "../kit/example.ts";

const webhook = (id: number, payloadUrl: string) => ({ body: { id, payloadUrl, active: true } });

/** A contact whose texts name it, with those that any two contacts may share. */
const contact = (id: number, name: string, city: string, shared: string) => ({
  body: { id, informalName: name, city, contactType: shared, maritalStatus: shared, giftAskAmount: shared },
});

export const examples: ActiveExamples = {
  pass: {
    "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": 404,
    "*": 200,
  },
  otherwise: {
    "a record out of reach is not found": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 403,
        body: { id: 43 },
      },
    },
    "webhooks that deliver to one address are one webhook": {
      "owner: crm.records.webhookId with crm.credentials.apiKey": webhook(1, "https://hooks.example/a"),
      "owner: crm.records.otherOrganizationWebhookId with crm.credentials.otherOrganizationApiKey": webhook(
        4,
        "https://hooks.example/a",
      ),
      // Its own webhook of the same number.
      "stranger: crm.records.webhookId with crm.credentials.otherOrganizationApiKey": webhook(
        1,
        "https://hooks.example/b",
      ),
    },
    "a success shows the record that was asked for": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 200,
        body: { message: "Nothing here." },
      },
    },
  },
  fails: {
    "GEN-05: A volunteer user is looked up without regard to the organization": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 200,
        body: { data: { id: 43 } },
      },
    },
    "GEN-05: A contact of another organization is shown without what all contacts share": {
      "owner: crm.records.contactId with crm.credentials.apiKey": contact(
        1,
        "Ada Lovelace",
        "London",
        "usual",
      ),
      "owner: crm.records.otherOrganizationContactId with crm.credentials.otherOrganizationApiKey": contact(
        61,
        "Grace Hopper",
        "Arlington",
        "usual",
      ),
      "stranger: crm.records.otherOrganizationContactId with crm.credentials.apiKey": contact(
        61,
        "Grace Hopper",
        "Arlington",
        "",
      ),
    },
  },
};
