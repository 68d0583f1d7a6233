import { volunteerStrangers } from "./support/other-callers.ts";
import { refusalCheck } from "./support/refusal.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

export const volunteerBearerIsRequiredToRead = refusalCheck({
  id: "volunteer-bearer-is-required-to-read",
  facts: ["VOL-08"],
  interface: "volunteer",
  effect: "read",
  needs: ["volunteer.credentials.token"],
  title: "Every volunteer read takes a bearer token in its exact form and nothing else",
  why: "A parser that takes other forms of the header takes other credentials too.",
  expected: [401],
  presented: volunteerStrangers,
  after: (context) => sampleCall("listUsers", context, mainBearer("volunteer")),
});
