import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

const credential = "crm.credentials.limitedApiKey";

export const crmLimitedKeyIsForbiddenToWrite = refusalCheck({
  id: "crm-limited-key-is-forbidden-to-write",
  facts: ["CRM-39"],
  interface: "crm",
  effect: "write",
  needs: [credential],
  title: "A valid key without the permission gets 403 on every write",
  why: "One endpoint that forgets to ask the permission group lets anybody change what an administrator has closed.",
  expected: [403],
  presented: () => [{ name: "a key without permission", authorization: bearer(credential) }],
});
