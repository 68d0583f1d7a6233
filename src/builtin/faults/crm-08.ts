import { faultsOf } from "./fault.ts";
import { replaced, turned, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const note = "replaceContactNote";

export const faults = faultsOf("CRM-08", {
  gross: {
    "note-ids-are-strings": [
      "The ids of a note and its contact are strings",
      onField(note, ["id", "contactId"], String),
    ],
    "note-dates-have-a-time": [
      "noteDate is a moment",
      onField(note, "noteDate", (day) => (day === "" ? "" : `${String(day)}T00:00:00Z`)),
    ],
  },
  structural: {
    "note-dates-as-americans-write-them": [
      "noteDate is written as month/day/year",
      onField(note, "noteDate", replaced(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1")),
    ],
    "note-without-its-authors-avatar": [
      "createdByAvatarUrl is missing",
      onBody(note, droppingPaths("createdByAvatarUrl")),
    ],
    "note-author-is-an-object": [
      "createdByUser is an object with a name",
      onField(note, "createdByUser", (name) => ({ name })),
    ],
    "note-editor-is-null": [
      "modifiedByUser is null where a key has modified the note",
      onField(note, "modifiedByUser", null),
    ],
  },
  behavioural: {
    "note-flags-that-are-false-are-dropped": [
      "The serializer leaves out flags that are false",
      onField(note, ["important", "isPrivate"], turned(false, undefined)),
      {
        alsoBreaks: {
          "CRM-10": "A note put as not private does not say so.",
          "CRM-26": "A note put as not important does not say so.",
        },
      },
    ],
  },
});
