import { contactDisclosure } from "../kit/disclosure-examples.ts";

export const examples = contactDisclosure("CRM-21", "crm.credentials.hmac", {
  credential: "crm.credentials.apiKey",
  status: 401,
  operation: "getContactByReference",
});
