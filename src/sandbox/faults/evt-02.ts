import { faultsOf } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults = faultsOf("EVT-02", {
  gross: {
    "inactive-webhooks-deliver": onSubscription(() => ({ active: true })),
  },
  structural: {
    "inactive-webhooks-deliver-notes": onSubscription((kinds, isActive) => ({
      kinds: kinds.filter((kind) => isActive || kind === "contactNoteUpdate"),
      active: true,
    })),
  },
});
