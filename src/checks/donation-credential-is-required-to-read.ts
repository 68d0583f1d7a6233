import { donationStrangers } from "./support/other-callers.ts";
import { refusalCheck } from "./support/refusal.ts";
import { mainBearer, mainCredential, sampleCall } from "./support/sample-calls.ts";

export const donationCredentialIsRequiredToRead = refusalCheck({
  id: "donation-credential-is-required-to-read",
  facts: ["DON-21"],
  interface: "donation",
  effect: "read",
  title: "Every donation read without a donation token behind Bearer is refused",
  why: "One endpoint that forgets the check gives donors away.",
  expected: "refusal",
  presented: donationStrangers,
  after: (context) =>
    context.has(mainCredential.donation)
      ? sampleCall("queryDonors", context, mainBearer("donation"))
      : undefined,
});
