import { faultsOf } from "./fault.ts";
import { onSubscription } from "./support/subscription.ts";

export const faults = faultsOf("EVT-01", {
  gross: {
    "no-flag-means-every-kind": onSubscription((kinds) => ({
      kinds: kinds.length === 0 ? ["contactCreate", "giftCreate", "eventUpdate", "contactNoteUpdate"] : kinds,
    })),
  },
  structural: {
    "form-submissions-reach-nobody": [
      "a true flag for form submissions subscribes to nothing",
      onSubscription((kinds) => ({ kinds: kinds.filter((kind) => kind !== "formSubmission") })),
    ],
    "project-flags-are-swapped": onSubscription((kinds) => ({
      kinds: kinds.map(
        (kind) => ({ projectCreate: "projectUpdate", projectUpdate: "projectCreate" })[kind] ?? kind,
      ),
    })),
  },
  behavioural: {
    "update-flags-bring-deletions-too": onSubscription((kinds) => {
      const deleted = kinds.filter((kind) => /^(gift|project|event)Update$/.test(kind));
      return { kinds: [...kinds, ...deleted.map((kind) => kind.replace("Update", "Delete"))] };
    }),
  },
});
