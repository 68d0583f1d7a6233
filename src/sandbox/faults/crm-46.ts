import type { OperationId } from "../../generated/operations.ts";
import { defineFault, type Fault } from "./fault.ts";
import { crmError, onCrmStatus, withHeader } from "./support/answers.ts";

const header = "retry-after";

/** Changes Retry-After of a 429; undefined leaves it out. */
const telling = (
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "nobody-is-told-how-long-to-wait",
    fact: "CRM-46",
    grade: "gross",
    title: "A 429 has no Retry-After",
    wrap: telling(() => undefined),
  }),
  defineFault({
    id: "waits-are-not-told-by-contacts",
    fact: "CRM-46",
    grade: "structural",
    title: "A 429 has no Retry-After in the read of contacts",
    wrap: telling(() => undefined, ["getContact"]),
  }),
  defineFault({
    id: "spent-hours-are-forbidden-by-webhooks",
    fact: "CRM-46",
    grade: "structural",
    title: "The read of webhooks answers 403 to a key whose hour is used up, without a word on waiting",
    wrap: onCrmStatus([429], () => crmError(403, "FORBIDDEN", "The allowance is used up."), ["getWebhook"]),
  }),
  defineFault({
    id: "waits-have-a-unit",
    fact: "CRM-46",
    grade: "structural",
    title: "Retry-After has a unit behind its number",
    wrap: telling((seconds) => `${seconds}s`),
  }),
  defineFault({
    id: "waits-end-at-an-iso-moment",
    fact: "CRM-46",
    grade: "structural",
    title: "Retry-After is an ISO 8601 moment",
    wrap: telling((seconds, now) => new Date(now + seconds * 1000).toISOString()),
  }),
  defineFault({
    id: "waits-have-fractions-in-webhooks",
    fact: "CRM-46",
    grade: "structural",
    title: "Retry-After has a fraction in the read of webhooks",
    wrap: telling((seconds) => (seconds + 0.5).toFixed(1), ["getWebhook"]),
  }),
  defineFault({
    id: "waits-end-at-a-unix-time",
    fact: "CRM-46",
    grade: "behavioural",
    title: "Retry-After is the end of the hour in seconds since 1970",
    wrap: telling((seconds, now) => String(Math.floor(now / 1000) + seconds)),
  }),
  defineFault({
    id: "waits-are-in-milliseconds",
    fact: "CRM-46",
    grade: "behavioural",
    title: "Retry-After counts milliseconds",
    wrap: telling((seconds) => String(seconds * 1000)),
  }),
  defineFault({
    id: "waits-that-are-over",
    fact: "CRM-46",
    grade: "behavioural",
    title: "Retry-After counts down past 0",
    wrap: telling((seconds) => String(-seconds)),
  }),
  defineFault({
    id: "retry-after-is-a-word",
    fact: "CRM-46",
    grade: "structural",
    title: "Retry-After says soon",
    wrap: onCrmStatus([429, 503], (outgoing) => withHeader(outgoing, "retry-after", "soon")),
  }),
];
