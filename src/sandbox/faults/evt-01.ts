import { faultsOf } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults = faultsOf("EVT-01", {
  gross: {
    "no-flag-means-every-kind": [
      "a webhook without a true flag is sent everything",
      onSubscription(({ kinds, ...rest }) => ({
        ...rest,
        kinds:
          kinds.length === 0 ? ["contactCreate", "giftCreate", "eventUpdate", "contactNoteUpdate"] : kinds,
      })),
    ],
  },
  structural: {
    "form-submissions-reach-nobody": [
      "a true flag for form submissions subscribes to nothing",
      onSubscription(({ kinds, ...rest }) => ({
        ...rest,
        kinds: kinds.filter((kind) => kind !== "formSubmission"),
      })),
    ],
    "project-flags-are-swapped": [
      "the flags for created and updated projects are taken for each other",
      onSubscription(({ kinds, ...rest }) => ({
        ...rest,
        kinds: kinds.map((kind) =>
          kind === "projectCreate" ? "projectUpdate" : kind === "projectUpdate" ? "projectCreate" : kind,
        ),
      })),
    ],
  },
  behavioural: {
    "update-flags-bring-deletions-too": [
      "who asks for updates of a record is sent its deletion as well",
      onSubscription(({ kinds, ...rest }) => ({
        ...rest,
        kinds: kinds.flatMap((kind) =>
          /^(gift|project|event)Update$/.test(kind) ? [kind, kind.replace("Update", "Delete")] : [kind],
        ),
      })),
    ],
  },
});
