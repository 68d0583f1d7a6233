import { createRandom } from "../../random.ts";
import { crmEventKinds, webhooks, type CrmEventKind } from "../../store/webhooks.ts";
import type { SeedContext } from "../interface-seed.ts";

/** An active webhook with every flag, an active one with a few, and an inactive one (EVT-01, EVT-02). */
export const seedWebhooks = (context: SeedContext, organizationId: number, host: string): void => {
  const subscribe = (name: string, kinds: readonly CrmEventKind[], active: boolean): void => {
    const random = createRandom(context.seed, `crm ${organizationId} webhook ${name}`);
    webhooks.add(context.database, {
      interface: "crm",
      organizationId,
      payloadUrl: `https://${host}/${name}`,
      secret: random.token(32),
      active,
      kinds,
    });
  };
  subscribe("everything", crmEventKinds, true);
  subscribe("giving", ["giftCreate", "giftUpdate", "giftDelete"], true);
  subscribe("off", crmEventKinds, false);
};
