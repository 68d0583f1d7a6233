import { faultsOf } from "./fault.ts";
import { property, put, renamed } from "./support/edit.ts";
import { onBody, onField, refusedStatuses } from "./support/rows.ts";
import { sentBody } from "./support/requests.ts";
import { after, storing } from "./support/rules.ts";

const note = "replaceContactNote";

const keptAfterAll = "A note that was private is still so when the next replacement leaves private out.";

export const faults = faultsOf("CRM-10", {
  gross: {
    "privacy-comes-back-as-private": [
      "A note's answer has private where isPrivate belongs",
      onBody(note, renamed("isPrivate", "private")),
      { alsoBreaks: { "CRM-08": "isPrivate is one of the fields that a note always has." } },
    ],
  },
  structural: {
    "privacy-comes-back-under-both-names": [
      "A note's answer has private beside isPrivate",
      onBody(note, (body) => put(body, "private", property(body, "isPrivate"))),
    ],
  },
  behavioural: {
    "privacy-sticks-after-a-refused-note": [
      "The note after a refused one is private, though it was sent as public",
      onBody(
        note,
        (body, incoming) => (sentBody(incoming)["private"] === false ? put(body, "isPrivate", true) : body),
        after(note, refusedStatuses),
      ),
    ],
    "privacy-is-not-bound": [
      "private is not read, so every note stays public",
      onField(note, "isPrivate", false),
    ],
    "privacy-is-read-from-another-name": [
      "The request's flag is expected as isPrivate, so private is passed over",
      storing(note, ({ private: _, isPrivate, ...sent }) => ({ ...sent, isPrivate, private: isPrivate })),
    ],
    "privacy-cannot-be-taken-back": [
      "A note that once was private stays private",
      storing(note, (sent, before) => (before["private"] === true ? { ...sent, private: true } : sent)),
      { alsoBreaks: { "CRM-27": keptAfterAll } },
    ],
    "privacy-follows-importance": [
      "isPrivate is filled from important",
      onField(note, "isPrivate", (_, holder) => property(holder, "important") === true),
      { alsoBreaks: { "CRM-27": "An important note is private though private was left out." } },
    ],
  },
});
