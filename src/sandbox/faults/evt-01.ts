import { defineFault, type Fault } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "form-submissions-reach-nobody",
    fact: "EVT-01",
    grade: "structural",
    title: "a true flag for form submissions subscribes to nothing",
    wrap: onSubscription(({ kinds, ...rest }) => ({
      ...rest,
      kinds: kinds.filter((kind) => kind !== "formSubmission"),
    })),
  }),
  defineFault({
    id: "update-flags-bring-deletions-too",
    fact: "EVT-01",
    grade: "behavioural",
    title: "who asks for updates of a record is sent its deletion as well",
    wrap: onSubscription(({ kinds, ...rest }) => ({
      ...rest,
      kinds: kinds.flatMap((kind) =>
        /^(gift|project|event)Update$/.test(kind) ? [kind, kind.replace("Update", "Delete")] : [kind],
      ),
    })),
  }),
  defineFault({
    id: "project-flags-are-swapped",
    fact: "EVT-01",
    grade: "structural",
    title: "the flags for created and updated projects are taken for each other",
    wrap: onSubscription(({ kinds, ...rest }) => ({
      ...rest,
      kinds: kinds.map((kind) =>
        kind === "projectCreate" ? "projectUpdate" : kind === "projectUpdate" ? "projectCreate" : kind,
      ),
    })),
  }),
  defineFault({
    id: "no-flag-means-every-kind",
    fact: "EVT-01",
    grade: "gross",
    title: "a webhook without a true flag is sent everything",
    wrap: onSubscription(({ kinds, ...rest }) => ({
      ...rest,
      kinds: kinds.length === 0 ? ["contactCreate", "giftCreate", "eventUpdate", "contactNoteUpdate"] : kinds,
    })),
  }),
];
