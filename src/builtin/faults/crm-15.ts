import { crmEventKinds } from "../crm-event-kinds.ts";
import { faultsOf } from "./fault.ts";
import { flippedFlag, objectOf, respelled, snakeCase, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const webhook = "getWebhook";

const isFlag = (name: string): boolean => (crmEventKinds as readonly string[]).includes(name);

/** Collects the flags under `events`. */
const nested = (body: unknown): unknown => {
  const entries = Object.entries(objectOf(body));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isFlag(name))),
    events: Object.fromEntries(entries.filter(([name]) => isFlag(name))),
  };
};

export const faults = faultsOf("CRM-15", {
  gross: {
    "webhook-flags-are-numbers": ["A webhook's flags are 0 or 1", onField(webhook, crmEventKinds, Number)],
    "webhook-flags-are-nested": ["A webhook's flags are under events", onBody(webhook, nested)],
    "webhooks-in-snake-case": [
      "A webhook's properties are spelt in snake_case",
      onBody(webhook, respelled("", snakeCase)),
    ],
  },
  structural: {
    "webhook-lacks-the-newest-flag": [
      "eventDelete, the flag that came last, is missing",
      onBody(webhook, droppingPaths("eventDelete")),
    ],
    "webhook-flag-of-forms-is-null": ["formSubmission is null", onField(webhook, "formSubmission", null)],
    "webhook-keeps-its-secret-to-itself": [
      "secret is not returned",
      onBody(webhook, droppingPaths("secret")),
    ],
    "webhook-is-active-in-words": [
      "active is the word Active",
      onField(webhook, "active", flippedFlag("Active", "Paused")),
    ],
  },
  behavioural: {
    "webhook-secret-is-masked": [
      "secret shows its last four characters behind asterisks",
      onField(webhook, "secret", (secret) => `********${String(secret).slice(-4)}`),
    ],
  },
});
