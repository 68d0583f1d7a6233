import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { findWebhook } from "../../store/webhooks.ts";
import { webhookView } from "./views/webhook-view.ts";

/** A subscription with its secret and flags (CRM-15, CRM-25). */
export const getWebhook: Handler<"getWebhook"> = ({ path }, { database, caller }) => {
  const webhook = findWebhook(database, caller.organizationId, path.webhookId);
  return webhook === undefined
    ? refuse(404, "There is no such webhook.")
    : { status: 200, body: webhookView(webhook) };
};
