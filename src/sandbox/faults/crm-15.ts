import { crmEventKinds } from "../store/webhooks.ts";
import { faultsOf } from "./fault.ts";
import { drop, edit, editAll, objectOf, respell, snakeCase } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const webhook = "getWebhook";

const isFlag = (name: string): boolean => (crmEventKinds as readonly string[]).includes(name);

/** The flags gathered under `events`. */
const nested = (body: unknown): unknown => {
  const entries = Object.entries(objectOf(body));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isFlag(name))),
    events: Object.fromEntries(entries.filter(([name]) => isFlag(name))),
  };
};

export const faults = faultsOf("CRM-15", {
  gross: {
    "webhook-flags-are-numbers": [
      "A webhook's flags are 0 or 1",
      onSuccess(webhook, (body) => editAll(body, crmEventKinds, Number)),
    ],
    "webhook-flags-are-nested": ["A webhook's flags are under events", onSuccess(webhook, nested)],
    "webhooks-in-snake-case": [
      "A webhook's properties are spelt in snake_case",
      onSuccess(webhook, (body) => respell(body, "", snakeCase)),
    ],
  },
  structural: {
    "webhook-lacks-the-newest-flag": [
      "eventDelete, the flag that came last, is missing",
      onSuccess(webhook, (body) => drop(body, "eventDelete")),
    ],
    "webhook-flag-of-forms-is-null": [
      "formSubmission is null",
      onSuccess(webhook, (body) => edit(body, "formSubmission", () => null)),
    ],
    "webhook-keeps-its-secret-to-itself": [
      "secret is not returned",
      onSuccess(webhook, (body) => drop(body, "secret")),
    ],
    "webhook-is-active-in-words": [
      "active is the word Active",
      onSuccess(webhook, (body) => edit(body, "active", (flag) => (flag === true ? "Active" : "Paused"))),
    ],
  },
  behavioural: {
    "webhook-secret-is-masked": [
      "secret shows its last four characters behind asterisks",
      onSuccess(webhook, (body) => edit(body, "secret", (secret) => `********${String(secret).slice(-4)}`)),
    ],
  },
});
