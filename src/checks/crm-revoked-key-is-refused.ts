import { inEitherCase, refusalCheck } from "./support/refusal.ts";

const credential = "crm.credentials.revokedApiKey";

export const crmRevokedKeyIsRefused = refusalCheck({
  id: "crm-revoked-key-is-refused",
  facts: ["CRM-32"],
  interface: "crm",
  effect: "read",
  needs: [credential],
  title: "A revoked API key gets 401",
  why: "A key is revoked because it leaked; every endpoint that still takes it leaks on.",
  expected: [401],
  presented: () => inEitherCase("a revoked key", credential),
});
