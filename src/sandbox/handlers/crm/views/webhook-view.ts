import type { Models } from "../../../../contract/generated/operation-types.ts";
import { crmEventKinds, type CrmEventKind, type Webhook } from "../../../store/webhooks.ts";

/** A subscription with its secret and all 15 flags (CRM-15). */
export const webhookView = ({
  id,
  payloadUrl,
  secret,
  active,
  kinds,
}: Webhook): Models["crm"]["Webhook"] => ({
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
