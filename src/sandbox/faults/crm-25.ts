import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { crmError, empty } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { edit } from "./support/edit.ts";
import { onAnswer, onSuccess } from "./support/wrappers.ts";

const read = "getWebhook";

const askingFor = (incoming: Incoming, id: unknown): Incoming => ({
  ...incoming,
  url: new URL(incoming.url.href.replace(/\d+$/, String(id))),
});

export const faults: readonly Fault[] = [
  defineFault({
    id: "webhooks-are-not-served",
    fact: "CRM-25",
    grade: "gross",
    title: "Reading a webhook leads nowhere",
    wrap: onAnswer(read, (outgoing) =>
      outgoing.status === 200 ? crmError(404, "NOT_FOUND", "There is nothing at this address.") : outgoing,
    ),
  }),
  defineFault({
    id: "webhook-in-a-list",
    fact: "CRM-25",
    grade: "gross",
    title: "Reading a webhook answers an array with the one webhook",
    drags: { "CRM-15": "An array stands where a Webhook is stated." },
    wrap: onSuccess(read, (body) => [body]),
  }),
  defineFault({
    id: "webhook-is-no-content",
    fact: "CRM-25",
    grade: "structural",
    title: "Reading a webhook answers 204",
    wrap: onAnswer(read, (outgoing) => (outgoing.status === 200 ? empty(204) : outgoing)),
  }),
  defineFault({
    id: "webhook-ids-are-of-another-table",
    fact: "CRM-25",
    grade: "structural",
    title: "The id in a webhook is that of its subscription, another one than the path's",
    wrap: onSuccess(read, (body) => edit(body, "id", (id) => Number(id) + 1000)),
  }),
  defineFault({
    id: "unknown-webhook-is-the-first",
    fact: "CRM-25",
    grade: "behavioural",
    title: "An id that no webhook has gets the organization's first webhook",
    wrap: (next, surroundings) => async (incoming) => {
      const outgoing = await next(incoming);
      if (incoming.operation !== read || outgoing.status !== 404) return outgoing;
      return next(askingFor(incoming, configured(surroundings, "crm", "records/webhookId")));
    },
  }),
  defineFault({
    id: "webhook-of-the-next-id",
    fact: "CRM-25",
    grade: "behavioural",
    title: "Reading a webhook is off by one",
    wrap: (next, surroundings) => (incoming) => {
      const id = configured(surroundings, "crm", "records/webhookId");
      const isFirst = incoming.operation === read && incoming.path["webhookId"] === String(id);
      return next(isFirst ? askingFor(incoming, Number(id) + 1) : incoming);
    },
  }),
];
