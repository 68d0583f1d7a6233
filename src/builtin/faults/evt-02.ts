import { faultsOf } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults = faultsOf("EVT-02", {
  gross: {
    "inactive-webhooks-deliver": [
      "the active flag of a webhook is not looked at",
      onSubscription(() => ({ active: true })),
    ],
  },
  structural: {
    "inactive-webhooks-deliver-notes": [
      "an inactive webhook still gets updates of contact notes",
      onSubscription((kinds, isActive) => ({
        kinds: kinds.filter((kind) => isActive || kind === "contactNoteUpdate"),
        active: true,
      })),
    ],
  },
});
