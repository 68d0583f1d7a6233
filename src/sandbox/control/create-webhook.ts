import { isInterfaceName } from "../../contract/interface-name.ts";
import type { Environment } from "../environment.ts";
import type { JsonObject } from "../../harness/model/json-object.ts";
import { createRandom } from "../random.ts";
import { findOrganization, mainOrganization } from "../store/organizations.ts";
import { countWebhooks, webhooks } from "../store/webhooks.ts";
import { wrong, type Reply } from "./reply.ts";

/**
 * Subscribes an address: `{interface, payloadUrl, kinds, organizationId?, secret?, active?}`. For the
 * donation and volunteer interfaces this is the only way: how one subscribes there is not stated.
 */
export const createWebhook = ({ database, seed }: Environment, body: JsonObject): Reply => {
  const { payloadUrl, kinds, organizationId = mainOrganization, active = true } = body;
  const name = body["interface"];
  const secret = body["secret"] ?? createRandom(seed, `webhook ${countWebhooks(database)}`).token(32);
  if (typeof name !== "string" || !isInterfaceName(name)) return wrong("interface is none of the three");
  if (typeof payloadUrl !== "string" || !URL.canParse(payloadUrl)) return wrong("payloadUrl is no address");
  if (!Array.isArray(kinds) || !kinds.every((kind) => typeof kind === "string"))
    return wrong("kinds is no list of names");
  if (typeof organizationId !== "number" || findOrganization(database, organizationId) === undefined) {
    return wrong("organizationId is no organization");
  }
  if (typeof active !== "boolean" || typeof secret !== "string")
    return wrong("active is a boolean and secret is text");
  const webhook = { interface: name, organizationId, payloadUrl, secret, active, kinds };
  return { status: 201, body: { data: { id: webhooks.add(database, webhook), secret } } };
};
