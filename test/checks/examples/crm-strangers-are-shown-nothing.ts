import { contactDisclosure } from "../kit/disclosure-examples.ts";

export const examples = contactDisclosure("CRM-30", "crm.credentials.apiKey", {
  credential: "none",
  status: 401,
});
