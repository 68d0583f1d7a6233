import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { createRandom } from "../../../random.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { crmEventKinds, findWebhook, webhooks, type Webhook } from "../../../store/webhooks.ts";
import { webhookView } from "../views/webhook-view.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

type Subscription = Pick<Webhook, "payloadUrl" | "active" | "kinds">;

/** The receiver's address and the flags; a flag that is left out is false. */
const readSubscription = (body: unknown, active: boolean): Subscription | Refusal<422> =>
  readFields(body, (fields) => ({
    payloadUrl: fields.webAddress("payloadUrl"),
    active: fields.flag("active", active),
    kinds: crmEventKinds.filter((kind) => fields.flag(kind, false)),
  }));

const create = ({ body }: ParsedRequest, { database, caller, seed }: Context): Answer | Refusal => {
  const subscription = readSubscription(body, true);
  if (isRefusal(subscription)) return subscription;
  const { organizationId } = caller;
  const webhook = { ...subscription, interface: "crm", organizationId, secret: "" } as const;
  const id = webhooks.add(database, webhook);
  const stored = { ...webhook, id, secret: createRandom(seed, `secret of webhook ${id}`).token(32) };
  webhooks.save(database, id, { secret: stored.secret });
  return { status: 200, body: webhookView(stored) };
};

const change = (
  request: ParsedRequest,
  { database, caller }: Context,
  changed: (webhook: Webhook) => Webhook | Refusal,
): Answer | Refusal => {
  const known = findWebhook(database, caller.organizationId, idIn(request, "webhookId"));
  const webhook = known === undefined ? refuse(404, "There is no such webhook.") : changed(known);
  if (isRefusal(webhook)) return webhook;
  webhooks.save(database, webhook.id, webhook);
  return { status: 200, body: webhookView(webhook) };
};

const update = (request: ParsedRequest, context: Context): Answer | Refusal =>
  change(request, context, (webhook) => {
    const subscription = readSubscription(request.body, webhook.active);
    return isRefusal(subscription) ? subscription : { ...webhook, ...subscription };
  });

const activate = (request: ParsedRequest, context: Context): Answer | Refusal =>
  change(request, context, (webhook) => ({ ...webhook, active: request.query["active"] === true }));

const remove = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const webhook = findWebhook(database, caller.organizationId, idIn(request, "webhookId"));
  if (webhook === undefined) return refuse(404, "There is no such webhook.");
  webhooks.remove(database, webhook.id);
  return { status: 204 };
};

const path = "/api/Webhook/{webhookId}";
const parameters = [integerInPath("webhookId")];
const permission = "webhook.write";

/** Creating, replacing and deleting webhooks, and switching them on and off (U-06). The secret stays the same. */
export const webhookEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-06", {
    id: "createWebhook",
    method: "POST",
    path: "/api/Webhook",
    permission,
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-06", {
    id: "updateWebhook",
    method: "PUT",
    path,
    permission,
    parameters,
    readsBody: true,
    respond: update,
  }),
  whenKnown("U-06", { id: "deleteWebhook", method: "DELETE", path, permission, parameters, respond: remove }),
  whenKnown("U-06", {
    id: "setWebhookActive",
    method: "PUT",
    path: `${path}/Active`,
    permission,
    parameters: [...parameters, { name: "active", in: "query", type: "boolean", required: true }],
    respond: activate,
  }),
];
