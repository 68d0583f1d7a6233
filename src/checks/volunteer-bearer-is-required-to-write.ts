import { volunteerStrangers } from "./support/other-callers.ts";
import { refusalCheck } from "./support/refusal.ts";

export const volunteerBearerIsRequiredToWrite = refusalCheck({
  id: "volunteer-bearer-is-required-to-write",
  facts: ["VOL-08"],
  interface: "volunteer",
  effect: "write",
  needs: ["volunteer.credentials.token"],
  title: "Every volunteer write takes a bearer token in its exact form and nothing else",
  why: "A parser that takes other forms of the header takes other credentials too.",
  expected: [401],
  presented: volunteerStrangers,
});
