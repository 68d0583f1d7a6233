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
  otherwise: [
    { assumes: "a wait is a moment at least", headers: { "retry-after": "0" } },
    {
      assumes: "a wait is in seconds",
      headers: { date: "Sat, 01 Mar 2025 12:00:00 GMT", "retry-after": "Sat, 01 Mar 2025 12:59:00 GMT" },
    },
    { assumes: "an outage is over within the hour", status: 503, headers: { "retry-after": "172800" } },
  ],
  fails: [
    { what: "A 429 has no Retry-After", blames: "CRM-46", headers: { "content-type": "application/json" } },
    {
      what: "The wait is in milliseconds",
      blames: "CRM-46",
      headers: { "retry-after": "943000" },
      says: "Retry-After of a 429 is 943000 s, which is 10.9 days: milliseconds?",
    },
    {
      what: "The wait is the moment at which it ends",
      blames: "CRM-46",
      headers: { "retry-after": "1740834000" },
      says: "Retry-After of a 429 is a number of 10 digits: the instant itself, as seconds since 1970?",
    },
    {
      what: "The moment is in ISO 8601",
      blames: "CRM-46",
      headers: { "retry-after": "2025-03-01T13:00:00Z" },
      says: "Retry-After of a 429 is text that is in ISO 8601",
    },
    {
      what: "The wait has ended before the answer was given",
      blames: "CRM-46",
      headers: { date: "Sun, 05 Jan 2025 09:00:00 GMT", "retry-after": "Sun, 05 Jan 2025 08:00:00 GMT" },
      says: "Retry-After of a 429 is a date that had passed when it was sent",
    },
  ],
};
