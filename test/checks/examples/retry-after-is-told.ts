import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
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
  otherwise: {
    "a wait is a moment at least": { headers: { "retry-after": "0" } },
    "a wait is in seconds": {
      headers: { date: "Sat, 01 Mar 2025 12:00:00 GMT", "retry-after": "Sat, 01 Mar 2025 12:59:00 GMT" },
    },
    "an outage is over within the hour": { status: 503, headers: { "retry-after": "172800" } },
  },
  fails: {
    "CRM-46: A 429 has no Retry-After": { headers: { "content-type": "application/json" } },
    "CRM-46: The wait is in milliseconds": {
      headers: { "retry-after": "943000" },
      says: "Retry-After of a 429 is 943000 s, which is 10.9 days: milliseconds?",
    },
    "CRM-46: The wait is the moment at which it ends": {
      headers: { "retry-after": "1740834000" },
      says: "Retry-After of a 429 is a number of 10 digits: the instant itself, as seconds since 1970?",
    },
    "CRM-46: The moment is in ISO 8601": {
      headers: { "retry-after": "2025-03-01T13:00:00Z" },
      says: "Retry-After of a 429 is text that is in ISO 8601",
    },
    "CRM-46: The wait has ended before the answer was given": {
      headers: { date: "Sun, 05 Jan 2025 09:00:00 GMT", "retry-after": "Sun, 05 Jan 2025 08:00:00 GMT" },
      says: "Retry-After of a 429 is a date that had passed when it was sent",
    },
  },
};
