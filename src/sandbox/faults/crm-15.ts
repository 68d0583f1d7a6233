import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, editAll, objectOf, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const webhook = "getWebhook";

const flags = [
  "contactCreate",
  "contactUpdate",
  "giftCreate",
  "giftUpdate",
  "giftDelete",
  "projectCreate",
  "projectUpdate",
  "projectDelete",
  "formSubmission",
  "contactNoteCreate",
  "contactNoteUpdate",
  "contactNoteDelete",
  "eventCreate",
  "eventUpdate",
  "eventDelete",
] as const;

const isFlag = (name: string): boolean => (flags as readonly string[]).includes(name);

/** The flags gathered under `events`. */
const nested = (body: unknown): unknown => {
  const entries = Object.entries(objectOf(body));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isFlag(name))),
    events: Object.fromEntries(entries.filter(([name]) => isFlag(name))),
  };
};

export const faults: readonly Fault[] = [
  defineFault({
    id: "webhook-flags-are-numbers",
    fact: "CRM-15",
    grade: "gross",
    title: "A webhook's flags are 0 or 1",
    wrap: onSuccess(webhook, (body) => editAll(body, flags, Number)),
  }),
  defineFault({
    id: "webhook-flags-are-nested",
    fact: "CRM-15",
    grade: "gross",
    title: "A webhook's flags stand under events",
    wrap: onSuccess(webhook, nested),
  }),
  defineFault({
    id: "webhooks-in-snake-case",
    fact: "CRM-15",
    grade: "gross",
    title: "A webhook's properties are spelt in snake_case",
    wrap: onSuccess(webhook, (body) => respell(body, "", snakeCase)),
  }),
  defineFault({
    id: "webhook-lacks-the-newest-flag",
    fact: "CRM-15",
    grade: "structural",
    title: "eventDelete, the flag that came last, is missing",
    wrap: onSuccess(webhook, (body) => drop(body, "eventDelete")),
  }),
  defineFault({
    id: "webhook-flag-of-forms-is-null",
    fact: "CRM-15",
    grade: "structural",
    title: "formSubmission is null",
    wrap: onSuccess(webhook, (body) => edit(body, "formSubmission", () => null)),
  }),
  defineFault({
    id: "webhook-keeps-its-secret-to-itself",
    fact: "CRM-15",
    grade: "structural",
    title: "secret is not returned",
    wrap: onSuccess(webhook, (body) => drop(body, "secret")),
  }),
  defineFault({
    id: "webhook-is-active-in-words",
    fact: "CRM-15",
    grade: "structural",
    title: "active is the word Active",
    wrap: onSuccess(webhook, (body) => edit(body, "active", (flag) => (flag === true ? "Active" : "Paused"))),
  }),
  defineFault({
    id: "webhook-secret-is-masked",
    fact: "CRM-15",
    grade: "behavioural",
    title: "secret shows its last four characters behind asterisks",
    wrap: onSuccess(webhook, (body) =>
      edit(body, "secret", (secret) => `********${String(secret).slice(-4)}`),
    ),
  }),
];
