import { faultsOf } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults = faultsOf("EVT-01", {
  gross: {
    "no-flag-means-every-kind": [
      "a webhook without a true flag is sent everything",
      onSubscription((kinds) => ({
        kinds:
          kinds.length === 0 ? ["contactCreate", "giftCreate", "eventUpdate", "contactNoteUpdate"] : kinds,
      })),
    ],
  },
  structural: {
    "form-submissions-reach-nobody": [
      "a true flag for form submissions subscribes to nothing",
      onSubscription((kinds) => ({ kinds: kinds.filter((kind) => kind !== "formSubmission") })),
    ],
    "project-flags-are-swapped": [
      "the flags for created and updated projects are taken for each other",
      onSubscription((kinds) => ({
        kinds: kinds.map(
          (kind) => ({ projectCreate: "projectUpdate", projectUpdate: "projectCreate" })[kind] ?? kind,
        ),
      })),
    ],
  },
  behavioural: {
    "update-flags-bring-deletions-too": [
      "who asks for updates of a record is sent its deletion as well",
      onSubscription((kinds) => {
        const deleted = kinds.filter((kind) => /^(gift|project|event)Update$/.test(kind));
        return { kinds: [...kinds, ...deleted.map((kind) => kind.replace("Update", "Delete"))] };
      }),
    ],
  },
});
