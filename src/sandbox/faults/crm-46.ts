import type { OperationId } from "../../contract/generated/operations.ts";
import { faultsOf, type Fault } from "./fault.ts";
import { crmError, onCrmStatus, withHeader } from "./support/answers.ts";

const header = "retry-after";

/** Changes Retry-After of a 429; undefined leaves it out. */
const withRetryAfter = (
  change: (seconds: number, now: number) => string | undefined,
  operations?: readonly OperationId[],
): Fault["wrap"] => {
  return (next, surroundings) =>
    onCrmStatus(
      [429],
      (outgoing) =>
        withHeader(outgoing, header, change(Number(outgoing.headers.get(header)), surroundings.now())),
      operations,
    )(next, surroundings);
};

export const faults = faultsOf("CRM-46", {
  gross: {
    "nobody-is-told-how-long-to-wait": ["A 429 has no Retry-After", withRetryAfter(() => undefined)],
  },
  structural: {
    "waits-are-not-told-by-contacts": [
      "A 429 has no Retry-After in the read of contacts",
      withRetryAfter(() => undefined, ["getContact"]),
    ],
    "spent-hours-are-forbidden-by-webhooks": [
      "The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting",
      onCrmStatus([429], () => crmError(403, "FORBIDDEN", "The allowance is used up."), ["getWebhook"]),
    ],
    "waits-have-a-unit": [
      "Retry-After has a unit behind its number",
      withRetryAfter((seconds) => `${seconds}s`),
    ],
    "waits-end-at-an-iso-moment": [
      "Retry-After is an ISO 8601 moment",
      withRetryAfter((seconds, now) => new Date(now + seconds * 1000).toISOString()),
    ],
    "waits-have-fractions-in-webhooks": [
      "Retry-After has a fraction in the read of webhooks",
      withRetryAfter((seconds) => (seconds + 0.5).toFixed(1), ["getWebhook"]),
    ],
    "retry-after-is-a-word": [
      "Retry-After says soon",
      onCrmStatus([429, 503], (outgoing) => withHeader(outgoing, "retry-after", "soon")),
    ],
  },
  behavioural: {
    "waits-are-not-told-by-writes": [
      "A 429 has no Retry-After where a note is replaced",
      withRetryAfter(() => undefined, ["replaceContactNote"]),
    ],
    "waits-have-ended-an-hour-ago": [
      "Retry-After of the read of contacts is a date that has passed",
      withRetryAfter((_, now) => new Date(now - 3_600_000).toUTCString(), ["getContact"]),
    ],
    "spent-hours-are-no-matter-for-event-contacts": [
      "Adding an event contact answers 403 to a key whose hour is used up",
      onCrmStatus([429], () => crmError(403, "FORBIDDEN", "The allowance is used up."), ["addEventContact"]),
    ],
    "waits-end-at-a-unix-time": [
      "Retry-After is the end of the hour in seconds since 1970",
      withRetryAfter((seconds, now) => String(Math.floor(now / 1000) + seconds)),
    ],
    "waits-are-in-milliseconds": [
      "Retry-After counts milliseconds",
      withRetryAfter((seconds) => String(seconds * 1000)),
    ],
    "waits-that-are-over": ["Retry-After counts down past 0", withRetryAfter((seconds) => String(-seconds))],
  },
});
