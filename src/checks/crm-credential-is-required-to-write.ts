import { crmWithoutBearer } from "./support/not-a-bearer.ts";
import { refusalCheck } from "./support/refusal.ts";

export const crmCredentialIsRequiredToWrite = refusalCheck({
  id: "crm-credential-is-required-to-write",
  facts: ["CRM-30"],
  interface: "crm",
  effect: "write",
  title: "Every CRM write without a bearer credential is refused with 401",
  why: "One endpoint that forgets the check lets anybody change records.",
  expected: [401],
  presented: crmWithoutBearer,
});
