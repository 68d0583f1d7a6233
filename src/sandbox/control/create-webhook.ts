import type { Environment } from "../environment.ts";
import { createRandom } from "../random.ts";
import { findOrganization, mainOrganization } from "../store/organizations.ts";
import { countWebhooks, webhooks } from "../store/webhooks.ts";
import { wrong, type ControlModels, type Reply } from "./reply.ts";

/**
 * Subscribes an address. For the donation and volunteer interfaces this is the only way, because theirs is not stated.
 */
export const createWebhook = ({ database, seed }: Environment, body: ControlModels["NewWebhook"]): Reply => {
  const { payloadUrl, kinds, organizationId = mainOrganization, active = true } = body;
  if (!URL.canParse(payloadUrl)) return wrong("payloadUrl is no address");
  if (findOrganization(database, organizationId) === undefined)
    return wrong("organizationId is no organization");
  const secret = body.secret ?? createRandom(seed, `webhook ${countWebhooks(database)}`).token(32);
  const webhook = { interface: body.interface, organizationId, payloadUrl, secret, active, kinds };
  return { status: 201, body: { data: { id: webhooks.add(database, webhook), secret } } };
};
