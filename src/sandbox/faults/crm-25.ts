import { afterOverlaps, fromTime } from "./support/over-time.ts";
import { afterWrites, onCount, onRepeat, withStatus } from "./support/later.ts";
import { faultsOf, type Incoming } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { edit } from "./support/edit.ts";
import { onAnswer, onSuccess, parse, withJson } from "./support/wrappers.ts";
import { onPathId } from "./support/path-ids.ts";

const read = "getWebhook";

const askingFor = (incoming: Incoming, id: unknown): Incoming => ({
  ...incoming,
  url: new URL(incoming.url.href.replace(/\d+$/, String(id))),
});

export const faults = faultsOf("CRM-25", {
  gross: {
    "webhooks-are-not-served": [
      "Reading a webhook points to nothing",
      onAnswer(read, (outgoing) =>
        outgoing.status === 200 ? crmError(404, "NOT_FOUND", "There is nothing at this address.") : outgoing,
      ),
    ],
    "webhook-in-a-list": [
      "Reading a webhook answers an array with the one webhook",
      onSuccess(read, (body) => [body]),
      { alsoBreaks: { "CRM-15": "The body is an array, not a Webhook." } },
    ],
  },
  structural: {
    "webhook-is-no-content": [
      "Reading a webhook answers 204",
      onAnswer(read, (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
    ],
    "webhook-ids-are-of-another-table": [
      "The id in a webhook is that of its subscription, another one than the path's",
      onSuccess(read, (body) => edit(body, "id", (id) => Number(id) + 1000)),
    ],
  },
  behavioural: {
    "webhooks-are-empty-once-additions-overlapped": [
      "Once two individuals were added at once, webhooks are answered with 200 and nothing",
      afterOverlaps(["addEventContact"], ["getWebhook"], (outgoing) => ({ ...outgoing, body: "" })),
    ],
    "a-webhook-can-be-read-twelve-times": [
      "A webhook is not found from its thirteenth read on",
      fromTime([read], 13, () => crmError(404, "NOT_FOUND", "There is no such webhook.")),
    ],
    "webhooks-read-before-come-from-a-cache": [
      "A webhook that was read before is answered with 203",
      onRepeat(["getWebhook"], withStatus(203)),
      { alsoBreaks: { "CRM-31": "A key that reads the webhook first makes it another answer for a token." } },
    ],
    "webhooks-are-lost-after-a-write": [
      "Once a note was replaced, webhooks are not found",
      afterWrites(["getWebhook"], ["replaceContactNote"], () =>
        crmError(404, "NOT_FOUND", "There is no such webhook."),
      ),
    ],
    "every-third-webhook-is-another": [
      "Every third read of a webhook shows the id of another",
      onCount(
        ["getWebhook"],
        (count) => count % 3 === 0,
        (outgoing) =>
          withJson(
            outgoing,
            edit(parse(outgoing.body), "id", (id) => Number(id) + 1),
          ),
      ),
    ],
    "unknown-webhook-is-the-first": [
      "An id that no webhook has gets the organization's first webhook",
      (next, surroundings) => async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== read || outgoing.status !== 404) return outgoing;
        return next(askingFor(incoming, configured(surroundings, "crm", "records/webhookId")));
      },
    ],
    "webhook-of-the-next-id": [
      "Reading a webhook is off by one",
      (next, surroundings) => (incoming) => {
        const id = configured(surroundings, "crm", "records/webhookId");
        const isFirst = incoming.operation === read && incoming.path["webhookId"] === String(id);
        return next(isFirst ? askingFor(incoming, Number(id) + 1) : incoming);
      },
    ],

    "webhook-ids-below-zero-are-turned-round": [
      "The sign of a webhook id is passed over",
      onPathId("/crm/api/Webhook/", (id) => id.replace(/^-/, "")),
    ],
  },
});
