import { refusalCheck } from "./support/refusal.ts";
import { bearer } from "./support/sample-calls.ts";

const credential = "crm.credentials.limitedApiKey";

export const crmLimitedKeyIsForbidden = refusalCheck({
  id: "crm-limited-key-is-forbidden",
  facts: ["CRM-39"],
  interface: "crm",
  effect: "read",
  needs: [credential],
  // An HMAC-only operation answers 401 to any bearer token, whatever it may do.
  except: ["getContactByReference"],
  title: "A valid key without the permission gets 403",
  why: "One endpoint that forgets to ask the permission group opens what an administrator has closed.",
  expected: [403],
  presented: () => [{ name: "a key without permission", authorization: bearer(credential) }],
});
