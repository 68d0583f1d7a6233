import { crmWithoutBearer } from "./support/not-a-bearer.ts";
import { refusalCheck } from "./support/refusal.ts";

export const crmCredentialIsRequiredToRead = refusalCheck({
  id: "crm-credential-is-required-to-read",
  facts: ["CRM-30"],
  interface: "crm",
  effect: "read",
  title: "Every CRM read without a bearer credential is refused with 401",
  why: "One endpoint that forgets the check gives records away.",
  expected: [401],
  presented: crmWithoutBearer,
});
