import { faultsOf } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { namesOwn } from "./support/credentials.ts";
import { askingForNext, askingForOwn, onPathId } from "./support/requests.ts";
import { enlarged } from "./support/edit.ts";
import { again, bodiless, onAnswer, onBody, onField, onRequest, status } from "./support/rows.ts";
import { address, afterOverlaps, everAfter, every, from, repeated } from "./support/rules.ts";

const read = "getWebhook";

export const faults = faultsOf("CRM-25", {
  gross: {
    "webhooks-are-not-served": [
      "Reading a webhook points to nothing",
      onAnswer(read, crmError(404, "There is nothing at this address."), 200),
    ],
    "webhook-in-a-list": [
      "Reading a webhook answers an array with the one webhook",
      onBody(read, (body) => [body]),
      { alsoBreaks: { "CRM-15": "The body is an array, not a Webhook." } },
    ],
  },
  structural: {
    "webhook-is-no-content": ["Reading a webhook answers 204", onAnswer(read, empty(204), 200)],
    "webhook-ids-are-of-another-table": [
      "The id in a webhook is that of its subscription, another one than the path's",
      onField(read, "id", enlarged(1000)),
    ],
  },
  behavioural: {
    "webhooks-are-empty-once-additions-overlapped": [
      "Once two individuals were added at once, webhooks are answered with 200 and nothing",
      afterOverlaps("addEventContact", "getWebhook", bodiless),
    ],
    "a-webhook-can-be-read-twelve-times": [
      "A webhook is not found from its thirteenth read on",
      onAnswer(read, crmError(404, "There is no such webhook."), from(13, address)),
    ],
    "webhooks-read-before-come-from-a-cache": [
      "A webhook that was read before is answered with 203",
      onAnswer("getWebhook", status(203), repeated),
      { alsoBreaks: { "CRM-31": "A key that reads the webhook first makes it another answer for a token." } },
    ],
    "webhooks-are-lost-after-a-write": [
      "Once a note was replaced, webhooks are not found",
      onAnswer("getWebhook", crmError(404, "There is no such webhook."), everAfter("replaceContactNote")),
    ],
    "every-third-webhook-has-an-empty-secret": [
      "Every third read of a webhook shows its secret as an empty text",
      onField(read, "secret", () => "", every(3)),
    ],
    "every-third-webhook-is-another": [
      "Every third read of a webhook shows the id of another",
      onField("getWebhook", "id", enlarged(1), every(3)),
    ],
    "unknown-webhook-is-the-first": [
      "An id that no webhook has gets the organization's first webhook",
      onAnswer(read, again(askingForOwn("records/webhookId")), 404),
    ],
    "webhook-of-the-next-id": [
      "Reading a webhook is off by one",
      onRequest(read, askingForNext, namesOwn("webhookId", "records/webhookId")),
    ],
    "webhook-ids-below-zero-are-turned-round": [
      "The sign of a webhook id is passed over",
      onPathId("/crm/api/Webhook/", (id) => id.replace(/^-/, "")),
    ],
  },
});
