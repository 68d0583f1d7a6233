import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { createRandom } from "../../../../serving/random.ts";
import { refuse, type SandboxRefusal } from "../../../refusal.ts";
import { crmEventKinds, type CrmEventKind } from "../../../../builtin/crm-event-kinds.ts";
import { findWebhook, webhooks, type Webhook } from "../../../store/webhooks.ts";

/** A subscription with its secret and all 15 flags (CRM-15). */
const webhookView = ({ id, payloadUrl, secret, active, kinds }: Webhook): Models["crm"]["Webhook"] => ({
  id,
  payloadUrl,
  secret,
  active,
  // Every flag of the model is a kind of event.
  ...(Object.fromEntries(crmEventKinds.map((kind) => [kind, kinds.includes(kind)])) as Record<
    CrmEventKind,
    boolean
  >),
});

/** An omitted flag is false. */
const kindsIn = (body: Models["crm-beyond"]["WebhookInput"]): readonly CrmEventKind[] =>
  crmEventKinds.filter((kind) => body[kind] === true);

const changed = (id: number, { database, caller }: EndpointContext, change: Partial<Webhook>) => {
  const known = findWebhook(database, caller.organizationId, id);
  if (known === undefined) return noWebhook();
  webhooks.save(database, id, change);
  return { status: 200 as const, body: webhookView({ ...known, ...change }) };
};

const noWebhook = (): SandboxRefusal<404> => refuse(404, "There is no such webhook.");

/** A subscription with its secret and flags (CRM-15, CRM-25). */
export const getWebhook: Handler<"getWebhook"> = ({ path }, { database, caller }) => {
  const webhook = findWebhook(database, caller.organizationId, path.webhookId);
  return webhook === undefined ? noWebhook() : { status: 200, body: webhookView(webhook) };
};

/** Handlers that create, replace, delete, activate and deactivate webhooks (U-06). */
export const createWebhook: Handler<"createWebhook"> = ({ body }, { database, caller, seed }) => {
  const { payloadUrl, active, secret } = body;
  const { organizationId } = caller;
  const subscription = { payloadUrl, active: active ?? true, kinds: kindsIn(body) };
  const webhook = { ...subscription, interface: "crm", organizationId, secret: "" } as const;
  const id = webhooks.add(database, webhook);
  const stored = {
    ...webhook,
    id,
    secret: secret ?? createRandom(seed, `secret of webhook ${id}`).token(32),
  };
  webhooks.save(database, id, { secret: stored.secret });
  return { status: 200, body: webhookView(stored) };
};

/** Keeps the secret and the active flag if the body omits them. */
export const updateWebhook: Handler<"updateWebhook"> = ({ path, body }, context) => {
  const { payloadUrl, active, secret } = body;
  const isSwitched = typeof active === "boolean";
  return changed(path.webhookId, context, {
    payloadUrl,
    kinds: kindsIn(body),
    ...(isSwitched ? { active } : {}),
    ...(typeof secret === "string" ? { secret } : {}),
  });
};

export const setWebhookActive: Handler<"setWebhookActive"> = ({ path, query }, context) =>
  changed(path.webhookId, context, { active: query.active });

export const deleteWebhook: Handler<"deleteWebhook"> = ({ path }, { database, caller }) => {
  const webhook = findWebhook(database, caller.organizationId, path.webhookId);
  if (webhook === undefined) return noWebhook();
  webhooks.remove(database, webhook.id);
  return { status: 204 };
};
