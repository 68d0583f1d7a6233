import { contactDisclosure } from "../kit/disclosure-examples.ts";

export const examples = contactDisclosure("CRM-32", "crm.credentials.apiKey", {
  credential: "crm.credentials.revokedApiKey",
  status: 401,
});
