import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "crm.credentials.revokedApiKey";

export const crmRevokedKeyIsRefusedToWrite = refusalCheck({
  id: "crm-revoked-key-is-refused-to-write",
  facts: ["CRM-32"],
  interface: "crm",
  effect: "write",
  needs: [credential],
  title: "A revoked API key gets 401 on every write",
  why: "A key is revoked because it leaked; every endpoint that still takes it lets records be changed.",
  expected: [401],
  presented: () => inEitherCase("a revoked key", credential),
});
