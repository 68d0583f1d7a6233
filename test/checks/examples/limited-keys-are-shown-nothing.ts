import { contactDisclosure } from "../kit/disclosure-examples.ts";

export const examples = contactDisclosure("CRM-39", "crm.credentials.apiKey", {
  credential: "crm.credentials.limitedApiKey",
  status: 403,
});
