import { contactDisclosure } from "../kit/disclosure-examples.ts";

export const examples = contactDisclosure("GEN-04", "crm.credentials.apiKey", {
  credential: "donation.credentials.token",
  status: 401,
});
