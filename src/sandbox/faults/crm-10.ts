import { faultsOf } from "./fault.ts";
import { edit, property, put, rename } from "./support/edit.ts";
import { onSuccess, parse, withJson } from "./support/wrappers.ts";
import { sentNote, storing } from "./support/notes.ts";
import { afterwards, refusalOf } from "./support/over-time.ts";

const note = "replaceContactNote";

const keptAfterAll = "A note that was private is still so when the next replacement leaves private out.";

export const faults = faultsOf("CRM-10", {
  gross: {
    "privacy-comes-back-as-private": [
      "A note's answer has private where isPrivate belongs",
      onSuccess(note, (body) => rename(body, "isPrivate", "private")),
      { alsoBreaks: { "CRM-08": "isPrivate is one of the fields that a note always has." } },
    ],
  },
  structural: {
    "privacy-comes-back-under-both-names": [
      "A note's answer has private beside isPrivate",
      onSuccess(note, (body) => put(body, "private", property(body, "isPrivate"))),
    ],
  },
  behavioural: {
    "privacy-sticks-after-a-refused-note": [
      "The note after a refused one is private, though it was sent as public",
      afterwards(refusalOf(note), [note], (outgoing, incoming) =>
        sentNote(incoming)["private"] === false
          ? withJson(
              outgoing,
              edit(parse(outgoing.body), "isPrivate", () => true),
            )
          : outgoing,
      ),
    ],
    "privacy-is-not-bound": [
      "private is not read, so every note stays public",
      onSuccess(note, (body) => edit(body, "isPrivate", () => false)),
    ],
    "privacy-is-read-from-another-name": [
      "The request's flag is expected as isPrivate, so private is passed over",
      storing(({ private: _, ...sent }) => ({
        ...sent,
        ...(sent["isPrivate"] === undefined ? {} : { private: sent["isPrivate"] }),
      })),
    ],
    "privacy-cannot-be-taken-back": [
      "A note that once was private stays private",
      storing((sent, before) => (before["private"] === true ? { ...sent, private: true } : sent)),
      { alsoBreaks: { "CRM-27": keptAfterAll } },
    ],
    "privacy-follows-importance": [
      "isPrivate is filled from important",
      onSuccess(note, (body) =>
        edit(body, "isPrivate", (_, holder) => property(holder, "important") === true),
      ),
      { alsoBreaks: { "CRM-27": "An important note is private though private was left out." } },
    ],
  },
});
