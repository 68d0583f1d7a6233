import { type Fault, faultsOf } from "./fault.ts";
import { crmError, headerReplaced, withHeader } from "./support/answers.ts";
import { type Of, onAnswer } from "./support/rows.ts";

const name = "retry-after";

const withoutWait = headerReplaced(name, undefined);

/** Changes how an answer states the delay. */
const onWaits = (change: (seconds: number, now: number) => string, of: Of = "crm"): Fault["wrap"] =>
  onAnswer(
    of,
    (outgoing, _incoming, { now }) =>
      withHeader(outgoing, name, change(Number(outgoing.headers.get(name)), now())),
    429,
  );

const usedUp = crmError(403, "The allowance is used up.");

export const faults = faultsOf("CRM-46", {
  gross: {
    "nobody-is-told-how-long-to-wait": ["A 429 has no Retry-After", onAnswer("crm", withoutWait, 429)],
  },
  structural: {
    "waits-are-not-told-by-contacts": [
      "A 429 has no Retry-After in the read of contacts",
      onAnswer("getContact", withoutWait, 429),
    ],
    "spent-hours-are-forbidden-by-webhooks": [
      "The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting",
      onAnswer("getWebhook", usedUp, 429),
    ],
    "waits-have-a-unit": ["Retry-After has a unit behind its number", onWaits((seconds) => `${seconds}s`)],
    "waits-end-at-an-iso-moment": [
      "Retry-After is an ISO 8601 moment",
      onWaits((seconds, now) => new Date(now + seconds * 1000).toISOString()),
    ],
    "waits-have-fractions-in-webhooks": [
      "Retry-After has a fraction in the read of webhooks",
      onWaits((seconds) => (seconds + 0.5).toFixed(1), "getWebhook"),
    ],
    "retry-after-is-a-word": [
      "Retry-After says soon",
      onAnswer("crm", headerReplaced("retry-after", "soon"), [429, 503]),
    ],
  },
  behavioural: {
    "waits-are-not-told-by-writes": [
      "A 429 has no Retry-After where a note is replaced",
      onAnswer("replaceContactNote", withoutWait, 429),
    ],
    "waits-have-ended-an-hour-ago": [
      "Retry-After of the read of contacts is a date that has passed",
      onWaits((_, now) => new Date(now - 3_600_000).toUTCString(), "getContact"),
    ],
    "spent-hours-are-no-matter-for-event-contacts": [
      "Adding an event contact answers 403 to a key whose hour is used up",
      onAnswer("addEventContact", usedUp, 429),
    ],
    "waits-end-at-a-unix-time": [
      "Retry-After is the end of the hour in seconds since 1970",
      onWaits((seconds, now) => String(Math.floor(now / 1000) + seconds)),
    ],
    "waits-are-in-milliseconds": [
      "Retry-After counts milliseconds",
      onWaits((seconds) => String(seconds * 1000)),
    ],
    "waits-that-are-over": ["Retry-After counts down past 0", onWaits((seconds) => String(-seconds))],
  },
});
