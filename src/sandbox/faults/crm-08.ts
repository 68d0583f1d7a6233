import { faultsOf } from "./fault.ts";
import { drop, edit, editAll } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

export const faults = faultsOf("CRM-08", {
  gross: {
    "note-ids-are-strings": [
      "The ids of a note and its contact are strings",
      onSuccess(note, (body) => editAll(body, ["id", "contactId"], String)),
    ],
    "note-dates-have-a-time": [
      "noteDate is a moment",
      onSuccess(note, (body) =>
        edit(body, "noteDate", (day) => (day === "" ? "" : `${String(day)}T00:00:00Z`)),
      ),
    ],
  },
  structural: {
    "note-dates-as-americans-write-them": [
      "noteDate is written as month/day/year",
      onSuccess(note, (body) =>
        edit(body, "noteDate", (day) => String(day).replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1")),
      ),
    ],
    "note-without-its-authors-avatar": [
      "createdByAvatarUrl is missing",
      onSuccess(note, (body) => drop(body, "createdByAvatarUrl")),
    ],
    "note-author-is-an-object": [
      "createdByUser is an object with a name",
      onSuccess(note, (body) => edit(body, "createdByUser", (name) => ({ name }))),
    ],
    "note-editor-is-null": [
      "modifiedByUser is null where a key has modified the note",
      onSuccess(note, (body) => edit(body, "modifiedByUser", () => null)),
    ],
  },
  behavioural: {
    "note-flags-that-are-false-are-dropped": [
      "The serializer leaves out flags that are false",
      onSuccess(note, (body) =>
        editAll(body, ["important", "isPrivate"], (flag) => (flag === false ? undefined : flag)),
      ),
      {
        alsoBreaks: {
          "CRM-10": "A note put as not private does not say so.",
          "CRM-26": "A note put as not important does not say so.",
        },
      },
    ],
  },
});
