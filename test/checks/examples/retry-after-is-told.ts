import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listContactMethodTypes",
      headers: {
        "content-type": "application/json",
        "retry-after": "3540",
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1740834000",
      },
      status: 429,
      body: { error: { code: "RATE_LIMITED", message: "Too many requests within the hour.", details: [] } },
    },
  ],
  fails: [
    { what: "A 429 has no Retry-After", blames: "CRM-46", headers: { "content-type": "application/json" } },
  ],
};
