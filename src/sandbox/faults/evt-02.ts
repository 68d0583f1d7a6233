import { defineFault, type Fault } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "inactive-webhooks-deliver",
    fact: "EVT-02",
    grade: "gross",
    title: "the active flag of a webhook is not looked at",
    wrap: onSubscription((subscription) => ({ ...subscription, active: true })),
  }),
  defineFault({
    id: "inactive-webhooks-deliver-notes",
    fact: "EVT-02",
    grade: "structural",
    title: "an inactive webhook still gets updates of contact notes",
    wrap: onSubscription(({ kinds, active }) =>
      active
        ? { kinds, active }
        : { kinds: kinds.filter((kind) => kind === "contactNoteUpdate"), active: true },
    ),
  }),
];
